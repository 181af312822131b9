import { inArray } from 'drizzle-orm'
import { type BankAccount, maskAccount } from '#kit/bank-account.ts'
import type { Context } from '#kit/server/context.ts'
import { decryptAccount, encryptAccount as seal } from '#kit/server/records/encrypt-account.ts'
import { auctionConsignors, type ConsignorRow } from '../table.ts'

const labelOf = (id: string): string => `auction_consignors:${id}`

/** Encrypts a bank account for storage; the ciphertext is bound to the consignor. */
export const encryptConsignorAccount = (context: Context, id: string, account: BankAccount): Buffer =>
  seal(context, labelOf(id), account)

/** Decrypts the consignor's bank account; null if there is none. */
export const decryptConsignorAccount = (
  context: Context,
  { id, sealed }: Pick<ConsignorRow, 'id' | 'sealed'>,
): BankAccount | null => sealed && decryptAccount(context, labelOf(id), sealed)

/** The same with all digits of the number masked except the last four. */
export const maskConsignorAccount = (
  context: Context,
  row: Pick<ConsignorRow, 'id' | 'sealed'>,
): BankAccount | null => {
  const account = decryptConsignorAccount(context, row)
  return account && maskAccount(account)
}

/** Returns the names of consignors by id. */
export const readConsignorNames = async (
  context: Context,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> => {
  const presentIds = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    presentIds.length === 0
      ? []
      : await context.database
          .select({ id: auctionConsignors.id, name: auctionConsignors.name })
          .from(auctionConsignors)
          .where(inArray(auctionConsignors.id, presentIds))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
