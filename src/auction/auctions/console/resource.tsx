import type { z } from 'zod'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { CallPending } from '#kit/client.ts'
import { blankInput, pickInput } from '#kit/input-fields.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { type Auction, AuctionInput, auctions } from '../contract.ts'
import type { AuctionState, DepositState, RegistrationState } from '../rules.ts'

export const client = clientOf(auctions)
export const resource = consoleResource(auctions)

/** Shows the message of a refused action. An action that waits for approval is not an error. */
export const showRefusal = (error: unknown): void =>
  error instanceof CallPending ? showSuccess(error.message) : showError(refusalMessage(error))

export type AuctionShape = z.output<typeof AuctionInput>

export const stateLabels: Record<AuctionState, () => string> = {
  coming: m.auctions_state_coming,
  running: m.auctions_state_running,
  over: m.auctions_state_over,
  cancelled: m.auctions_state_cancelled,
}
export const stateMarks: Record<AuctionState, Mark> = {
  coming: 'scheduled',
  running: 'published',
  over: 'ended',
  cancelled: 'hidden',
}

export const registrationLabels: Record<RegistrationState, () => string> = {
  waiting: m.auctions_entry_waiting,
  approved: m.auctions_entry_approved,
  refused: m.auctions_entry_refused,
}
export const registrationMarks: Record<RegistrationState, Mark> = {
  waiting: 'new',
  approved: 'published',
  refused: 'hidden',
}

export const depositLabels: Record<DepositState, () => string> = {
  none: m.auctions_deposit_none,
  due: m.auctions_deposit_due,
  received: m.auctions_deposit_received,
  refused: m.auctions_deposit_refused,
  returned: m.auctions_deposit_returned,
}
export const depositMarks: Record<DepositState, Mark> = {
  none: 'hidden',
  due: 'new',
  received: 'published',
  refused: 'hidden',
  returned: 'ended',
}

export const toInput = (auction: Auction): AuctionShape => pickInput(AuctionInput, auction)

export const blank = blankInput(AuctionInput, { title: { ko: '' }, startsAt: '', firstEnd: '' })
