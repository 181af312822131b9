import { type SQL, sql } from 'drizzle-orm'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'
import { type ExclusionReason, maxBounces, type Purpose, type SendingChannel } from '../sendings/rules.ts'

/** Returns the consent channel: Alimtalk counts as SMS, because it reaches the phone number. */
export const getConsentChannel = (channel: SendingChannel): 'EMAIL' | 'SMS' => (channel === 'mail' ? 'EMAIL' : 'SMS')

export const addressColumn = (channel: SendingChannel): SQL => (channel === 'mail' ? sql`u.email` : sql`u.phone`)

/** SQL: latest decision of account `u` on a consent; null before the first. */
export const latestConsentSql = (subject: string): SQL =>
  sql`(SELECT c.given FROM consents c WHERE c.user_id = u.id AND c.subject = ${subject} ORDER BY c.at DESC, c.id DESC LIMIT 1)`

/** SQL: true if account `u` agreed to advertising at night. */
export const agreedToNightSql = (): SQL => sql`coalesce(${latestConsentSql('night')}, false)`

/** SQL: true if account `u` agreed to advertising by this channel. */
export const agreedToChannelSql = (channel: 'EMAIL' | 'SMS'): SQL =>
  sql`coalesce(${latestConsentSql(`channel:${channel}`)}, false)`

const mailPattern = '^[^[:space:][:cntrl:],;<>@]+@[^[:space:][:cntrl:],;<>@]+[.][^[:space:][:cntrl:],;<>@]+$'
const phonePattern = '^[+]82[1-9][0-9]{7,10}$'

/** SQL: true if a text on advertising is in force; without one only the channel consent is required. */
const agreedToMarketingSql = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM terms t WHERE t.code = 'marketing' AND ${inPeriodState('running', sql`t.effective_at`, sql`NULL::timestamptz`, now)})`

/** Returns the consents that advertising by a channel requires. */
export const requiredConsents = ({ channel, purpose }: { channel: SendingChannel; purpose: Purpose }): string[] =>
  purpose === 'advertising' ? [`channel:${getConsentChannel(channel)}`, 'terms:marketing'] : []

/**
 * SQL expression that decides whether account `u` (null: the address belongs to no member) may be contacted at
 * `address`: the reason if not, otherwise null. The preview, the list of recipients and the claim of each recipient all
 * use it. `said` supplies the latest decisions, joined as tables for many accounts.
 */
export const exclusionReasonSql = (
  { channel, purpose }: { channel: SendingChannel; purpose: Purpose },
  address: SQL,
  now: Date,
  latestConsent: (subject: string) => SQL = latestConsentSql,
): SQL<ExclusionReason | null> => {
  const [agreed, marketing] = requiredConsents({ channel, purpose }).map(latestConsent)
  const consent =
    agreed && marketing
      ? sql`
        WHEN ${agreed} IS NULL OR (${marketing} IS NULL AND ${agreedToMarketingSql(now)}) THEN 'no_consent'
        WHEN NOT ${agreed} OR NOT ${marketing} THEN 'opted_out'`
      : sql``
  // Dormant members still get notices about their account.
  const resting = purpose === 'advertising' ? sql`WHEN u.dormant_at IS NOT NULL THEN 'dormant'` : sql``
  return sql`CASE
    WHEN u.state = 'withdrawn' THEN 'withdrawn'
    WHEN u.state <> 'active' THEN 'locked'
    ${resting}
    WHEN ${address} IS NULL THEN 'no_address'
    WHEN ${address} !~ ${channel === 'mail' ? mailPattern : phonePattern} THEN 'bad_address'
    WHEN (SELECT count(*) FROM sending_recipients b WHERE b.address = ${address} AND b.bounced) >= ${maxBounces}
      THEN 'returned'
    ${consent} END`
}
