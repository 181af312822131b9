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
  reference: z.string().describe('What the bidder writes as the sender of the transfer'),
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
  owes: z.boolean().describe('Has bid on an open lot, or has not paid for one that was won: the deposit stays'),
  givenUp: z
    .boolean()
    .describe('Won a lot whose sale staff gave up, unpaid mostly: whether it goes back is theirs to say'),
})
export type ConsoleDeposit = z.infer<typeof ConsoleDeposit>

const entry = '/api/console/auction/programs/{id}/entries/{entry}'
const ofEntry = z.strictObject({ id: Id, entry: Id })

/** Routes of deposits. `own` and `staff` are the schemas of the registrations that they return. */
export const depositRoutes = <Own extends z.ZodType, Staff extends z.ZodType>(own: Own, staff: Staff) => ({
  setDeposit: route({
    method: 'PUT',
    path: `${entry}/deposit`,
    access: 'console:auction',
    summary:
      'Note that a deposit came, is refused (with a reason), or was given back; the bidder is told. It is given back to nobody who has bid on an open lot or owes for one.',
    params: ofEntry,
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
    summary: 'The whole number of the account that a deposit is given back to; who looked at it and why is noted.',
    params: ofEntry,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ account: BankAccount }),
    status: 200,
  }),
  setRefundTo: route({
    method: 'PUT',
    path: '/api/v1/auction/programs/{id}/entry/refund-account',
    access: 'member',
    summary: 'Where the own deposit is given back to; it is kept encrypted.',
    params: ById,
    body: z.strictObject({ account: BankAccount }),
    answer: z.object({ entry: own }),
  }),
})
