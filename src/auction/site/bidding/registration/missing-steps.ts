import { m } from '#messages/messages.js'
import type { Registration } from '../../../auctions/contract.ts'
import type { AuctionRules } from '../../works/work-view.ts'

/** Returns why a member cannot bid yet, and the number of remaining steps. */
export const describeMissingSteps = (
  entry: Registration,
  program: Pick<AuctionRules, 'entry' | 'deposit'>,
): [title: string, reason: string] => {
  const { state, deposit } = entry
  if (state === 'refused') return [m.auction_state_refused(), entry.reason]
  const needsDeposit = program.deposit !== null
  if (needsDeposit && deposit?.state === 'returned')
    return [m.auction_state_deposit_returned(), m.auction_state_deposit_returned_why()]
  if (needsDeposit && deposit?.state === 'refused') return [m.auction_state_deposit_refused(), deposit.reason]
  const remaining = [
    entry.acceptedVersion !== entry.termsVersion && m.auction_state_unready(),
    program.entry === 'approval' &&
      state !== 'approved' &&
      (state === 'waiting' ? m.auction_state_waiting() : m.auction_state_unready()),
    needsDeposit &&
      deposit?.state !== 'received' &&
      (deposit?.state === 'due' ? m.auction_state_deposit_due() : m.auction_state_unready()),
  ].filter((step) => step !== false)
  const [only = m.auction_state_unready()] = remaining
  const title =
    remaining.length === 3
      ? m.auction_state_unready_three()
      : remaining.length === 2
        ? m.auction_state_unready_two()
        : only
  return [title, m.auction_state_unready_why()]
}
