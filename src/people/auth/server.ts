import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write.ts'
import { isCommonPassword } from '#kit/auth/common-passwords.ts'
import { hashPassword, needsRehash, verifyPassword } from '#kit/auth/password.ts'
import { accessTokenLife, hashToken, newRefreshToken, readBasic, signAccessToken } from '#kit/auth/tokens.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { auth } from './contract.ts'
import { firstDelay, freeFailures, isMadeOfOwnWords, longestDelay, sessionLife, shortestPassword } from './rules.ts'
import { endOf, endSessions, isStaff, resumeSession, sessionsOf } from './service.ts'
import { loginFailures, sessions } from './table.ts'

const keyOf = (kind: 'account' | 'address', value: string) =>
  `${kind}:${createHash('sha256').update(value).digest('base64url')}`

/**
 * Claims one attempt on a key: a single statement counts it as failed beforehand and blocks the key for the delay that
 * follows, unless it is blocked already. So parallel guesses cannot all pass the check before the first one fails.
 * A quiet hour forgives. Throws `too_many`.
 */
const claimAttempt = async (context: Context, key: string, free: number): Promise<void> => {
  const now = context.now().toISOString()
  const claimed = await context.database.execute(sql`
    INSERT INTO login_failures AS known (key, failures, last_at) VALUES (${key}, 1, ${now}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN known.last_at < ${now}::timestamptz - interval '1 hour' THEN 1 ELSE known.failures + 1 END,
      last_at = ${now}::timestamptz,
      blocked_until = CASE
        WHEN known.last_at < ${now}::timestamptz - interval '1 hour' OR known.failures + 1 < ${free} THEN NULL
        ELSE ${now}::timestamptz + least(${longestDelay}, ${firstDelay} * power(2, least(known.failures + 1 - ${free}, 20))) * interval '1 second' END
    WHERE known.blocked_until IS NULL OR known.blocked_until <= ${now}::timestamptz`)
  if (claimed.rowCount) return
  const [row] = await context.database.select().from(loginFailures).where(eq(loginFailures.key, key))
  const wait = (row?.blockedUntil?.getTime() ?? 0) - context.now().getTime()
  throw new AppError('too_many', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Takes one claimed attempt back. Nothing was blocked when it was claimed, and nothing could be claimed since. */
const giveBack = async (context: Context, key: string): Promise<void> => {
  await context.database
    .update(loginFailures)
    .set({ failures: sql`greatest(0, ${loginFailures.failures} - 1)`, blockedUntil: null })
    .where(eq(loginFailures.key, key))
}

/** After a right password all failures of the account are forgotten. */
const forgive = async (context: Context, key: string): Promise<void> => {
  await context.database.delete(loginFailures).where(eq(loginFailures.key, key))
}

/** By username or e-mail address; a username comes first. */
const findAccount = async (context: Context, name: string) => {
  const [account] = await context.database
    .select({ id: users.id, name: users.name, hash: users.passwordHash, state: users.state, scopes: levels.scopes })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(or(eq(users.username, name), sql`lower(${users.email}) = ${name}`))
    .orderBy(desc(eq(users.username, name)))
    .limit(1)
  return account
}

const bearerOf = (context: Context): string => {
  const token = /^Bearer +([\w-]{20,128})$/i.exec(context.scope.authorization ?? '')?.[1]
  if (!token) throw new AppError('login_required')
  return token
}

export const authHandlers: Handlers<typeof auth> = {
  async refreshToken(context) {
    const given = readBasic(context.scope.authorization)
    if (!given) throw new AppError('login_required')
    const account = await findAccount(context, given.username.normalize('NFC').trim().toLowerCase())
    // Counted by account, whichever of its names was given; names that nobody has are counted and refused alike.
    const accountKey = keyOf('account', account?.id ?? given.username.toLowerCase())
    const addressKey = keyOf('address', context.scope.address)
    await claimAttempt(context, addressKey, freeFailures.address)
    await claimAttempt(context, accountKey, freeFailures.account)
    const fits = await verifyPassword(account?.hash ?? null, given.password).catch(async (error) => {
      // Too busy to look: that was no failure.
      for (const key of [accountKey, addressKey]) await giveBack(context, key)
      throw error
    })
    if (!account || !fits || account.state !== 'active') throw new AppError('login_failed')
    const rehashed = needsRehash(account.hash) ? await hashPassword(given.password) : null
    const now = context.now()
    const token = newRefreshToken()
    await context.transaction(async (within) => {
      await within.database.insert(sessions).values({
        id: within.newId(),
        userId: account.id,
        tokenHash: hashToken(token),
        device: context.scope.device,
        address: context.scope.address,
        createdAt: now,
        usedAt: now,
      })
      await forgive(within, accountKey)
      await giveBack(within, addressKey)
      if (rehashed)
        await within.database
          .update(users)
          .set({ passwordHash: rehashed })
          .where(and(eq(users.id, account.id), eq(users.passwordHash, account.hash)))
      await writeAudit(within, { action: 'login', entity: 'users', entityId: account.id, summary: account.name })
    })
    const life = isStaff(account.scopes) ? sessionLife.console : sessionLife.member
    return { refreshToken: token, expiresAt: new Date(now.getTime() + life).toISOString() }
  },

  async accessToken(context) {
    const now = context.now()
    const account = await resumeSession(context.database, bearerOf(context), now)
    if (!account) throw new AppError('session_expired')
    const accessToken = await signAccessToken(
      context.services.secret,
      { userId: account.userId, sessionId: account.sessionId, scope: [...account.scopes] },
      now.getTime(),
    )
    const expiresAt = new Date(Math.min(now.getTime() + accessTokenLife * 1000, endOf(account, now).getTime()))
    return { accessToken, expiresAt: expiresAt.toISOString() }
  },

  async logout(context) {
    await context.database
      .update(sessions)
      .set({ endedAt: context.now() })
      .where(and(eq(sessions.tokenHash, hashToken(bearerOf(context))), isNull(sessions.endedAt)))
    return undefined
  },

  async me(context) {
    const { userId, username, name, level, scopes } = context.principal
    return { me: { _id: userId, username, name, level, scope: [...scopes] } }
  },

  async password(context, { body }) {
    const { userId, sessionId, username, scopes, name } = context.principal
    // A stolen session must not become a way to try passwords.
    const accountKey = keyOf('account', userId)
    await claimAttempt(context, accountKey, freeFailures.account)
    const [account] = await context.database
      .select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId))
    if (!account || !(await verifyPassword(account.hash, body.current)))
      throw new AppError('invalid', { fields: { current: 'wrong_password' } })
    await forgive(context, accountKey)
    if (body.next.length < shortestPassword(isStaff(scopes)))
      throw new AppError('invalid', { fields: { next: 'short_password' } })
    if (isCommonPassword(body.next) || isMadeOfOwnWords(body.next, username))
      throw new AppError('invalid', { fields: { next: 'weak_password' } })
    const passwordHash = await hashPassword(body.next)
    await context.transaction(async (within) => {
      const changed = await within.database
        .update(users)
        .set({ passwordHash, updatedAt: within.now() })
        .where(and(eq(users.id, userId), eq(users.passwordHash, account.hash)))
        .returning({ id: users.id })
      if (changed.length === 0) throw new AppError('conflict')
      await endSessions(within.database, userId, within.now(), sessionId)
      await writeAudit(within, { action: 'password', entity: 'users', entityId: userId, summary: name })
    })
    return undefined
  },

  async sessions(context) {
    const rows = await sessionsOf(context.database, context.principal, context.now())
    return {
      sessions: rows.map((row) => ({
        _id: row.id,
        device: row.device,
        address: row.address,
        createdAt: row.createdAt.toISOString(),
        usedAt: row.usedAt.toISOString(),
        current: row.id === context.principal.sessionId,
      })),
    }
  },

  async endSession(context, { params }) {
    const ended = await context.database
      .update(sessions)
      .set({ endedAt: context.now() })
      .where(and(eq(sessions.id, params.id), eq(sessions.userId, context.principal.userId), isNull(sessions.endedAt)))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw new AppError('not_found')
    return undefined
  },
}
