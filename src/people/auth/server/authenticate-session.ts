import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { isCommonPassword } from '#kit/auth/common-passwords.ts'
import { admitHashing, verifyPassword } from '#kit/auth/password.ts'
import { hashToken, verifyAccessToken } from '#kit/auth/tokens.ts'
import type { Database } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { expiringCache } from '#kit/expiring-cache.ts'
import type { PersonalData, RetainedRecords } from '#kit/module/module.ts'
import type { Context, Principal, Services } from '#kit/server/context.ts'
import { senderNetwork } from '#kit/server/uploads/upload-allowance.ts'
import { owesTermsSql } from '#people/consents/server/change-consents.ts'
import { levels } from '#people/levels/table.ts'
import { recoveryTokens } from '#people/recovery/table.ts'
import { pendingLogins, twoSteps } from '#people/two-step/table.ts'
import { users } from '#people/users/table.ts'
import { settings } from '#platform/settings/table.ts'
import {
  firstDelay,
  freeFailures,
  isMadeOfKnownWords,
  maxDelay,
  minPasswordLength,
  type SessionLengths,
  sessionLifetimes,
} from '../rules.ts'
import { loginFailures, sessions, trustedDevices } from '../table.ts'
import { readSessionLifetimes, sessionLengthsSql } from './read-session-lengths.ts'
import { removeTrustedDevices } from './trust-device.ts'

export { deviceName } from '../rules-device.ts'
export { notifyContactChanged, notifySecurityChange } from './send-security-notice.ts'
export { lockAccount, startSession } from './start-session.ts'
export { countTrustedDevices, isTrustedDevice, removeTrustedDevices, trustDevice } from './trust-device.ts'

/** Staff may enter the console and therefore have shorter sessions and longer passwords. */
export const isStaff = (scopes: readonly string[]) => scopes.includes('console')

/** SQL: the settings require two-step verification of this staff account or seller. */
const isAsked = sql`(SELECT
  (${levels.scopes} @> '{console}' AND ${settings.value} @> '{"security":{"staffTwoStep":true}}')
  OR (${settings.value} @> '{"security":{"sellerTwoStep":true}}' AND is_seller(${users.id})) FROM ${settings})`

const accountColumns = {
  userId: users.id,
  sessionId: sessions.id,
  username: users.username,
  name: users.name,
  level: levels.key,
  rank: levels.rank,
  scopes: levels.scopes,
  usedAt: sessions.usedAt,
  startedAt: sessions.createdAt,
  needsTwoStep: sql<boolean>`${isAsked} AND NOT EXISTS (SELECT FROM ${twoSteps} WHERE ${twoSteps.userId} = ${users.id} AND ${twoSteps.secret} IS NOT NULL)`,
  lengths: sessionLengthsSql,
}

type AccountRow = Principal & { usedAt: Date; startedAt: Date; lengths: SessionLengths | null }

const isAlive = (row: AccountRow, now: Date): boolean => {
  const { idle, whole } = sessionLifetimes(isStaff(row.scopes), row.lengths)
  return now.getTime() - row.usedAt.getTime() < idle && now.getTime() - row.startedAt.getTime() < whole
}

const openSessions = (database: Database, now: Date) =>
  database
    .select({
      ...accountColumns,
      needsTerms: sql<boolean>`NOT ${levels.scopes} @> '{console}' AND ${owesTermsSql(users.id, sessions.createdAt, now)}`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.state, 'active')))
    .innerJoin(levels, eq(levels.id, users.levelId))
    .$dynamic()

/** True if the settings require two-step verification of the caller, whether set up or not. */
export const mustUseTwoStep = async (context: Context): Promise<boolean> => {
  const [row] = await context.database
    .select({ asked: sql<boolean>`${isAsked}` })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(users.id, context.principal.userId))
  return row?.asked ?? false
}

/** Returns the latest end of a session that is used now. */
export const sessionEnd = (row: AccountRow, now: Date): Date => {
  const { idle, whole } = sessionLifetimes(isStaff(row.scopes), row.lengths)
  return new Date(Math.min(now.getTime() + idle, row.startedAt.getTime() + whole))
}

