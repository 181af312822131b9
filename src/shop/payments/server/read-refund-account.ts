import { type BankAccount, maskAccount } from '#kit/bank-account.ts'
import type { Context } from '#kit/server/context.ts'
import { decryptAccount } from '#kit/server/records/encrypt-account.ts'
import type { PaymentRow } from '../table.ts'

export const encryptionLabel = (id: string): string => `shop_payments:${id}`

/** Decrypts the account of a refund; null if there is none. */
export const decryptRefundAccount = (context: Context, { id, sealed }: PaymentRow): BankAccount | null =>
  sealed && decryptAccount(context, encryptionLabel(id), sealed)

/** Returns the account with all digits masked except the last four. */
export const maskRefundAccount = (context: Context, row: PaymentRow): BankAccount | null => {
  const account = decryptRefundAccount(context, row)
  return account && maskAccount(account)
}
