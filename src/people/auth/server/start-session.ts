import { and, eq, gt } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { deviceName } from '#kit/text/device-name.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { LoginMethod } from '../rules.ts'
import { sessions } from '../table.ts'
import { recordLogin } from './process-dormancy.ts'
import { endOfNewSession } from './read-session-lengths.ts'
import { notifyNewDevice } from './send-security-notice.ts'

const columns = {
  id: users.id,
  username: users.username,
  name: users.name,
  email: users.email,
  locale: users.locale,
  scopes: levels.scopes,
}

/** Account that logs in. */
type LoginAccount = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'locale'> & {
  scopes: readonly string[]
}

/**
 * Returns an account that may log in; with `hash` only while it is still the password. Locks its row first, until the
 * caller's transaction ends. Changes of password, state or protection take the same lock first, so a log-in either
 * completes before such a change and is ended by it, or sees the change.
 */
export const lockAccount = async (
  within: Context,
  userId: string,
  hash?: string,
): Promise<(LoginAccount & { username: string }) | undefined> => {
  const [account] = await within.database
    .select(columns)
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(
      and(
        eq(users.id, userId),
        eq(users.state, 'active'),
        hash === undefined ? undefined : eq(users.passwordHash, hash),
      ),
    )
    .for('no key update', { of: users })
  return account
}

/** Days for which a device counts as known. */
const knownDeviceDays = 90

/** True if the account was used before, but never from this kind of device. */
const isNewDevice = async (within: Context, userId: string): Promise<boolean> => {
  const since = new Date(within.now().getTime() - knownDeviceDays * 86_400_000)
  const earlierSessions = await within.database
    .selectDistinct({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.usedAt, since)))
    .limit(500)
  const name = deviceName(within.scope.device)
  return earlierSessions.length > 0 && !earlierSessions.some(({ device }) => deviceName(device) === name)
}

/**
 * Starts a session in the caller's transaction, which holds the lock of `lockAccount`. Writes an audit line, and sends a
 * mail if the device is new.
 */
export const startSession = async (
  within: Context,
  account: LoginAccount,
  method: LoginMethod,
): Promise<{ refreshToken: string; expiresAt: string }> => {
  const now = within.now()
  const refreshToken = newRefreshToken()
  const isNew = await isNewDevice(within, account.id)
  await recordLogin(within, account.id)
  await within.database.insert(sessions).values({
    id: within.newId(),
    userId: account.id,
    tokenHash: hashToken(refreshToken),
    device: within.scope.device,
    address: within.scope.address,
    createdAt: now,
    usedAt: now,
    way: method,
  })
  const ofMember = !isStaff(account.scopes)
  await writeAudit(within, {
    action: 'login',
    entity: 'users',
    entityId: account.id,
    summary: ofMember ? '' : account.name,
    ofMember,
  })
  if (isNew) await notifyNewDevice(within, account, deviceName(within.scope.device))
  return { refreshToken, expiresAt: (await endOfNewSession(within.database, !ofMember, now)).toISOString() }
}
