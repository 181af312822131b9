import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { isCommonPassword } from '#kit/auth/common-passwords.ts'
import { admit, verifyPassword } from '#kit/auth/password.ts'
import { hashToken, verifyAccessToken } from '#kit/auth/tokens.ts'
import type { Database } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { expiringCache } from '#kit/expiring-cache.ts'
import type { Held, PersonalData } from '#kit/module/module.ts'
import type { Context, Principal, Services } from '#kit/server/context.ts'
import { networkOf } from '#kit/server/uploads/upload-allowance.ts'
import { owesTerms } from '#people/consents/service.ts'
import { levels } from '#people/levels/table.ts'
import { recoveryTokens } from '#people/recovery/table.ts'
import { pendingLogins, twoSteps } from '#people/two-step/table.ts'
import { users } from '#people/users/table.ts'
import { settings } from '#platform/settings/table.ts'
import {
  firstDelay,
  freeFailures,
  isMadeOfOwnWords,
  livesOf,
  longestDelay,
  type SessionLengths,
  shortestPassword,
} from './rules.ts'
import { lengths, livesNow } from './service-lengths.ts'
import { distrustDevices } from './service-trust.ts'
import { loginFailures, sessions, trustedDevices } from './table.ts'

export { deviceName } from './service-device.ts'
export { accountOf, startSession } from './service-start.ts'
export { tellContactChanged, tellProtection } from './service-told.ts'
export { countTrusted, distrustDevices, isTrusted, trustDevice } from './service-trust.ts'

/** Accounts that may enter the console have shorter sessions and longer passwords. */
export const isStaff = (scopes: readonly string[]) => scopes.includes('console')

/** The settings ask staff, or sellers, for 2-step verification. */
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
  lengths,
}

type AccountRow = Principal & { usedAt: Date; startedAt: Date; lengths: SessionLengths | null }

const isAlive = (row: AccountRow, now: Date): boolean => {
  const { idle, whole } = livesOf(isStaff(row.scopes), row.lengths)
  return now.getTime() - row.usedAt.getTime() < idle && now.getTime() - row.startedAt.getTime() < whole
}

const openSessions = (database: Database, now: Date) =>
  database
    .select({
      ...accountColumns,
      needsTerms: sql<boolean>`NOT ${levels.scopes} @> '{console}' AND ${owesTerms(users.id, sessions.createdAt, now)}`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.state, 'active')))
    .innerJoin(levels, eq(levels.id, users.levelId))
    .$dynamic()

/** Whether the settings ask the account of the request for 2-step verification, set up or not. */
export const mustUseTwoStep = async (context: Context): Promise<boolean> => {
  const [row] = await context.database
    .select({ asked: sql<boolean>`${isAsked}` })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(users.id, context.principal.userId))
  return row?.asked ?? false
}

/** When a session that was used at `usedAt` ends at the latest. */
export const endOf = (row: AccountRow, now: Date): Date => {
  const { idle, whole } = livesOf(isStaff(row.scopes), row.lengths)
  return new Date(Math.min(now.getTime() + idle, row.startedAt.getTime() + whole))
}

/** The account of an open session as the database has it now; null when session or account are closed. */
export const principalOf = async ({ database, clock }: Services, sessionId: string): Promise<Principal | null> => {
  const now = clock.now()
  const [row] = await openSessions(database, now).where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row && isAlive(row, now) ? row : null
}

/**
 * The account of an access token. Session, state and level are read from the database at every request, so a log-out,
 * a lock or another level takes effect at the next one.
 */
export const createAuthenticate =
  (services: Services) =>
  async (token: string): Promise<Principal | null> => {
    const ids = await verifyAccessToken(services.secret, token, services.clock.now())
    const principal = ids && (await principalOf(services, ids.sessionId))
    return principal?.userId === ids?.userId ? principal : null
  }

/** The account of a refresh token whose session is open; records the use. Null when it is unknown or ended. */
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

/** Why a refresh token is refused, for its holder: the session was ended, left unused, or the account closed. */
export const whyEnded = async (
  database: Database,
  token: string,
  now: Date,
): Promise<'session_expired' | 'session_idle' | 'session_ended' | 'session_revoked'> => {
  const [row] = await database
    .select({ state: users.state, scopes: levels.scopes, endedAt: sessions.endedAt, usedAt: sessions.usedAt, lengths })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(sessions.tokenHash, hashToken(token)))
  if (!row) return 'session_expired'
  if (row.state !== 'active') return 'session_revoked'
  if (row.endedAt) return 'session_ended'
  return now.getTime() - row.usedAt.getTime() >= livesOf(isStaff(row.scopes), row.lengths).idle
    ? 'session_idle'
    : 'session_expired'
}

