import { inArray } from 'drizzle-orm'
import { lockText, unlockText } from '#kit/auth/vault.ts'
import type { Context } from '#kit/server/context.ts'
import type { BankAccount } from './contract.ts'
import { auctionConsignors, type ConsignorRow } from './table.ts'

const labelOf = (id: string): string => `auction_consignors:${id}`

/** An account as it is kept: encrypted for one consignor. */
export const sealAccount = (context: Context, id: string, account: BankAccount): Buffer =>
  lockText(context.services.vault, JSON.stringify(account), labelOf(id))

/** The account that is paid into; null where none was given. */
export const accountOf = (context: Context, { id, sealed }: Pick<ConsignorRow, 'id' | 'sealed'>): BankAccount | null =>
  sealed ? (JSON.parse(unlockText(context.services.vault, sealed, labelOf(id))) as BankAccount) : null

/** The same with all digits but the last four hidden. */
export const maskedAccountOf = (context: Context, row: Pick<ConsignorRow, 'id' | 'sealed'>): BankAccount | null => {
  const account = accountOf(context, row)
  return account && { ...account, number: account.number.replace(/\d(?=(?:\D*\d){4})/g, '*') }
}

/** Names of consignors by their ids. */
export const consignorNames = async (
  context: Context,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> => {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    asked.length === 0
      ? []
      : await context.database
          .select({ id: auctionConsignors.id, name: auctionConsignors.name })
          .from(auctionConsignors)
          .where(inArray(auctionConsignors.id, asked))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
