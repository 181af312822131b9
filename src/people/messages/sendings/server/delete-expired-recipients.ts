import { sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import type { Context } from '#kit/server/context.ts'

/** Days for which recipient addresses are stored. The opt-out link works longer. */
const addressDays = 365

/** Deletes expired addresses. */
export const deleteExpiredRecipients = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { rowCount } = await within.database.execute(sql`
      UPDATE sending_recipients SET address = NULL, error = NULL
      WHERE (address IS NOT NULL OR error IS NOT NULL) AND state NOT IN ('queued', 'claimed')
        AND created_at < ${within.now().toISOString()}::timestamptz - make_interval(days => ${addressDays})`)
    await recordRemoval(within, 'sendings', { addresses: rowCount ?? 0 })
  })