/** Where an account is logged in, the latest used first. */
export const sessionsOf = async (database: Database, { userId, scopes }: Principal, now: Date) => {
  const { idle, whole } = await livesNow(database, isStaff(scopes))
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

/** Ends what would let somebody in later: links to a new password, and log-ins that wait for their second step. */
export const endWaiting = async (database: Database, userId: string): Promise<void> => {
  await database.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
  await database.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
}

/**
 * Ends the open sessions of an account, and what would become one (`endWaiting`), in the caller's transaction; `except`
 * keeps one. No device is trusted after it: who has one of them may be who it is about. Answers how many ended.
 */
export const endSessions = async (database: Database, userId: string, now: Date, except?: string): Promise<number> => {
  // A log-in holds the account (`accountOf`): it is over first, and its session among those that end.
  await database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  await distrustDevices(database, userId)
  await endWaiting(database, userId)
  const ended = await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

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

/** Of the network that asks: who is given an IPv6 address is given more of them than can be counted. */
export const addressKey = (address: string): FailureKey => ({
  key: `address:${digestOf(networkOf(address))}`,
  free: freeFailures.address,
})

/** Of a session that is open: it guesses at its own account, and nobody can lock it out from outside. */
export const ownKey = (userId: string): FailureKey => ({ key: `own:${digestOf(userId)}`, free: freeFailures.account })

/** Of the second step of an account: only somebody with its password gets there. */
export const secondKey = (userId: string): FailureKey => ({
  key: `second:${digestOf(userId)}`,
  free: freeFailures.account,
})

/**
 * Attempts that were claimed and could not be given back, because the database took no writes: deducted at the next
 * claim of the key in this process.
 */
const owed = expiringCache<number>(20_000, 3_600_000)

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
 * resolves, `work` has settled them itself, in the transaction of what it did. Throws `too_many`, and `busy` before any
 * claim when too many log-ins wait.
 */
export const withAttempt = <T>(context: Context, keys: FailureKey[], work: () => Promise<T>): Promise<T> =>
  admit(() => attempt(context, keys, work))

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
    for (const one of claimed) await giveBack(context, one).catch(() => owed.set(one.key, (owed.get(one.key) ?? 0) + 1))
    throw error
  }
}

/** The own password, checked for an act that asks for it again; a stolen session must not become a way to try some. */
export const withOwnPassword = async (context: Context, given: string, path: string): Promise<{ hash: string }> => {
  const { userId } = context.principal
  const own = ownKey(userId)
  return withAttempt(context, [own], async () => {
    const [found] = await context.database.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
    if (!found || !(await verifyPassword(found.hash, given)))
      throw new WrongPassword(new AppError('invalid', { fields: { [path]: 'wrong_password' } }))
    await forgive(context, own)
    return found
  })
}

/** Refuses a password that is too short for the account, among the commonest, or made of the firm's words or the name. */
export const checkNewPassword = (password: string, username: string, staff: boolean, path: string): void => {
  if (password.length < shortestPassword(staff)) throw new AppError('invalid', { fields: { [path]: 'short_password' } })
  if (isCommonPassword(password) || isMadeOfOwnWords(password, username))
    throw new AppError('invalid', { fields: { [path]: 'weak_password' } })
}

/** Months for which the law keeps log-ins (Protection of Communications Secrets Act, decree, article 41). */
export const loginMonths = 3

/** What this module keeps of an account: where it was logged in, and failures by its names. */
export const personal: PersonalData = {
  async held(context, { userId }): Promise<Held[]> {
    const rows = await loginsOf(context, userId)
    const latest = rows.reduce((all, { createdAt }) => Math.max(all, createdAt.getTime()), 0)
    const until = new Date(latest)
    until.setUTCMonth(until.getUTCMonth() + loginMonths)
    return rows.length > 0 ? [{ basis: 'login', until, records: rows }] : []
  },
  async forget(context, { userId, username, email, phone }) {
    await context.database.delete(sessions).where(eq(sessions.userId, userId))
    await distrustDevices(context.database, userId)
    const names = [username, email, phone].filter((name) => name !== null)
    await forgive(context, ownKey(userId), ...names.map(nameKey))
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
  since.setUTCMonth(since.getUTCMonth() - loginMonths)
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
