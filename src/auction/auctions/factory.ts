import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { buildUser } from '#people/users/factory.ts'
import { AuctionInput, type auctions as contract } from './contract.ts'
import { encryptRefundAccount } from './server/present-deposit.ts'
import { type AuctionRow, auctionRegistrations, auctionsTable, type RegistrationRow } from './table.ts'

type Input = z.input<typeof AuctionInput>

/** Input of an auction that began an hour ago and whose first lot ends in `endsIn` seconds. */
export const auctionInput = (
  now: Date,
  { endsIn = 3600, ...overrides }: Partial<Input> & { endsIn?: number } = {},
): Input => ({
  title: { ko: '겨울의 결', en: 'Grain of winter', cn: '冬之纹理' },
  terms: { ko: '낙찰을 받으면 7일 안에 결제합니다.' },
  startsAt: new Date(now.getTime() - 3_600_000).toISOString(),
  firstEnd: new Date(now.getTime() + endsIn * 1000).toISOString(),
  lotSeconds: 60,
  increments: [{ from: 0, step: 10_000 }],
  visible: true,
  ...overrides,
})

export const buildAuction = (
  context: Context,
  overrides: Partial<Input> & { endsIn?: number } = {},
): Promise<AuctionRow> => insertRecord(context, auctionsTable, AuctionInput, auctionInput(context.now(), overrides))

/** Registers an account for an auction, approved. */
export const buildRegistration = async (
  context: Context,
  { programId, userId, ...overrides }: Partial<RegistrationRow> & Pick<RegistrationRow, 'programId' | 'userId'>,
): Promise<RegistrationRow> => {
  const now = context.now()
  const [row] = await context.database
    .insert(auctionRegistrations)
    .values({
      id: context.newId(),
      programId,
      userId,
      state: 'approved',
      termsVersion: sql`(SELECT terms_version FROM auction_programs WHERE id = ${programId})`,
      acceptedAt: now,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .returning()
  if (!row) throw new Error('The registration was not inserted')
  return row
}

/** Deposit required by an auction. */
export const depositInput = { amount: 500_000, bank: '대청은행', number: '100-200-300400', holder: '대청옥션' }

/** Registers an account for an auction with a deposit, which is received unless given otherwise. */
export const buildDeposit = async (
  context: Context,
  { programId, userId, ...overrides }: Partial<RegistrationRow> & Pick<RegistrationRow, 'programId' | 'userId'>,
): Promise<RegistrationRow> =>
  buildRegistration(context, {
    programId,
    userId,
    deposit: 'received',
    depositAmount: depositInput.amount,
    depositNumber: Number(
      (await context.database.execute<{ n: number }>(sql`SELECT nextval('auction_deposit_numbers') AS n`)).rows[0]?.n,
    ),
    depositDue: new Date(context.now().getTime() + 86_400_000),
    receivedAt: overrides.deposit === 'due' ? null : context.now(),
    ...overrides,
  })

const withDeposit = async (context: Context, overrides: Partial<RegistrationRow> = {}) => {
  const program = await buildAuction(context, { deposit: depositInput })
  const { id: userId } = overrides.userId ? { id: overrides.userId } : await buildUser(context)
  const id = context.newId()
  const entry = await buildDeposit(context, { id, programId: program.id, userId, ...overrides })
  return { id: program.id, entry: entry.id }
}

const refundTo = { bank: '한빛은행', number: '110-000-123456', holder: '홍길동' }

const params = async (context: Context) => ({ params: { id: (await buildAuction(context)).id } })

export const samples: Samples<typeof contract> = {
  create: (context) => ({ body: auctionInput(context.now()) }),
  cancel: async (context) => ({ ...(await params(context)), body: { reason: '위탁자의 사정으로 취소합니다.' } }),
  stop: async (context) => ({ ...(await params(context)), body: { reason: '작품 정보를 확인하고 있습니다.' } }),
  resume: async (context) => {
    const { id } = await buildAuction(context)
    await context.database
      .update(auctionsTable)
      .set({ stoppedAt: context.now(), stopReason: '확인' })
      .where(eq(auctionsTable.id, id))
    return { params: { id }, body: { reason: '확인을 마쳤습니다.' } }
  },
  entries: params,
  decide: async (context) => {
    const program = await buildAuction(context, { entry: 'approval' })
    const { id: userId } = await buildUser(context)
    const { id } = await buildRegistration(context, { programId: program.id, userId, state: 'waiting' })
    return { params: { id: program.id, entry: id }, body: { state: 'approved', reason: '' } }
  },
  enroll: async (context) => {
    const { id } = await buildAuction(context)
    return { params: { id }, body: { username: (await buildUser(context)).username, paddle: 27 } }
  },
  setPaddle: async (context) => {
    const { id: programId } = await buildAuction(context)
    const { id } = await buildRegistration(context, { programId, userId: (await buildUser(context)).id })
    return { params: { id: programId, entry: id }, body: { paddle: 28 } }
  },
  setDeposit: async (context) => ({
    params: await withDeposit(context, { deposit: 'due' }),
    body: { state: 'received', reason: '' },
  }),
  refundTo: async (context) => {
    const id = context.newId()
    const params = await withDeposit(context, { id, sealed: encryptRefundAccount(context, id, refundTo) })
    return { params, body: { reason: '보증금을 돌려드립니다.' } }
  },
  setRefundTo: async (context) => ({
    params: { id: (await withDeposit(context, { userId: context.principal.userId })).id },
    body: { account: refundTo },
  }),
  open: params,
  hall: async (context) => {
    const hall = context.newId()
    await buildAuction(context, { halls: [{ _id: hall, name: { ko: '1층 너른홀' } }] })
    return { params: { hall } }
  },
  entry: params,
  enter: async (context) => ({ ...(await params(context)), body: { termsVersion: 1 } }),
}
