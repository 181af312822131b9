import { z } from 'zod'
import { BankAccount, MaskedBankAccount } from '#kit/bank-account.ts'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { depositStates } from './rules.ts'

fieldMessages({
  deposit_changed: m.auctions_field_deposit_changed,
  deposit_held: m.auctions_field_deposit_held,
  deposit_locked: m.auctions_field_deposit_locked,
  deposit_owes: m.auctions_field_deposit_owes,
})

/** Deposit required by an auction: amount in KRW and the house's bank account. */
export const DepositInput = z.strictObject({
  amount: z.number().int().min(1).max(1_000_000_000_000),
  ...BankAccount.shape,
})

/** Deposit of a bidder. */
const deposit = {
  state: z.enum(depositStates),
  amount: z.number().int(),
  reference: z.string().describe('Reference that the bidder enters as the sender of the transfer'),
  dueAt: Instant,
  receivedAt: Instant.nullable(),
  returnedAt: Instant.nullable(),
  reason: z.string().describe('Why staff refused it'),
  refundTo: MaskedBankAccount.nullable(),
}

/** The member's own deposit, with the account to pay it to. */
export const OwnDeposit = z.object({ ...deposit, payTo: DepositInput.omit({ amount: true }).nullable() })
export type OwnDeposit = z.infer<typeof OwnDeposit>
export const ConsoleDeposit = z.object({
  ...deposit,
  owes: z.boolean().describe('Has bids on an open lot or an unpaid won lot: the deposit cannot be refunded'),
  givenUp: z.boolean().describe('Won a lot whose sale staff cancelled: staff decide whether to refund'),
})
export type ConsoleDeposit = z.infer<typeof ConsoleDeposit>

const entry = '/api/console/auction/programs/{id}/entries/{entry}'
const entryParams = z.strictObject({ id: Id, entry: Id })

/** Routes of deposits. `own` and `staff` are the schemas of the registrations that they return. */
export const depositRoutes = <Own extends z.ZodType, Staff extends z.ZodType>(own: Own, staff: Staff) => ({
  setDeposit: route({
    method: 'PUT',
    path: `${entry}/deposit`,
    access: 'console:auction',
    summary:
      'Records that a deposit was received, refused (with a reason) or refunded, and notifies the bidder. Not refundable while the bidder has bids on an open lot or an unpaid purchase.',
    params: entryParams,
    body: z.strictObject({
      state: z.enum(['received', 'refused', 'returned']),
      reason: z.string().trim().max(300).default(''),
    }),
    answer: z.object({ entry: staff }),
  }),
  refundTo: route({
    method: 'POST',
    path: `${entry}/refund-account/open`,
    access: 'console:auction',
    summary: 'Returns the full number of the refund account of a deposit. The access and its reason are logged.',
    params: entryParams,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ account: BankAccount }),
    status: 200,
  }),
  setRefundTo: route({
    method: 'PUT',
    path: '/api/v1/auction/programs/{id}/entry/refund-account',
    access: 'member',
    summary: "Sets the refund account of the caller's deposit; it is stored encrypted.",
    params: ById,
    body: z.strictObject({ account: BankAccount }),
    answer: z.object({ entry: own }),
  }),
})
