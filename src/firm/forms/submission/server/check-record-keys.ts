import { eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { lawyers } from '../../../lawyers/table.ts'
import { offices } from '../../../offices/table.ts'
import { practices } from '../../../practices/table.ts'
import { findFormDefinition } from './find-form-definition.ts'
import type { AcceptedRequest } from './validate-request.ts'

/** Tables by field kind. Hidden records count: the sender may have started before they were hidden. */
const tables = { practice: practices, office: offices, lawyer: lawyers }
type Kind = keyof typeof tables
const kinds = Object.keys(tables) as Kind[]

/** Subquery of the key if a record has it, otherwise null; used within the statement that stores it. */
export const selectKnownKey = (kind: Kind, key: string | null): SQL =>
  sql`(SELECT key FROM ${tables[kind]} WHERE key = ${key})`

/** Throws `invalid` for the answers whose keys were not stored, because no record has them. */
export const rejectUnknownKeys = async (
  context: Context,
  { kind, special }: AcceptedRequest,
  stored: Record<Kind, string | null>,
): Promise<void> => {
  const unknown = kinds.filter((each) => special[each] !== stored[each])
  if (unknown.length === 0) return
  const { fields } = await findFormDefinition(context, kind)
  const names = unknown.map((each) => fields.find((field) => field.kind === each)?.name ?? each)
  throw new AppError('invalid', { fields: Object.fromEntries(names.map((name) => [name, 'choose'])) })
}

export const hasOffice = async (context: Context, key: string): Promise<boolean> =>
  (await context.database.$count(offices, eq(offices.key, key))) > 0
