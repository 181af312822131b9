import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { WorkInput } from '../contract.ts'

/**
 * Records that an auction receives these works. Throws `taken` if it received the same ones before, unless they are to be
 * imported again: a second click or a colleague would add every work twice.
 */
export const recordImport = async (
  within: Context,
  program: string,
  works: readonly WorkInput[],
  again: boolean,
): Promise<void> => {
  const digest = createHash('sha256').update(JSON.stringify(works)).digest()
  const now = sql`${within.now().toISOString()}::timestamptz`
  const { rowCount } = await within.database.execute(sql`
    INSERT INTO auction_work_imports (program_id, digest, imported_at) VALUES (${program}::uuid, ${digest}, ${now})
    ON CONFLICT (program_id, digest) DO UPDATE SET imported_at = ${now} WHERE ${again}`)
  if (rowCount === 0) throw new AppError('taken', { fields: { file: 'work_sheet_repeated' } })
}
