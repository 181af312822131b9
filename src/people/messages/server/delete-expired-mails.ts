import { sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import type { Context } from '#kit/server/context.ts'

/** Retention in days: 30 for the text of a mail, 365 for its row, in any state. */
const textRetentionDays = 30
const rowDays = 365

/** Deletes expired texts and rows; waiting mails stay. A held mail without text cannot be sent and becomes `failed`. */
export const deleteExpiredMails = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { database } = within
    const now = sql`${within.now().toISOString()}::timestamptz`
    const deletedMails = await database.execute(sql`
      UPDATE outbox SET html = '', text = '', forget_at = NULL, attachments = '[]',
        state = CASE WHEN state IN ('waiting', 'held') THEN 'failed' ELSE state END
      WHERE forget_at <= ${now}`)
    const old = await database.execute(sql`
      UPDATE outbox SET html = '', text = '', forget_at = NULL, attachments = '[]',
        state = CASE state WHEN 'held' THEN 'failed' ELSE state END
      WHERE state <> 'waiting' AND (html <> '' OR text <> '') AND created_at < ${now} - make_interval(days => ${textRetentionDays})`)
    const lines = await database.execute(
      sql`DELETE FROM outbox WHERE state <> 'waiting' AND created_at < ${now} - make_interval(days => ${rowDays})`,
    )
    const texts = (deletedMails.rowCount ?? 0) + (old.rowCount ?? 0)
    await recordRemoval(within, 'messages', { texts, lines: lines.rowCount ?? 0 })
  })
