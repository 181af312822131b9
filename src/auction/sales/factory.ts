import { eq } from 'drizzle-orm'
import { buildBid, endLot } from '#auction/bids/factory.ts'
import { buildConsignor } from '#auction/consignors/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import { auctionWorks } from '#auction/works/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import type { sales as contract } from './contract.ts'
import type { SaleState } from './rules.ts'
import { closeLots } from './server/close-lots.ts'
import { auctionSales, type SaleRow } from './table.ts'

/** Creates the sale of a lot that an account won, with a runner-up. */
export const buildSale = async (
  context: Context,
  { userId, state = 'awaiting', consignor }: { userId?: string; state?: SaleState; consignor?: string } = {},
): Promise<SaleRow> => {
  const work = await buildWork(context, { ...(consignor && { consignor }) })
  const runner = await buildUser(context, { email: `runner-${work.id}@mail.example` })
  await buildBid(context, { work, userId: runner.id, amount: 100_000 })
  const winner = userId ?? (await buildUser(context, { email: `winner-${work.id}@mail.example` })).id
  await buildBid(context, { work, userId: winner, amount: 110_000 })
  await endLot(context, work.id)
  await closeLots(context)
  // The server's own watcher may be closing the same lot; its row lock makes this wait for it.
  await context.database
    .select({ id: auctionWorks.id })
    .from(auctionWorks)
    .where(eq(auctionWorks.id, work.id))
    .for('update')
  const [row] = await context.database
    .update(auctionSales)
    .set({
      state,
      ...(state === 'paid' && { paidAt: context.now() }),
      ...(state === 'void' && { voidReason: '기한이 지났습니다.' }),
      ...(state === 'offered' && { offerUntil: new Date(context.now().getTime() + 3_600_000) }),
    })
    .where(eq(auctionSales.workId, work.id))
    .returning()
  if (!row) throw new Error('The lot was not sold')
  return row
}

const ownSale = async (context: Context, state?: SaleState) => ({
  params: { id: (await buildSale(context, { userId: context.principal.userId, ...(state && { state }) })).id },
})
const sale = async (context: Context, state?: SaleState) => ({
  params: { id: (await buildSale(context, { ...(state && { state }) })).id },
})

export const samples: Samples<typeof contract> = {
  open: (context) => ownSale(context),
  setPickup: async (context) => ({
    ...(await ownSale(context, 'paid')),
    body: { pickupAt: new Date(context.now().getTime() + 86_400_000).toISOString() },
  }),
  answer: async (context) => ({ ...(await ownSale(context, 'offered')), body: { take: true } }),
  invoice: (context) => ownSale(context),
  get: (context) => sale(context),
  paper: async (context) => {
    const { params } = await sale(context, 'paid')
    return { params: { ...params, kind: 'settlement' } }
  },
  wonEmail: async (context) => ({ params: { id: (await buildSale(context)).workId } }),
  pay: async (context) => ({ ...(await sale(context)), body: { note: '계좌 입금' } }),
  collect: async (context) => ({ body: { code: (await buildSale(context, { state: 'paid' })).code } }),
  settle: async (context) => {
    const { id: consignor } = await buildConsignor(context)
    return { params: { id: (await buildSale(context, { state: 'paid', consignor })).id } }
  },
  giveUp: async (context) => ({ ...(await sale(context)), body: { reason: '기한이 지났습니다.' } }),
  offer: async (context) => ({ ...(await sale(context, 'void')), body: { hours: 48 } }),
  excel: async (context) => {
    const work = await buildWork(context)
    return { params: { id: work.program }, body: { reason: '행사 정산' } }
  },
}
