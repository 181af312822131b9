import { and, eq, gt, sql } from 'drizzle-orm'
import { hashToken, newRefreshToken } from '../auth/tokens.ts'
import type { Access } from '../contract.ts'
import type { Context } from '../server/context.ts'
import { entityOf, type RecordTable, toColumns } from '../server/records.ts'
import { previews } from './table.ts'

/** Milliseconds for which the address of a preview holds. */
export const previewLife = 15 * 60_000

/** Previews one session may have; the oldest is removed. */
const mostPreviews = 20

/** A record as somebody at the console wants to see it on its page. */
export interface Preview {
  entity: string
  recordId: string
  /** What the module's input takes, whole and clean. */
  content: Record<string, unknown>
}

/** Keeps what is to be looked at; only the holder of the token sees it, while the session has its rights. */
export const startPreview = async (
  context: Context,
  { access, entity, recordId, content }: Preview & { access: Access },
): Promise<{ token: string; until: string }> => {
  const { database, principal } = context
  const token = newRefreshToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + previewLife)
  const row = { access, entity, recordId, content, tokenHash: hashToken(token), sessionId: principal.sessionId }
  await database.insert(previews).values({ ...row, expiresAt, createdAt: now })
  await database.execute(sql`DELETE FROM previews WHERE expires_at <= ${now.toISOString()}::timestamptz
    OR token_hash IN (SELECT token_hash FROM previews WHERE session_id = ${principal.sessionId}
      ORDER BY created_at DESC, token_hash OFFSET ${mostPreviews})`)
  return { token, until: expiresAt.toISOString() }
}

/** What a token shows, to whose session, and the scope it asks for; null when it is unknown or expired. */
export const findPreview = async (
  { services, database }: Context,
  token: string,
): Promise<(Preview & { sessionId: string; access: Access }) | null> => {
  const [row] = await database
    .select()
    .from(previews)
    .where(and(eq(previews.tokenHash, hashToken(token)), gt(previews.expiresAt, services.clock.now())))
  return row ?? null
}

/**
 * The rows a public page reads, in their order; in a preview with its record in the place of what is stored, shown even
 * where it is hidden. The caller asks once more for what it filtered by, since the record may say something else there.
 */
export const asPreviewed = <Row extends { id: string; position: number }>(
  context: Context,
  path: string,
  table: RecordTable,
  rows: Row[],
): Row[] => {
  const { preview } = context.scope
  if (preview?.entity !== entityOf(path)) return rows
  const now = context.now()
  // The content went through the module's own input, which has every field of the row but these.
  const shown = {
    ...toColumns(table, preview.content),
    id: preview.recordId,
    createdAt: now,
    updatedAt: now,
  } as unknown as Row
  return [...rows.filter(({ id }) => id !== shown.id), shown].sort(
    (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
  )
}
