import { sql } from 'drizzle-orm'
import type { Locale } from '#kit/contract.ts'
import type { Context } from '#kit/server/context.ts'
import { addressColumn, agreedToChannelSql, exclusionReasonSql } from './check-recipient.ts'

export interface ContactChannels {
  name: string
  locale: Locale
  /** Null if the account may not get mail. */
  email: string | null
  /** E.164; null if text messages are unavailable or not agreed to. */
  phone: string | null
}

/** Returns how to notify an account; null if it does not exist. */
export const findContactChannels = async (context: Context, userId: string): Promise<ContactChannels | null> => {
  const now = context.now()
  const open = (channel: 'mail' | 'sms') =>
    sql`${exclusionReasonSql({ channel, purpose: 'notice' }, addressColumn(channel), now)} IS NULL`
  const { rows } = await context.database.execute<{ [K in keyof ContactChannels]: ContactChannels[K] }>(sql`
    SELECT u.name, u.locale, CASE WHEN ${open('mail')} THEN u.email END AS email,
      CASE WHEN ${context.services.sms !== undefined}::boolean AND ${agreedToChannelSql('SMS')} AND ${open('sms')} THEN u.phone END AS phone
    FROM users u WHERE u.id = ${userId}`)
  return rows[0] ?? null
}
