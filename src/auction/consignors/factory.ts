import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { ConsignorInput, type consignors as contract } from './contract.ts'
import { encryptConsignorAccount } from './server/find-consignors.ts'
import { auctionConsignors, type ConsignorRow } from './table.ts'

type Input = z.input<typeof ConsignorInput>

export const consignorInput = (overrides: Partial<Input> = {}): Input => ({
  name: '표은서',
  email: 'consignor@mail.example',
  phone: '02-0000-0000',
  commission: 1000,
  ...overrides,
})

export const bankAccount = { bank: '가람은행', number: '110-000-123456', holder: '표은서' }

/** Creates a consignor with a bank account. */
export const buildConsignor = async (context: Context, overrides: Partial<Input> = {}): Promise<ConsignorRow> => {
  const { id } = await insertRecord(context, auctionConsignors, ConsignorInput, consignorInput(overrides))
  const [row] = await context.database
    .update(auctionConsignors)
    .set({ sealed: encryptConsignorAccount(context, id, bankAccount) })
    .where(eq(auctionConsignors.id, id))
    .returning()
  if (!row) throw new Error('The consignor was not updated')
  return row
}

const params = async (context: Context) => ({ params: { id: (await buildConsignor(context)).id } })

export const samples: Samples<typeof contract> = {
  create: async () => ({ body: consignorInput() }),
  account: async (context) => ({ ...(await params(context)), body: { reason: '정산 이체' } }),
  setAccount: async (context) => ({ ...(await params(context)), body: { account: bankAccount } }),
}
