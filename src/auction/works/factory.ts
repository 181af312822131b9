import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { buildAuction } from '#auction/auctions/factory.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { type works as contract, WorkInput } from './contract.ts'
import { auctionWorks, type WorkRow } from './table.ts'

type Input = z.input<typeof WorkInput>

export const workInput = (program: string, overrides: Partial<Input> = {}): Input => ({
  program,
  title: { ko: '물결 04', en: 'Ripple 04', cn: '涟漪 04' },
  medium: { ko: '캔버스에 유채' },
  made: '2024',
  height: 1167,
  width: 910,
  condition: { ko: '왼쪽 아래에 작은 눌림이 있습니다.' },
  estimateLow: 200_000,
  estimateHigh: 400_000,
  startPrice: 100_000,
  ...overrides,
})

/** Creates a work as the last lot of its auction; the lot is open if the auction is public. */
export const buildWork = async (context: Context, { program, ...overrides }: Partial<Input> = {}): Promise<WorkRow> => {
  const programId = program ?? (await buildAuction(context)).id
  const now = context.now()
  const id = context.newId()
  await context.database.insert(auctionWorks).values({
    ...WorkInput.parse(workInput(programId, overrides)),
    id,
    createdAt: now,
    updatedAt: now,
    lot: sql`(SELECT coalesce(max(lot), 0) + 1 FROM auction_works WHERE program_id = ${programId})`,
  })
  await context.database.execute(sql`SELECT open_lots(id) FROM auction_programs WHERE id = ${programId} AND visible`)
  const [row] = await context.database.select().from(auctionWorks).where(sql`id = ${id}`)
  if (!row) throw new Error('The work was not inserted')
  return row
}

const params = async (context: Context) => ({ params: { id: (await buildWork(context)).id } })

export const samples: Samples<typeof contract> = {
  create: async (context) => ({ body: workInput((await buildAuction(context)).id) }),
  order: async (context) => {
    const { id, program } = await buildWork(context)
    const second = await buildWork(context, { program })
    return { params: { id: program }, body: { works: [second.id, id] } }
  },
  withdraw: async (context) => ({ ...(await params(context)), body: { reason: '위탁자가 거두어 갔습니다.' } }),
  open: params,
  lots: async (context) => ({ params: { id: (await buildWork(context)).program } }),
  lot: params,
  condition: params,
  ask: async (context) => ({ ...(await params(context)), body: { text: '액자가 함께 옵니까?' } }),
  notice: params,
  setNotice: async (context) => ({ ...(await params(context)), body: { on: true } }),
}