/** Returns the account of an open session from the database; null if the session or account is closed. */
export const findPrincipal = async ({ database, clock }: Services, sessionId: string): Promise<Principal | null> => {
  const now = clock.now()
  const [row] = await openSessions(database, now).where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row && isAlive(row, now) ? row : null
}

/**
 * Returns the account of an access token. Session, state and level are read on every request, so that a log-out, lock
 * or level change takes effect immediately.
 */
export const createAuthenticate =
  (services: Services) =>
  async (token: string): Promise<Principal | null> => {
    const ids = await verifyAccessToken(services.secret, token, services.clock.now())
    const principal = ids && (await findPrincipal(services, ids.sessionId))
    return principal?.userId === ids?.userId ? principal : null
  }

/** Returns the account of a refresh token with an open session and records the use; null if it is unknown or ended. */
export const resumeSession = async (database: Database, token: string, now: Date): Promise<AccountRow | null> => {
  const [row] = await openSessions(database, now).where(
    and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)),
  )
  if (!row || !isAlive(row, now)) return null
  const used = await database
    .update(sessions)
    .set({ usedAt: now })
    .where(and(eq(sessions.id, row.sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return used.length > 0 ? row : null
}

/** Returns why a refresh token is refused: the session was ended, timed out, or the account is closed. */
export const explainEndedSession = async (
  database: Database,
  token: string,
  now: Date,
): Promise<'session_expired' | 'session_idle' | 'session_ended' | 'session_revoked'> => {
  const [row] = await database
    .select({
      state: users.state,
      scopes: levels.scopes,
      endedAt: sessions.endedAt,
      usedAt: sessions.usedAt,
      lengths: sessionLengthsSql,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(sessions.tokenHash, hashToken(token)))
  if (!row) return 'session_expired'
  if (row.state !== 'active') return 'session_revoked'
  if (row.endedAt) return 'session_ended'
  return now.getTime() - row.usedAt.getTime() >= sessionLifetimes(isStaff(row.scopes), row.lengths).idle
    ? 'session_idle'
    : 'session_expired'
}

/** Returns the sessions of an account, last used first. */
export const listSessions = async (database: Database, { userId, scopes }: Principal, now: Date) => {
  const { idle, whole } = await readSessionLifetimes(database, isStaff(scopes))
  return database
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.usedAt, new Date(now.getTime() - idle)),
        gt(sessions.createdAt, new Date(now.getTime() - whole)),
      ),
    )
    .orderBy(desc(sessions.usedAt))
    .limit(50)
}

/** Deletes pending access: password reset links, and log-ins that wait for their second step. */
export const deletePendingAccess = async (database: Database, userId: string): Promise<void> => {
  await database.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
  await database.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
}

/**
 * Ends the open sessions of an account and pending access (`endWaiting`), in the caller's transaction; `except` keeps
 * one session. Also removes all trusted devices, because an intruder may hold one. Returns the number of ended
 * sessions.
 */
