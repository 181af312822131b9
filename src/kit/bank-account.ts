import { z } from 'zod'
import { headerLine } from './contract.ts'

/** The number of an account at a bank: digits and hyphens. */
export const AccountNumber = z
  .string()
  .trim()
  .regex(/^[\d-]{8,30}$/, { error: 'bank_account' })

/** An account at a bank. Of a person it is kept encrypted (`sealAccount`). */
export const BankAccount = z.strictObject({
  bank: headerLine(40).min(1),
  number: AccountNumber,
  holder: headerLine(60).min(1),
})
export type BankAccount = z.infer<typeof BankAccount>

/** As it is shown without a reason. */
export const MaskedBankAccount = BankAccount.extend({
  number: z.string().describe('All but its last four digits hidden'),
})

/** The same account with all digits but the last four hidden. */
export const maskAccount = (account: BankAccount): BankAccount => ({
  ...account,
  number: account.number.replace(/\d(?=(?:\D*\d){4})/g, '*'),
})
