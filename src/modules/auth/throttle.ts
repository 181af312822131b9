import { createHash } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { firstDelay, freeFailures, longestDelay } from './rules.ts'
import { loginFailures } from './table.ts'

/** A name as accounts are looked up by it: two spellings that find the same account are one name. */
export const normaliseName = (given: string): string => given.normalize('NFC').trim().toLowerCase()

const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/** What failures are counted by; `free` is how many cost nothing. */
export interface FailureKey {
  key: string
  free: number
}

/**
 * Failures of a name are counted by the name itself, whether an account has it or not: counted by account, the names
 * that exist would answer to their variants (a space, an e-mail address) and the others would not.
 */
export const nameKey = (name: string): FailureKey => ({
  key: `account:${digestOf(normaliseName(name))}`,
  free: freeFailures.account,
})

export const addressKey = (address: string): FailureKey => ({
  key: `address:${digestOf(address)}`,
  free: freeFailures.address,
})

/** Of a session that is open: it guesses at its own account, and nobody can lock it out from outside. */
export const ownKey = (userId: string): FailureKey => ({ key: `own:${digestOf(userId)}`, free: freeFailures.account })

/**
 * Attempts that were claimed and could not be given back, because the database took no writes: deducted at the next
 * claim of the key in this process.
 */
const owed = new LRUCache<string, number>({ max: 20_000, ttl: 3_600_000 })

/**
 * Claims one attempt on a key: a single statement counts it as failed beforehand and blocks the key for the delay that
 * follows, unless it is blocked already. So parallel guesses cannot all pass the check before the first one fails.
 * A quiet hour forgives. Throws `too_many`.
 */
const claim = async (context: Context, { key, free }: FailureKey): Promise<void> => {
  const now = context.now().toISOString()
  const debt = owed.get(key) ?? 0
  owed.delete(key)
  const after = sql`greatest(0, known.failures - ${debt}::int) + 1`
  const isForgiven = sql`known.last_at < ${now}::timestamptz - interval '1 hour'`
  try {
    const claimed = await context.database.execute(sql`
      INSERT INTO login_failures AS known (key, failures, last_at) VALUES (${key}, 1, ${now}::timestamptz)
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN ${isForgiven} THEN 1 ELSE ${after} END,
        last_at = ${now}::timestamptz,
        blocked_until = CASE
          WHEN ${isForgiven} OR ${after} < ${free}::int THEN NULL
          ELSE ${now}::timestamptz + least(${longestDelay}, ${firstDelay} * power(2, least(${after} - ${free}::int, 20))) * interval '1 second' END
      WHERE known.blocked_until IS NULL OR known.blocked_until <= ${now}::timestamptz OR ${debt}::int > 0`)
    if (claimed.rowCount) return
  } catch (error) {
    if (debt > 0) owed.set(key, debt + (owed.get(key) ?? 0))
    throw error
  }
  const [row] = await context.database.select().from(loginFailures).where(eq(loginFailures.key, key))
  const wait = (row?.blockedUntil?.getTime() ?? 0) - context.now().getTime()
  throw new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Takes one claimed attempt back. Nothing was blocked when it was claimed, and nothing could be claimed since. */
export const giveBack = async (context: Context, { key }: FailureKey): Promise<void> => {
  await context.database
    .update(loginFailures)
    .set({ failures: sql`greatest(0, ${loginFailures.failures} - 1)`, blockedUntil: null })
    .where(eq(loginFailures.key, key))
}

/** After a right password all failures of these keys are forgotten. */
export const forgive = async (context: Context, ...keys: FailureKey[]): Promise<void> => {
  await context.database.delete(loginFailures).where(
    inArray(
      loginFailures.key,
      keys.map(({ key }) => key),
    ),
  )
}

/** The password was wrong: the one outcome that counts as a failure. Carries the refusal that is answered. */
export class WrongPassword extends Error {
  readonly refusal: AppError

  constructor(refusal: AppError) {
    super('wrong password')
    this.refusal = refusal
  }
}

/**
 * Does what a password is needed for, with one attempt claimed on each key. A failure is counted for `WrongPassword`
 * alone; whatever else goes wrong (too busy to look, disk full, database away) gives the attempts back. When it
 * resolves, `work` has settled them itself, in the transaction of what it did. Throws `too_many`.
 */
export const withAttempt = async <T>(context: Context, keys: FailureKey[], work: () => Promise<T>): Promise<T> => {
  const claimed: FailureKey[] = []
  try {
    for (const key of keys) {
      await claim(context, key)
      claimed.push(key)
    }
    return await work()
  } catch (error) {
    if (error instanceof WrongPassword) throw error.refusal
    for (const one of claimed) await giveBack(context, one).catch(() => owed.set(one.key, (owed.get(one.key) ?? 0) + 1))
    throw error
  }
}
