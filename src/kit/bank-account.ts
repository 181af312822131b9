import { z } from 'zod'
import { headerLine } from './contract.ts'

/** Bank account number: digits and hyphens. */
export const AccountNumber = z
  .string()
  .trim()
  .regex(/^[\d-]{8,30}$/, { error: 'bank_account' })

/** Bank account. A person's account is stored encrypted (`sealAccount`). */
export const BankAccount = z.strictObject({
  bank: headerLine(40).min(1),
  number: AccountNumber,
  holder: headerLine(60).min(1),
})
export type BankAccount = z.infer<typeof BankAccount>

/** Account as shown to staff who gave no reason. */
export const MaskedBankAccount = BankAccount.extend({
  number: z.string().describe('All but its last four digits hidden'),
})

/** Masks all digits except the last four. */
export const maskAccount = (account: BankAccount): BankAccount => ({
  ...account,
  number: account.number.replace(/\d(?=(?:\D*\d){4})/g, '*'),
})
