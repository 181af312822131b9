import { eq } from 'drizzle-orm'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { listStartedVersions } from '#people/terms/server/find-terms.ts'
import { consultForm } from '../../demo.ts'
import { type FormKindRow, formKinds } from '../../table.ts'

/** `previous` is the earlier version of the terms, for visitors who started before the change. */
export type FormDefinition = Pick<FormKindRow, 'key' | 'title' | 'fields' | 'privacyVersion' | 'keptDays'> & {
  previous?: string | undefined
  /** True for the built-in definition, before this process has read the stored one. */
  isAssumed?: boolean
}

/** Definitions seen by this process, which validate requests while the database is unavailable. */
const cachedDefinitions = new Map<string, FormDefinition>([[consultForm.key, { ...consultForm, isAssumed: true }]])

/** Days for which the previous terms can still be accepted. */
const previousTermsDays = 7

/** Returns the privacy terms in effect by their start in Seoul, and the previous ones for a week. */
const findPrivacyTerms = async (
  context: Context,
): Promise<Pick<FormDefinition, 'privacyVersion' | 'previous'> | null> => {
  const now = context.now()
  const [current, before] = await listStartedVersions(context, 'privacy')
  if (!current) return null
  const isNew = now.getTime() - current.begins.getTime() < previousTermsDays * 24 * 3_600_000
  return { privacyVersion: current.version, previous: isNew ? before?.version : undefined }
}

/** Returns the form, creating the consultation form in installations older than this module. */
const findOrCreateForm = async (context: Context, key: string): Promise<FormKindRow | undefined> => {
  const findRows = () => context.database.select().from(formKinds).where(eq(formKinds.key, key))
  const [row] = await findRows()
  if (row || key !== consultForm.key) return row
  const now = context.now()
  await context.database
    .insert(formKinds)
    .values({ ...consultForm, id: context.newId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  return (await findRows())[0]
}

/** Returns the definition of a form; the last one seen while the database is unavailable. Throws `not_found`. */
export const findFormDefinition = async (context: Context, key: string): Promise<FormDefinition> => {
  try {
    const row = await findOrCreateForm(context, key)
    if (!row) throw new AppError('not_found')
    const kind = { ...row, ...(await findPrivacyTerms(context)) }
    cachedDefinitions.set(key, kind)
    return kind
  } catch (error) {
    const last = cachedDefinitions.get(key)
    if (last && isUnreachable(error)) return last
    throw error
  }
}
