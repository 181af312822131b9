import { lockText, unlockText } from '../auth/vault.ts'
import type { BankAccount } from '../bank-account.ts'
import type { Context } from './context.ts'

/** An account as it is kept: encrypted for the one record that `label` names (`table:id`). */
export const sealAccount = (context: Context, label: string, account: BankAccount): Buffer =>
  lockText(context.services.vault, JSON.stringify(account), label)

/** What was sealed for a record. Throws for what was sealed for another. */
export const openAccount = (context: Context, label: string, sealed: Buffer): BankAccount =>
  JSON.parse(unlockText(context.services.vault, sealed, label)) as BankAccount
