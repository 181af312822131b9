import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AuctionInput } from '#auction/auctions/contract.ts'
import { seedDeposits } from '#auction/auctions/demo-deposits.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { AuthorInput } from '#auction/authors/contract.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { buildBid } from '#auction/bids/factory.ts'
import { ConsignorInput } from '#auction/consignors/contract.ts'
import { encryptConsignorAccount } from '#auction/consignors/server/find-consignors.ts'
import { auctionConsignors } from '#auction/consignors/table.ts'
import { WorkInput } from '#auction/works/contract.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { hashPassword } from '#kit/auth/password.ts'
import { BankAccount } from '#kit/bank-account.ts'
import { DemoText, parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import records from './demo.json' with { type: 'json' }

/** Key of a medium: each artist works in one. */
const Medium = z.enum(Object.keys(records.media) as (keyof typeof records.media)[])
const DemoAuction = AuctionInput.pick({ title: true, summary: true, deposit: true }).extend({
  works: z.array(
    WorkInput.pick({ title: true, made: true, width: true, height: true, startPrice: true, pictures: true }).extend({
      medium: Medium,
    }),
  ),
})

/** Fictional artists, works, consignors, bank accounts and bidders. */
const demo = parseDemo(
  z.strictObject({
    artists: z.array(AuthorInput.extend({ medium: Medium })),
    media: z.record(Medium, DemoText),
    halls: z.array(DemoText),
    consignors: z.array(ConsignorInput.extend({ account: BankAccount })),
    bidders: z.array(z.string()),
    terms: DemoText,
    /** Texts of every work. */
    about: WorkInput.pick({ provenance: true, note: true, condition: true }),
    ended: DemoAuction,
    running: DemoAuction,
    upcoming: DemoAuction,
    cancelled: DemoAuction.omit({ works: true }).extend({ reason: z.string() }),
  }),
  records,
)

/** Creates a running auction, one whose lots have just ended, an upcoming one and a cancelled one. */
export const seedAuctionDemo = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now().getTime()
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('The level `member` does not exist')
  const authors = await insertRecords(
    context,
    auctionAuthors,
    AuthorInput,
    demo.artists.map(({ medium: _medium, ...artist }) => artist),
  )
  const consignors = await insertRecords(
    context,
    auctionConsignors,
    ConsignorInput,
    demo.consignors.map(({ account: _account, ...consignor }) => consignor),
  )
  for (const [index, { account }] of demo.consignors.entries()) {
    const { id } = consignors[index] ?? {}
    if (!id) throw new Error('The consignor was not inserted')
    const sealed = encryptConsignorAccount(context, id, account)
    await context.database.update(auctionConsignors).set({ sealed }).where(eq(auctionConsignors.id, id))
  }

  const createAuction = async ({ works, ...texts }: z.infer<typeof DemoAuction>, times: object) => {
    const halls = demo.halls.map((name) => ({ _id: context.newId(), name }))
    const program = { ...texts, ...times, terms: demo.terms, halls, visible: true }
    const [made] = await insertRecords(context, auctionsTable, AuctionInput, [program])
    if (!made) throw new Error('The auction was not inserted')
    const rows = await insertRecords(
      context,
      // Lot numbers follow the order of the works.
      auctionWorks,
      WorkInput.extend({ lot: WorkInput.shape.startPrice }),
      works.map(({ medium, ...work }, index) => ({
        ...demo.about,
        ...work,
        program: made.id,
        hall: halls[index < works.length / 2 ? 0 : 1]?._id,
        consignor: consignors[index % 3]?.id ?? null,
        author: authors[demo.artists.findIndex((artist) => artist.medium === medium)]?.id ?? null,
        lot: index + 1,
        medium: demo.media[medium],
        estimateLow: Math.round(work.startPrice * 1.3),
        estimateHigh: work.startPrice * 2,
        reserve: index % 3 === 2 ? Math.round(work.startPrice * 1.2) : null,
      })),
    )
    await context.database.execute(sql`SELECT open_lots(${made.id}::uuid)`)
    return { program: made, works: rows }
  }

  const accounts: string[] = []
  for (const [index, name] of demo.bidders.entries()) {
    const id = context.newId()
    // Random, unusable password.
    await context.database.insert(users).values({
      id,
      username: `auction-demo-${index + 1}`,
      name,
      email: `auction-demo-${index + 1}@daecheong.example`,
      levelId: level.id,
      passwordHash: await hashPassword(randomUUID()),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })
    accounts.push(id)
  }
  const bid = (
    work: typeof auctionWorks.$inferSelect | undefined,
    who: number,
    amount: number,
    kind: 'open' | 'maximum',
  ) => (work ? buildBid(context, { work, userId: accounts[who] ?? '', amount, kind }) : undefined)

  const { works: ended } = await createAuction(demo.ended, {
    startsAt: at(-14 * 86_400),
    // Long enough to place the bids below; the lots end automatically once the server runs.
    firstEnd: at(60),
    lotSeconds: 0,
    windowSeconds: 0,
    extensionSeconds: 0,
  })
  for (const [index, work] of ended.entries()) {
    if (index === 3) continue
    await bid(work, index % 3, work.startPrice, 'open')
    await bid(work, (index + 1) % 3, work.startPrice * 2, 'maximum')
  }
  const { program: running, works: open } = await createAuction(demo.running, {
    startsAt: at(-3600),
    firstEnd: at(600),
    lotSeconds: 180,
  })
  for (const [index, work] of open.entries()) {
    if (index % 5 === 3) continue
    await bid(work, index % 3, Math.round(work.startPrice * 1.5), 'maximum')
    if (index % 2 === 0) await bid(work, (index + 1) % 3, Math.round(work.startPrice * 1.3), 'open')
  }
  await seedPaddles(context, running.id, accounts, open[0]?.id ?? '')
  const { program: spring } = await createAuction(demo.upcoming, {
    startsAt: at(16 * 86_400),
    firstEnd: at(18 * 86_400),
    entry: 'approval',
  })
  await seedDeposits(context, spring, level.id)
  const { reason, ...cancelled } = demo.cancelled
  const times = { startsAt: at(9 * 86_400), firstEnd: at(11 * 86_400) }
  const [announced] = await insertRecords(context, auctionsTable, AuctionInput, [
    { ...cancelled, ...times, terms: demo.terms, visible: true },
  ])
  await context.database.execute(sql`SELECT cancel_auction(${announced?.id}::uuid, ${reason})`)
}

/** Gives each bidder a paddle number; the underbidder of one lot bid by telephone. */
const seedPaddles = async (context: Context, program: string, bidders: readonly string[], work: string) => {
  await context.database.execute(sql`
    UPDATE auction_entries AS own SET paddle = 100 + bidder.number
    FROM unnest(${sql.param(bidders)}::uuid[]) WITH ORDINALITY AS bidder (id, number)
    WHERE own.program_id = ${program} AND own.user_id = bidder.id`)
  await context.database.execute(sql`
    INSERT INTO auction_staff_bids (bid_id, channel, paddle)
    SELECT bid.id, 'telephone', own.paddle FROM auction_bids AS bid
    JOIN auction_entries AS own ON own.program_id = ${program} AND own.user_id = bid.user_id
    WHERE bid.work_id = ${work} AND bid.kind = 'open'`)
}
