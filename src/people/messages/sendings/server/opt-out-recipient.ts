import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { withdrawChannelConsent } from '#people/consents/server/change-consents.ts'
import { getConsentChannel } from '../../server/check-recipient.ts'
import type { SendingRow } from '../../table.ts'
import type { OptOut } from '../contract-opt-outs.ts'

/** Masks an address: `ch***@example.com`, `+8210****5678`. */
const maskAddress = (address: string): string =>
  address.includes('@') ? address.replace(/^(.{1,2})[^@]*/u, '$1***') : `${address.slice(0, 5)}****${address.slice(-4)}`

const findLinkRecipient = async (context: Context, token: string) => {
  const { rows } = await context.database.execute<{
    userId: string | null
    address: string | null
    channel: SendingRow['channel']
    given: boolean | null
  }>(sql`
    SELECT r.user_id AS "userId", r.address, s.channel, (
      SELECT c.given FROM consents c WHERE c.user_id = r.user_id
        AND c.subject = CASE s.channel WHEN 'mail' THEN 'channel:EMAIL' ELSE 'channel:SMS' END
      ORDER BY c.at DESC, c.id DESC LIMIT 1) AS given
    FROM sending_recipients r JOIN sendings s ON s.id = r.sending_id WHERE r.opt_out = ${token}`)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Returns the consent that an opt-out link refers to. */
export const readOptOut = async (context: Context, token: string): Promise<OptOut> => {
  const { address, channel, given } = await findLinkRecipient(context, token)
  return { channel: getConsentChannel(channel), address: address ? maskAddress(address) : '', given: given ?? false }
}

/** Withdraws the consent that the link's message relied on, in the member's history. Idempotent. */
export const optOut = (context: Context, token: string): Promise<OptOut> =>
  context.transaction(async (within) => {
    const { userId, channel } = await findLinkRecipient(within, token)
    if (userId) await withdrawChannelConsent(within, userId, getConsentChannel(channel))
    return readOptOut(within, token)
  })
