import { type SQL, sql } from 'drizzle-orm'
import { isIn } from '#kit/server/records/period-conditions.ts'
import { mostReturns, type Purpose, type Reason, type SendingChannel } from './rules.ts'

/** Consent to advertising by a channel: Alimtalk takes none, and is counted with the telephone it arrives on. */
export const consentOf = (channel: SendingChannel): 'EMAIL' | 'SMS' => (channel === 'mail' ? 'EMAIL' : 'SMS')

export const addressOf = (channel: SendingChannel): SQL => (channel === 'mail' ? sql`u.email` : sql`u.phone`)

/** What was said last of a consent of the account `u`: null where nothing was ever said. */
export const last = (subject: string): SQL =>
  sql`(SELECT c.given FROM consents c WHERE c.user_id = u.id AND c.subject = ${subject} ORDER BY c.at DESC, c.id DESC LIMIT 1)`

/** Whether the account `u` agreed to advertising at night. */
export const agreedToNight = (): SQL => sql`coalesce(${last('night')}, false)`

/** Whether the account `u` agreed to hear of things by this channel. */
export const agreedTo = (channel: 'EMAIL' | 'SMS'): SQL => sql`coalesce(${last(`channel:${channel}`)}, false)`

const mailPattern = '^[^[:space:][:cntrl:],;<>@]+@[^[:space:][:cntrl:],;<>@]+[.][^[:space:][:cntrl:],;<>@]+$'
const phonePattern = '^[+]82[0-9]{8,10}$'

/** Whether members are asked for a text on advertising; where none is in force, the channel alone is agreed to. */
const asksForMarketing = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM terms t WHERE t.code = 'marketing' AND ${isIn('running', sql`t.effective_at`, sql`NULL::timestamptz`, now)})`

/** What advertising by a channel needs the account to have agreed to. */
export const neededFor = ({ channel, purpose }: { channel: SendingChannel; purpose: Purpose }): string[] =>
  purpose === 'advertising' ? [`channel:${consentOf(channel)}`, 'terms:marketing'] : []

/**
 * The send gate, as one expression: why the account `u` (null: the address is no member's) may not be sent to at
 * `address`; null where it may. It is the same before sending, when the recipients are written down, and in the
 * statement that claims one of them. `said` finds what the account said last; of many, from tables that are joined.
 */
export const refusalOf = (
  { channel, purpose }: { channel: SendingChannel; purpose: Purpose },
  address: SQL,
  now: Date,
  said: (subject: string) => SQL = last,
): SQL<Reason | null> => {
  const [agreed, marketing] = neededFor({ channel, purpose }).map(said)
  const consent =
    agreed && marketing
      ? sql`
        WHEN ${agreed} IS NULL OR (${marketing} IS NULL AND ${asksForMarketing(now)}) THEN 'no_consent'
        WHEN NOT ${agreed} OR NOT ${marketing} THEN 'opted_out'`
      : sql``
  // What concerns their account reaches members at rest all the same.
  const resting = purpose === 'advertising' ? sql`WHEN u.dormant_at IS NOT NULL THEN 'dormant'` : sql``
  return sql`CASE
    WHEN u.state = 'withdrawn' THEN 'withdrawn'
    WHEN u.state <> 'active' THEN 'locked'
    ${resting}
    WHEN ${address} IS NULL THEN 'no_address'
    WHEN ${address} !~ ${channel === 'mail' ? mailPattern : phonePattern} THEN 'bad_address'
    WHEN (SELECT count(*) FROM sending_recipients b WHERE b.address = ${address} AND b.bounced) >= ${mostReturns}
      THEN 'returned'
    ${consent} END`
}
