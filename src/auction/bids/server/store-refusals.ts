import { desc, eq } from 'drizzle-orm'
import { type Database, isUnreachable } from '#kit/db/pool.ts'
import type { Context, Services } from '#kit/server/context.ts'
import type { BidKind, BidRefusal } from '../rules.ts'
import { auctionRefusals } from '../table.ts'

type NewRefusal = typeof auctionRefusals.$inferInsert

interface Writer {
  waiting: NewRefusal[]
  writing: Promise<void> | undefined
}

/** Maximum rows per statement. */
const batchSize = 500
/** Maximum rows queued while the database is unavailable; further rows are dropped and logged. */
const mostWaiting = 10_000
const maxAttempts = 5

const writers = new WeakMap<Database, Writer>()

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const insert = (services: Services, rows: NewRefusal[]) =>
  // The statement is repeated if its answer was lost.
  services.database.insert(auctionRefusals).values(rows).onConflictDoNothing()

/** Writes the queued rows in order. A row that the database rejects does not block the others. */
const writeAll = async (services: Services, writer: Writer): Promise<void> => {
  let failed = 0
  while (writer.waiting.length > 0) {
    const rows = writer.waiting.slice(0, batchSize)
    try {
      await insert(services, rows)
    } catch (error) {
      failed += 1
      if (isUnreachable(error) && failed < maxAttempts) {
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
  // Here and not when the promise settles: a row queued in between would have no writer.
  writer.writing = undefined
}

/**
 * Queues a refused bid for storage. Its request is rolled back, so one writer per process inserts the row: a request
 * that waited for the insert would hold a connection while waiting for another. Readers and the shutdown wait for
 * `flushRefusals`.
 */
export const queueRefusal = (
  context: Context,
  {
    work,
    user,
    ...refusal
  }: { work: string; user: string; kind: BidKind; amount: number; reason: BidRefusal; at: Date },
): void => {
  const { services } = context
  const writer: Writer = writers.get(services.database) ?? { waiting: [], writing: undefined }
  writers.set(services.database, writer)
  if (writer.waiting.length >= mostWaiting) {
    services.log.warn({ work }, 'a refused bid was not kept: too many wait')
    return
  }
  writer.waiting.push({ id: context.newId(), workId: work, userId: user, ...refusal })
  writer.writing ??= writeAll(services, writer)
}

/** Resolves when the queued refusals of this process are written. */
export const flushRefusals = async (services: Services): Promise<void> => {
  await writers.get(services.database)?.writing
}

/** Returns the latest 100 refusals on a lot. */
export const readRefusals = (context: Context, workId: string) =>
  context.database
    .select()
    .from(auctionRefusals)
    .where(eq(auctionRefusals.workId, workId))
    .orderBy(desc(auctionRefusals.at))
    .limit(100)
