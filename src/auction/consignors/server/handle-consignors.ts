import { eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { sqlState } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { consignors as contract } from '../contract.ts'
import { auctionConsignors, type ConsignorRow } from '../table.ts'
import { decryptConsignorAccount, encryptConsignorAccount, maskConsignorAccount } from './find-consignors.ts'

const worksOf = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await context.database.execute<{ id: string; works: number }>(sql`
    SELECT consignor_id AS id, count(*)::int AS works FROM auction_works
    WHERE ${inArray(sql`consignor_id`, [...ids])} GROUP BY 1`)
  return new Map(rows.map(({ id, works }) => [id, works]))
}

const present = async (rows: ConsignorRow[], context: Context) => {
  const works = await worksOf(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map(({ sealed, ...row }) => ({
    ...toRecord(row),
    phone: row.phone && formatPhone(row.phone),
    account: maskConsignorAccount(context, { id: row.id, sealed }),
    works: works.get(row.id) ?? 0,
  }))
}

const base = tableHandlers(contract, auctionConsignors, {
  words: [auctionConsignors.name, auctionConsignors.note],
  title: (row) => row.name,
  present,
})

const find = async (context: Context, id: string): Promise<ConsignorRow> => {
  const [row] = await context.database.select().from(auctionConsignors).where(eq(auctionConsignors.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

export const consignorHandlers: Handlers<typeof contract> = {
  ...base,

  async remove(context, input) {
    try {
      return await base.remove(context, input)
    } catch (error) {
      if (sqlState(error) === '23503') throw new AppError('in_use', { fields: { name: 'consignor_used' } })
      throw error
    }
  },

  async account(context, { params, body }) {
    const row = await find(context, params.id)
    const account = decryptConsignorAccount(context, row)
    if (!account) throw new AppError('not_found')
    // Logged before the answer, so that every access to a number is on record.
    await writeAudit(context, {
      action: 'read',
      entity: 'consignors',
      entityId: row.id,
      summary: row.name,
      after: { reason: body.reason },
    })
    return { account }
  },

  setAccount: (context, { params, body }) =>
    context.transaction(async (within) => {
      const sealed = body.account ? encryptConsignorAccount(within, params.id, body.account) : null
      const [row] = await changeRows(within, auctionConsignors, { sealed })
        .where(eq(auctionConsignors.id, params.id))
        .returning()
      const [consignor] = row ? await present([row], within) : []
      if (!row || !consignor) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'update',
        entity: 'consignors',
        entityId: row.id,
        summary: row.name,
        after: { account: consignor.account?.number ?? null },
      })
      return { consignor }
    }),
}