export const endSessions = async (database: Database, userId: string, now: Date, except?: string): Promise<number> => {
  // Wait for a log-in that holds the account lock (`accountOf`), so that its session is ended too.
  await database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  await removeTrustedDevices(database, userId)
  await deletePendingAccess(database, userId)
  const ended = await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

/** Returns the normalized form of a log-in name: two spellings that find the same account give the same name. */
export const normalizeLoginName = (given: string): string => given.normalize('NFC').trim().toLowerCase()

const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/** Key for counting failures; the first `free` of them cause no delay. */
export interface FailureKey {
  key: string
  free: number
}

/**
 * Returns the key for failures of a log-in name, whether an account has it or not. Counting per account would reveal
 * existing names: their variants (a space, an e-mail address) would share one count.
 */
export const nameKey = (name: string): FailureKey => ({
  key: `account:${digestOf(normalizeLoginName(name))}`,
  free: freeFailures.account,
})

/** Returns the key for the client's network. An IPv6 prefix has too many addresses to count them singly. */
export const addressKey = (address: string): FailureKey => ({
  key: `address:${digestOf(senderNetwork(address))}`,
  free: freeFailures.address,
})

/** Returns the key for an open session that guesses its own password; other clients cannot lock it. */
export const ownPasswordKey = (userId: string): FailureKey => ({
  key: `own:${digestOf(userId)}`,
  free: freeFailures.account,
})

/** Returns the key for the second log-in step, which is reachable only with the password. */
export const secondStepKey = (userId: string): FailureKey => ({
  key: `second:${digestOf(userId)}`,
  free: freeFailures.account,
})

/**
 * Attempts that could not be returned because the database refused the write; subtracted at the next claim of the key
 * in this process.
 */
const owed = expiringCache<number>(20_000, 3_600_000)

/**
 * Claims one attempt on a key: one statement counts it as failed in advance and blocks the key for the resulting delay,
 * unless it is blocked. Parallel guesses therefore cannot all pass before the first fails. The count resets after a
 * quiet hour. Throws `too_many`.
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
          ELSE ${now}::timestamptz + least(${maxDelay}, ${firstDelay} * power(2, least(${after} - ${free}::int, 20))) * interval '1 second' END
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
  admitHashing(() => attempt(context, keys, work))

const attempt = async <T>(context: Context, keys: FailureKey[], work: () => Promise<T>): Promise<T> => {
  const claimed: FailureKey[] = []
  try {
    for (const key of keys) {
      await claim(context, key)
      claimed.push(key)
    }
    return await work()
  } catch (error) {
    if (error instanceof WrongPassword) throw error.refusal
    for (const one of claimed)
      await returnAttempt(context, one).catch(() => owed.set(one.key, (owed.get(one.key) ?? 0) + 1))
    throw error
  }
}

/**
 * Checks the caller's own password before a sensitive action. Rate-limited, so that a stolen session cannot guess it.
 */
export const verifyOwnPassword = async (context: Context, given: string, path: string): Promise<{ hash: string }> => {
  const { userId } = context.principal
  const own = ownPasswordKey(userId)
  return withAttempt(context, [own], async () => {
    const [found] = await context.database.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
    if (!found || !(await verifyPassword(found.hash, given)))
      throw new WrongPassword(new AppError('invalid', { fields: { [path]: 'wrong_password' } }))
    await clearFailures(context, own)
    return found
  })
}

/**
 * Throws `invalid` for a password that is too short for the account, very common, or made of the firm's words or the
 * username.
 */
export const checkNewPassword = (password: string, username: string, staff: boolean, path: string): void => {
  if (password.length < minPasswordLength(staff))
    throw new AppError('invalid', { fields: { [path]: 'short_password' } })
  if (isCommonPassword(password) || isMadeOfKnownWords(password, username))
    throw new AppError('invalid', { fields: { [path]: 'weak_password' } })
}

/**
 * Months for which the law requires log-ins to be retained (Protection of Communications Secrets Act, decree, article
 * 41).
 */
export const loginRetentionMonths = 3

/** Personal data of this module: sessions, and failures by name. */
export const personal: PersonalData = {
  async held(context, { userId }): Promise<RetainedRecords[]> {
    const rows = await loginsOf(context, userId)
    const latest = rows.reduce((all, { createdAt }) => Math.max(all, createdAt.getTime()), 0)
    const until = new Date(latest)
    until.setUTCMonth(until.getUTCMonth() + loginRetentionMonths)
    return rows.length > 0 ? [{ basis: 'login', until, records: rows }] : []
  },
  async forget(context, { userId, username, email, phone }) {
    await context.database.delete(sessions).where(eq(sessions.userId, userId))
    await removeTrustedDevices(context.database, userId)
    const names = [username, email, phone].filter((name) => name !== null)
    await clearFailures(context, ownPasswordKey(userId), ...names.map(nameKey))
    return []
  },
  archive: async (context, { userId }) => ({
    logins: await loginsOf(context, userId),
    trustedDevices: await context.database
      .select({
        device: trustedDevices.device,
        createdAt: trustedDevices.createdAt,
        expiresAt: trustedDevices.expiresAt,
      })
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, userId)),
  }),
}

const loginsOf = (context: Context, userId: string) => {
  const since = context.now()
  since.setUTCMonth(since.getUTCMonth() - loginRetentionMonths)
  return context.database
    .select({
      device: sessions.device,
      address: sessions.address,
      createdAt: sessions.createdAt,
      usedAt: sessions.usedAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.createdAt, since)))
    .orderBy(desc(sessions.createdAt))
}
