import { desc, eq } from 'drizzle-orm'
import { type Database, isUnreachable } from '#kit/db/pool.ts'
import type { Context, Services } from '#kit/server/context.ts'
import type { BidRefusal, OfferKind } from './rules.ts'
import { auctionRefusals } from './table.ts'

type NewRefusal = typeof auctionRefusals.$inferInsert

interface Writer {
  waiting: NewRefusal[]
  writing: Promise<void> | undefined
}

/** Rows of one statement. */
const mostAtOnce = 500
/** Rows that wait while the database does not answer; further ones are let go, and the log says so. */
const mostWaiting = 10_000
const tries = 5

const writers = new WeakMap<Database, Writer>()

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const insert = (services: Services, rows: NewRefusal[]) =>
  // A statement whose answer was lost is sent again.
  services.database.insert(auctionRefusals).values(rows).onConflictDoNothing()

/** Writes what waits, in its order; one row that the database does not take keeps no other out. */
const writeAll = async (services: Services, writer: Writer): Promise<void> => {
  let failed = 0
  while (writer.waiting.length > 0) {
    const rows = writer.waiting.slice(0, mostAtOnce)
    try {
      await insert(services, rows)
    } catch (error) {
      failed += 1
      if (isUnreachable(error) && failed < tries) {
        await wait(200 * failed)
        continue
      }
      for (const row of rows)
        await insert(services, [row]).catch((refused) =>
          services.log.warn({ err: refused, work: row.workId }, 'a refused bid was not kept'),
        )
    }
    failed = 0
    writer.waiting.splice(0, rows.length)
  }
}

/**
 * Keeps a bid that was not taken. Its request is rolled back, so the row is written beside it, by one writer of the
 * process: a request that waited for it would hold a connection while it waits for another. Who reads them, and the end
 * of the process, wait for `refusalsKept`.
 */
export const keepRefusal = (
  context: Context,
  {
    work,
    user,
    ...refusal
  }: { work: string; user: string; kind: OfferKind; amount: number; reason: BidRefusal; at: Date },
): void => {
  const { services } = context
  const writer: Writer = writers.get(services.database) ?? { waiting: [], writing: undefined }
  writers.set(services.database, writer)
  if (writer.waiting.length >= mostWaiting) {
    services.log.warn({ work }, 'a refused bid was not kept: too many wait')
    return
  }
  writer.waiting.push({ id: context.newId(), workId: work, userId: user, ...refusal })
  writer.writing ??= writeAll(services, writer).finally(() => {
    writer.writing = undefined
  })
}

/** Resolves once the refused bids of this process are written. */
export const refusalsKept = async (services: Services): Promise<void> => {
  await writers.get(services.database)?.writing
}

/** The latest refusals on a lot. */
export const refusalsOf = (context: Context, workId: string) =>
  context.database
    .select()
    .from(auctionRefusals)
    .where(eq(auctionRefusals.workId, workId))
    .orderBy(desc(auctionRefusals.at))
    .limit(100)
