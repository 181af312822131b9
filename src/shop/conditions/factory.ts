import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { conditions as contract } from './contract.ts'
import { shopConditions } from './table.ts'

const account = { bank: '시연은행', account: '000-0000-0412', holder: '대청무역센터' }

/** Sets a bank account if there is none; orders by transfer need one. */
export const buildAccount = async (context: Context): Promise<void> => {
  await context.database.update(shopConditions).set(account).where(eq(shopConditions.account, ''))
}

/** Sets a pickup place. */
export const buildPickup = async (context: Context): Promise<void> => {
  await context.database
    .update(shopConditions)
    .set({ pickupPlace: { ko: '안내 데스크', en: 'Shop desk', cn: '服务台' } })
}

/** Sets an account and a discount for a level; `rate` 300 is 3 %. */
export const buildConditions = async (context: Context, level = 'silver', rate = 300): Promise<void> => {
  await context.database.update(shopConditions).set({ ...account, levelRates: [{ level, rate }] })
}

export const samples: Samples<typeof contract> = {
  update: async (context) => {
    const [row] = await context.database.select().from(shopConditions)
    return { body: { returnFee: 3500, updatedAt: row?.updatedAt.toISOString() ?? '' } }
  },
}
