import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { inTransaction, openPool, unlockAtCommit } from '#kit/db/pool.ts'

/**
 * A bid sent by a separate process, as a process of the application would. The test that starts the process sends it
 * the bids and kills it.
 */
export interface BidRequest {
  work: string
  user: string
  kind: string
  amount: number
  key: string
  bid: string
  beside: string
}
export interface BidAnswer extends Record<string, unknown> {
  key: string
  outcome: string
  seq: number | null
}
/** Message to the process: the bids, or that the database is available again. */
export type ToBidder = { url: string; bids: BidRequest[] } | 'back'
/** Message from the process: an answer, or that the database is unavailable. */
export type FromBidder = BidAnswer | 'away'

const lines = 24

process.once('message', async (message: Exclude<ToBidder, 'back'>) => {
  const { database, close } = openPool(message.url, lines, () => undefined)
  let back: Promise<unknown> | undefined
  /** Resolves when the database is available again; concurrent waiters share one message. */
  const waitForDatabase = async () => {
    if (!back) {
      back = once(process, 'message')
      process.send?.('away' satisfies FromBidder)
    }
    await back
    back = undefined
  }
  const place = ({ work, user, kind, amount, key, bid, beside }: BidRequest) =>
    inTransaction(database, async (transaction) => {
      await unlockAtCommit(transaction)
      const { rows } = await transaction.execute<BidAnswer>(sql`SELECT ${key} AS key, outcome, seq
        FROM place_bid(${work}::uuid, ${user}::uuid, ${kind}, ${amount}::bigint, ${key}, ${bid}::uuid, ${beside}::uuid)`)
      return rows[0]
    })
  const decide = async (bidRequest: BidRequest): Promise<BidAnswer | undefined> => {
    for (;;)
      try {
        return await place(bidRequest)
      } catch {
        // Retry with the same idempotency key, as pages do.
        await waitForDatabase()
      }
  }
  const remaining = message.bids.values()
  await Promise.all(
    Array.from({ length: lines }, async () => {
      for (const one of remaining) process.send?.((await decide(one)) satisfies FromBidder | undefined)
    }),
  )
  await close()
  process.disconnect()
})
