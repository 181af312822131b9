import { eq, type SQL, sql } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { dialPhone } from '#kit/phone/parse-phone.ts'
import { sendingRecipients, sendings } from '../../table.ts'

/** Personal data of this module: messages sent to the account. */
export const personal: PersonalData = {
  async forget(context, { userId, username, email, phone }) {
    const names = [username, email, phone].filter((name) => name !== null)
    const numbers = phone ? [phone, dialPhone(phone)] : []
    // Lists keep a number as it was typed: with separators, full-width digits, a label or the country code.
    const toDigitsSql = (item: SQL) => sql`regexp_replace(
      regexp_replace(normalize(lower(${item}), NFKC), '[^0-9a-z@+]', '', 'g'), '^(tel|phone|mobile)?([+]|00)820?(?=[1-9])', '0')`
    await context.database.execute(sql`
      UPDATE sending_recipients SET address = NULL, error = NULL,
        state = CASE state WHEN 'queued' THEN 'skipped' ELSE state END,
        reason = CASE state WHEN 'queued' THEN 'withdrawn' ELSE reason END
      WHERE user_id = ${userId} OR address = ANY (${sql.param(names)}::text[])
        OR (error IS NOT NULL AND (lower(error) = ANY (${sql.param(names)}::text[]) OR ${toDigitsSql(sql`error`)} = ANY (${sql.param(numbers)}::text[])))`)
    // A recipient list identifies people by contact or username.
    await context.database.execute(sql`
      UPDATE sendings SET audience = jsonb_set(audience, '{list}', (
        SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements_text(audience -> 'list') AS item
        WHERE lower(item) <> ALL (${sql.param(names)}::text[]) AND ${toDigitsSql(sql`item`)} <> ALL (${sql.param(numbers)}::text[])))
      WHERE EXISTS (SELECT FROM jsonb_array_elements_text(audience -> 'list') AS item
        WHERE lower(item) = ANY (${sql.param(names)}::text[]) OR ${toDigitsSql(sql`item`)} = ANY (${sql.param(numbers)}::text[]))`)
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({
        channel: sendings.channel,
        purpose: sendings.purpose,
        address: sendingRecipients.address,
        state: sendingRecipients.state,
        sentAt: sendingRecipients.sentAt,
      })
      .from(sendingRecipients)
      .innerJoin(sendings, eq(sendings.id, sendingRecipients.sendingId))
      .where(eq(sendingRecipients.userId, userId))
    return { messages: rows }
  },
}
