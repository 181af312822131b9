import { decryptText, encryptText } from '../../auth/vault.ts'
import type { BankAccount } from '../../bank-account.ts'
import type { Context } from '../context.ts'

/** Encrypts a bank account for the record named by `label` (`table:id`). */
export const encryptAccount = (context: Context, label: string, account: BankAccount): Buffer =>
  encryptText(context.services.vault, JSON.stringify(account), label)

/** Decrypts a record's bank account. Throws if it was sealed for another record. */
export const decryptAccount = (context: Context, label: string, sealed: Buffer): BankAccount =>
  JSON.parse(decryptText(context.services.vault, sealed, label)) as BankAccount
