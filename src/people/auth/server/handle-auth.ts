import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { hashPassword, needsRehash, verifyPassword } from '#kit/auth/password.ts'
import { accessTokenLife, hashToken, readBasic, signAccessToken } from '#kit/auth/tokens.ts'
import { AppError } from '#kit/errors.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { omitScopesOfClosedSites, readSiteSwitches } from '#kit/server/open-sites.ts'
import {
  claimPendingAttempt,
  createPendingLogin,
  endPendingLogin,
  hasTwoStep,
} from '#people/two-step/server/create-pending-login.ts'
import { spendCode } from '#people/two-step/server/verify-code.ts'
import { users } from '#people/users/table.ts'
import type { auth } from '../contract.ts'
import { sessions } from '../table.ts'
import { calculateSessionEnd, explainEndedSession, listSessions, resumeSession } from './authenticate-session.ts'
import { checkNewPassword, verifyOwnPassword } from './check-password.ts'
import { endSessions } from './end-sessions.ts'
import {
  addressKey,
  clearFailures,
  createNameKey,
  createSecondStepKey,
  normalizeLoginName,
  returnAttempt,
  WrongPassword,
  withAttempt,
} from './limit-attempts.ts'
import { lockAccount, startSession } from './start-session.ts'
import { isTrustedDevice, trustDevice } from './trust-device.ts'

/** Finds an account by username or e-mail address; a username wins. */
const findAccount = async (context: Context, name: string) => {
  const [account] = await context.database
    .select({
      id: users.id,
      hash: users.passwordHash,
      state: users.state,
    })
    .from(users)
    .where(or(eq(users.username, name), sql`lower(${users.email}) = ${name}`))
    .orderBy(desc(eq(users.username, name)))
    .limit(1)
  return account
}

type LoggedIn = Awaited<ReturnType<typeof createPendingLogin | typeof startSession>>

const readBearer = (context: Context): string => {
  const token = /^Bearer +([\w-]{20,128})$/i.exec(context.scope.authorization ?? '')?.[1]
  if (!token) throw new AppError('login_required')
  return token
}

export const authHandlers: Handlers<typeof auth> = {
  async refreshToken(context) {
    const credentials = readBasic(context.scope.authorization)
    if (!credentials) throw new AppError('login_required')
    const name = createNameKey(credentials.username)
    const address = addressKey(context.scope.address)
    const logInOnce = async (isAgain: boolean): Promise<LoggedIn> => {
      const found = await findAccount(context, normalizeLoginName(credentials.username))
      const fits = await verifyPassword(found?.hash ?? null, credentials.password)
      if (!found || !fits || found.state !== 'active') throw new WrongPassword(new AppError('login_failed'))
      const rehashed = needsRehash(found.hash) ? await hashPassword(credentials.password) : null
      const entered = await context.transaction(async (within) => {
        const account = await lockAccount(within, found.id, found.hash)
        if (!account) return null
        await clearFailures(within, name)
        await returnAttempt(within, address)
        if (rehashed) await within.database.update(users).set({ passwordHash: rehashed }).where(eq(users.id, found.id))
        return (await hasTwoStep(within, found.id))
          ? createPendingLogin(within, found.id)
          : startSession(within, account, 'password')
      })
      if (entered) return entered
      // The hash changed during the comparison. Another log-in may have rehashed the same password, so retry once.
      if (isAgain) throw new WrongPassword(new AppError('login_failed'))
      return logInOnce(true)
    }
    return withAttempt(context, [address, name], () => logInOnce(false))
  },

  async secondStep(context, { body }) {
    const { userId } = await claimPendingAttempt(context, body.pending)
    const second = createSecondStepKey(userId)
    return withAttempt(context, [second], () =>
      context.transaction(async (within) => {
        const account = await lockAccount(within, userId)
        const method = account && (await spendCode(within, userId, body.code))
        if (!method) throw new WrongPassword(new AppError('invalid', { fields: { code: 'wrong_code' } }))
        await endPendingLogin(within, body.pending)
        await clearFailures(within, second)
        const started = await startSession(within, account, method)
        return body.trust ? { ...started, device: await trustDevice(within, userId) } : started
      }),
    )
  },

  async trustedDevice(context, { body }) {
    const { userId } = await claimPendingAttempt(context, body.pending)
    return context.transaction(async (within) => {
      const account = await lockAccount(within, userId)
      if (!account || !(await isTrustedDevice(within, userId, body.device)))
        throw new AppError('invalid', { fields: { device: 'device_over' } })
      await endPendingLogin(within, body.pending)
      return startSession(within, account, 'device')
    })
  },

  async accessToken(context) {
    const now = context.now()
    const token = readBearer(context)
    const account = await resumeSession(context.database, token, now)
    if (!account) throw new AppError(await explainEndedSession(context.database, token, now))
    // For the browser only, which hides switched-off sites; the server reads permissions on every request.
    const scope = omitScopesOfClosedSites(context.services.modules, await readSiteSwitches(context), account.scopes)
    const accessToken = await signAccessToken(
      context.services.secret,
      { userId: account.userId, sessionId: account.sessionId, scope },
      now.getTime(),
    )
    const expiresAt = new Date(
      Math.min(now.getTime() + accessTokenLife * 1000, calculateSessionEnd(account, now).getTime()),
    )
    return { accessToken, expiresAt: expiresAt.toISOString() }
  },

  async logout(context) {
    await context.database
      .update(sessions)
      .set({ endedAt: context.now() })
      .where(and(eq(sessions.tokenHash, hashToken(readBearer(context))), isNull(sessions.endedAt)))
    return undefined
  },

  async password(context, { body }) {
    const { userId, sessionId, username, scopes, name } = context.principal
    const account = await verifyOwnPassword(context, body.current, 'current')
    checkNewPassword(body.next, username, isStaff(scopes), 'next')
    const passwordHash = await hashPassword(body.next)
    await context.transaction(async (within) => {
      const changed = await within.database
        .update(users)
        .set({ passwordHash, updatedAt: within.now() })
        .where(and(eq(users.id, userId), eq(users.passwordHash, account.hash)))
        .returning({ id: users.id })
      if (changed.length === 0) throw new AppError('conflict')
      await endSessions(within.database, userId, within.now(), sessionId)
      await writeAudit(within, {
        action: 'password',
        entity: 'users',
        entityId: userId,
        summary: isStaff(scopes) ? name : '',
      })
    })
    return undefined
  },

  async sessions(context) {
    const rows = await listSessions(context.database, context.principal, context.now())
    return {
      sessions: rows.map((row) => ({
        _id: row.id,
        device: row.device,
        address: row.address,
        createdAt: row.createdAt.toISOString(),
        usedAt: row.usedAt.toISOString(),
        way: row.way,
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

  async endSessions(context) {
    const { userId, sessionId } = context.principal
    await context.transaction((within) => endSessions(within.database, userId, within.now(), sessionId))
    return undefined
  },
}
