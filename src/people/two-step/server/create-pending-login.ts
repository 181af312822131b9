import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import { AppError } from '#kit/errors.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { createSecondStepKey } from '#people/auth/server/limit-attempts.ts'
import { loginFailures } from '#people/auth/table.ts'
import { maxPendingAttempts, pendingLoginLifetime } from '../rules.ts'
import { pendingLogins, recoveryCodes, twoSteps } from '../table.ts'

/** True if log-ins of the account need a second step. */
export const hasTwoStep = async (context: Context, userId: string): Promise<boolean> =>
  (await context.database.$count(twoSteps, and(eq(twoSteps.userId, userId), isNotNull(twoSteps.secret)))) > 0

/** Creates a pending log-in after a right password when a code is required. Its token grants no access. */
export const createPendingLogin = async (
  within: Context,
  userId: string,
): Promise<{ pending: string; expiresAt: string }> => {
  const pending = newRefreshToken()
  const expiresAt = new Date(within.now().getTime() + pendingLoginLifetime)
  await within.database.insert(pendingLogins).values({ tokenHash: hashToken(pending), userId, expiresAt })
  return { pending, expiresAt: expiresAt.toISOString() }
}

const createPendingOverError = () => new AppError('invalid', { fields: { pending: 'pending_over' } })

/**
 * Claims one attempt of a pending log-in in one statement. Throws `invalid` if it is expired, spent or has no attempts
 * left.
 */
export const claimPendingAttempt = async (context: Context, pending: string): Promise<{ userId: string }> => {
  const [row] = await context.database
    .update(pendingLogins)
    .set({ attempts: sql`${pendingLogins.attempts} + 1` })
    .where(
      and(
        eq(pendingLogins.tokenHash, hashToken(pending)),
        gt(pendingLogins.expiresAt, context.now()),
        lt(pendingLogins.attempts, maxPendingAttempts),
      ),
    )
    .returning({ userId: pendingLogins.userId })
  if (!row) throw createPendingOverError()
  return row
}

/** Ends a pending log-in once. Throws `invalid` if a concurrent call ended it. */
export const endPendingLogin = async (within: Context, pending: string): Promise<void> => {
  const spent = await within.database
    .delete(pendingLogins)
    .where(eq(pendingLogins.tokenHash, hashToken(pending)))
    .returning({ userId: pendingLogins.userId })
  if (spent.length === 0) throw createPendingOverError()
}

/** Deletes expired pending log-ins. */
export const deleteExpiredPendingLogins = async (context: Context): Promise<void> => {
  await context.database.delete(pendingLogins).where(lt(pendingLogins.expiresAt, context.now()))
}

/** Personal data of this module: the archive contains the date of activation, never the secrets. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
    await context.database.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await context.database.delete(twoSteps).where(eq(twoSteps.userId, userId))
    await context.database.delete(loginFailures).where(eq(loginFailures.key, createSecondStepKey(userId).key))
    return []
  },
  async archive(context, { userId }) {
    const [row] = await context.database
      .select({ since: twoSteps.since })
      .from(twoSteps)
      .where(and(eq(twoSteps.userId, userId), isNotNull(twoSteps.secret)))
    return { twoStep: row ?? null }
  },
}
