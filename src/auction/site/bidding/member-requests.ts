import type { BankAccount } from '#kit/bank-account.ts'
import { type CallOptions, CallRefused } from '#kit/client.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { promptReauthentication } from '#people/account/reauthenticate/prompt-reauthentication.tsx'
import { refusalMessage } from '#session/error-message.ts'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import { auctions, type Registration } from '../../auctions/contract.ts'
import { type BidRefused, bids, type MemberLot } from '../../bids/contract.ts'
import { works } from '../../works/contract.ts'
import type { BidAnswer, PendingBid } from './pending-bid.ts'

/** API calls for members; loaded only after log-in. */
const bidClient = clientOf(bids)
const programClient = clientOf(auctions)
const workClient = clientOf(works)

// If the session ends during a bid, ask for the password in place and continue the bid.
setReauthenticationPrompt(promptReauthentication)

export const readMemberAuction = async (program: string): Promise<{ entry: Registration; lots: MemberLot[] }> => {
  const [{ entry }, { lots }] = await Promise.all([
    programClient.entry({ params: { id: program } }),
    readAllPages('lots', (page) => bidClient.mine({ query: { ...page, program } })),
  ])
  return { entry, lots }
}

export const registerForAuction = async (program: string, termsVersion: number): Promise<Registration> =>
  (await programClient.enter({ params: { id: program }, body: { termsVersion } })).entry

/** Sets the refund account of the member's deposit. */
export const setRefundAccount = async (program: string, account: BankAccount): Promise<Registration> =>
  (await programClient.setRefundTo({ params: { id: program }, body: { account } })).entry

const refusedOf = (error: CallRefused): BidRefused | undefined => {
  const current = error.refusal.current as Partial<BidRefused> | undefined
  return current?.reason && current.lot && current.now ? (current as BidRefused) : undefined
}

/** Sends a bid. Sending the same bid again is safe because of its idempotency key. */
export const sendBid = async (work: string, { kind, amount, key }: PendingBid): Promise<BidAnswer> => {
  const options: CallOptions = { headers: { 'idempotency-key': key }, signal: AbortSignal.timeout(15_000) }
  try {
    const { receipt, lot, now } = await bidClient.place({ params: { id: work }, body: { kind, amount } }, options)
    return { is: 'taken', receipt, lot, now }
  } catch (error) {
    if (!(error instanceof CallRefused)) return { is: 'unknown' }
    const refused = refusedOf(error)
    if (refused) return { is: 'refused', ...refused, message: refusalMessage(error) }
    // The outcome is unknown; any other status was decided before the lot was checked.
    if (error.status >= 500 || error.status === 408) return { is: 'unknown' }
    const again = error.status === 401 || error.status === 429 || error.refusal.code === 'crowded'
    return { is: 'failed', message: refusalMessage(error), again }
  }
}

export const sendQuestion = async (work: string, text: string, key: string): Promise<void> => {
  await workClient.ask({ params: { id: work }, body: { text } }, { headers: { 'idempotency-key': key } })
}

export const readNotice = async (work: string): Promise<boolean> =>
  (await workClient.notice({ params: { id: work } })).notice.on

export const setNotice = async (work: string, on: boolean): Promise<boolean> =>
  (await workClient.setNotice({ params: { id: work }, body: { on } })).notice.on
