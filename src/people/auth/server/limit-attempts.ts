import { createHash } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { admitHashing } from '#kit/auth/password.ts'
import { AppError } from '#kit/errors.ts'
import { expiringCache } from '#kit/expiring-cache.ts'
import type { Context } from '#kit/server/context.ts'
import { senderNetwork } from '#kit/server/uploads/upload-allowance.ts'
import { firstDelay, freeFailures, maxDelay } from '../rules.ts'
import { loginFailures } from '../table.ts'

/** Returns the normalized form of a log-in name: two spellings that find the same account give the same name. */
export const normalizeLoginName = (username: string): string => username.normalize('NFC').trim().toLowerCase()

const hashValue = (value: string) => createHash('sha256').update(value).digest('base64url')

/** Key for counting failures; the first `free` of them cause no delay. */
export interface FailureKey {
  key: string
  free: number
}

/**
 * Returns the key for failures of a log-in name, whether an account has it or not. Counting per account would reveal
 * existing names: their variants (a space, an e-mail address) would share one count.
 */
export const createNameKey = (name: string): FailureKey => ({
  key: `account:${hashValue(normalizeLoginName(name))}`,
  free: freeFailures.account,
})

/** Returns the key for the client's network. An IPv6 prefix has too many addresses to count them singly. */
export const addressKey = (address: string): FailureKey => ({
  key: `address:${hashValue(senderNetwork(address))}`,
  free: freeFailures.address,
})

/** Returns the key for an open session that guesses its own password; other clients cannot lock it. */
export const createOwnPasswordKey = (userId: string): FailureKey => ({
  key: `own:${hashValue(userId)}`,
  free: freeFailures.account,
})

/** Returns the key for the second log-in step, which is reachable only with the password. */
export const createSecondStepKey = (userId: string): FailureKey => ({
  key: `second:${hashValue(userId)}`,
  free: freeFailures.account,
})

/**
 * Attempts that could not be returned because the database refused the write; subtracted at the next claim of the key
 * in this process.
 */
const unreturnedAttempts = expiringCache<number>(20_000, 3_600_000)

/**
 * Claims one attempt on a key: one statement counts it as failed in advance and blocks the key for the resulting delay,
 * unless it is blocked. Parallel guesses therefore cannot all pass before the first fails. The count resets after a
 * quiet hour. Throws `too_many`.
 */
const claimAttempt = async (context: Context, { key, free }: FailureKey): Promise<void> => {
  const now = context.now().toISOString()
  const debt = unreturnedAttempts.get(key) ?? 0
  unreturnedAttempts.delete(key)
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
          ELSE ${now}::timestamptz + least(${maxDelay}, ${firstDelay} * power(2, least(${after} - ${free}::int, 20))) * interval '1 second' END
      WHERE known.blocked_until IS NULL OR known.blocked_until <= ${now}::timestamptz OR ${debt}::int > 0`)
    if (claimed.rowCount) return
  } catch (error) {
    if (debt > 0) unreturnedAttempts.set(key, debt + (unreturnedAttempts.get(key) ?? 0))
    throw error
  }
  const [row] = await context.database.select().from(loginFailures).where(eq(loginFailures.key, key))
  const wait = (row?.blockedUntil?.getTime() ?? 0) - context.now().getTime()
  throw new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/**
 * Returns one claimed attempt. Safe to unblock: nothing was blocked at the claim, and nothing could be claimed since.
 */
export const returnAttempt = async (context: Context, { key }: FailureKey): Promise<void> => {
  await context.database
    .update(loginFailures)
    .set({ failures: sql`greatest(0, ${loginFailures.failures} - 1)`, blockedUntil: null })
    .where(eq(loginFailures.key, key))
}

/** Deletes the failures of these keys after a right password. */
export const clearFailures = async (context: Context, ...keys: FailureKey[]): Promise<void> => {
  await context.database.delete(loginFailures).where(
    inArray(
      loginFailures.key,
      keys.map(({ key }) => key),
    ),
  )
}

/** Wrong password, the only outcome that counts as a failure. Carries the error to answer. */
export class WrongPassword extends Error {
  readonly refusal: AppError

  constructor(refusal: AppError) {
    super('wrong password')
    this.refusal = refusal
  }
}

/**
 * Runs `work`, which needs a password, with one attempt claimed on each key. Only `WrongPassword` counts as a failure;
 * any other error (too busy, disk full, database down) returns the attempts. On success `work` must settle them in its
 * own transaction. Throws `too_many`, and `busy` before any claim if too many log-ins wait.
 */
export const withAttempt = <T>(context: Context, keys: FailureKey[], work: () => Promise<T>): Promise<T> =>
  admitHashing(() => runAttempt(context, keys, work))

const runAttempt = async <T>(context: Context, keys: FailureKey[], work: () => Promise<T>): Promise<T> => {
  const claimed: FailureKey[] = []
  try {
    for (const key of keys) {
      await claimAttempt(context, key)
      claimed.push(key)
    }
    return await work()
  } catch (error) {
    if (error instanceof WrongPassword) throw error.refusal
    for (const item of claimed)
      await returnAttempt(context, item).catch(() =>
        unreturnedAttempts.set(item.key, (unreturnedAttempts.get(item.key) ?? 0) + 1),
      )
    throw error
  }
}
