import { and, eq, gt, sql } from 'drizzle-orm'
import { hashToken, newRefreshToken } from '../auth/tokens.ts'
import type { Access } from '../contract.ts'
import type { Context } from '../server/context.ts'
import { entityOfPath, type RecordTable, toColumns } from '../server/records/records.ts'
import { previews } from './table.ts'

/** Lifetime of a preview URL in milliseconds. */
export const previewLife = 15 * 60_000

/** Maximum number of previews per session; the oldest is removed. */
const mostPreviews = 20

/** Unpublished content that a console user wants to see on the record's page. */
export interface Preview {
  entity: string
  recordId: string
  /** Full content, already validated by the module's input. */
  content: Record<string, unknown>
}

/** Stores the content of a preview. Only the holder of the token sees it, as long as the session retains its rights. */
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

/**
 * Returns the preview of a token, its session, and the scope required to see it; null if the token is unknown or
 * expired.
 */
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
 * Returns the rows of a public page in order. In a preview, the previewed content replaces the stored record and is
 * shown even if the record is hidden. The caller must apply its filters again, because the previewed content may not
 * match them.
 */
export const asPreviewed = <Row extends { id: string; position: number }>(
  context: Context,
  path: string,
  table: RecordTable,
  rows: Row[],
): Row[] => {
  const { preview } = context.scope
  if (preview?.entity !== entityOfPath(path)) return rows
  const now = context.now()
  // Content that passed the module's input has every field of the row except these.
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
