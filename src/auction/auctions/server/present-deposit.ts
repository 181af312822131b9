import { type BankAccount, maskAccount } from '#kit/bank-account.ts'
import type { Context } from '#kit/server/context.ts'
import { decryptAccount, encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { depositReference } from '../rules.ts'
import type { AuctionRow, RegistrationRow } from '../table.ts'

const labelOf = (id: string): string => `auction_entries:${id}`

/** Encrypts a refund account for storage; the ciphertext is bound to the registration. */
export const encryptRefundAccount = (context: Context, id: string, account: BankAccount): Buffer =>
  encryptAccount(context, labelOf(id), account)

/** Decrypts the refund account of a deposit; null if none was given, or after the refund. */
export const decryptRefundAccount = (
  context: Context,
  { id, sealed }: Pick<RegistrationRow, 'id' | 'sealed'>,
): BankAccount | null => sealed && decryptAccount(context, labelOf(id), sealed)

/** Deposit of a registration with a masked refund account; null if none was requested. */
export const presentDeposit = (context: Context, entry: RegistrationRow) => {
  const { deposit: state, depositAmount: amount, depositNumber: number, depositDue: due } = entry
  if (amount === null || number === null || due === null) return null
  const account = decryptRefundAccount(context, entry)
  return {
    state,
    amount,
    reference: depositReference(number),
    dueAt: due.toISOString(),
    receivedAt: entry.receivedAt?.toISOString() ?? null,
    returnedAt: entry.returnedAt?.toISOString() ?? null,
    reason: entry.depositReason,
    refundTo: account && maskAccount(account),
  }
}

/** The same for the bidder, with the account to pay it to. */
export const presentOwnDeposit = (
  context: Context,
  entry: RegistrationRow,
  { deposit }: Pick<AuctionRow, 'deposit'>,
) => {
  const own = presentDeposit(context, entry)
  if (!own) return null
  const { amount: _amount, ...payTo } = deposit ?? { amount: 0 }
  return { ...own, payTo: 'bank' in payTo ? payTo : null }
}
