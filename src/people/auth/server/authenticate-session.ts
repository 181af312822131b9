import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { hashToken, verifyAccessToken } from '#kit/auth/tokens.ts'
import type { Database } from '#kit/db/pool.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Principal, Services } from '#kit/server/context.ts'
import { owesTermsSql } from '#people/consents/server/find-missing-consents.ts'
import { levels } from '#people/levels/table.ts'
import { twoSteps } from '#people/two-step/table.ts'
import { users } from '#people/users/table.ts'
import { settings } from '#platform/settings/table.ts'
import { getSessionLifetimes, type SessionLengths } from '../rules.ts'
import { sessions } from '../table.ts'
import { readSessionLifetimes, sessionLengthsSql } from './read-session-lengths.ts'

/** SQL: the settings require two-step verification of this staff account or seller. */
const requiresTwoStepSql = sql`(SELECT
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
  needsTwoStep: sql<boolean>`${requiresTwoStepSql} AND NOT EXISTS (SELECT FROM ${twoSteps} WHERE ${twoSteps.userId} = ${users.id} AND ${twoSteps.secret} IS NOT NULL)`,
  lengths: sessionLengthsSql,
}

type AccountRow = Principal & { usedAt: Date; startedAt: Date; lengths: SessionLengths | null }

const isAlive = (row: AccountRow, now: Date): boolean => {
  const { idle, total } = getSessionLifetimes(isStaff(row.scopes), row.lengths)
  return now.getTime() - row.usedAt.getTime() < idle && now.getTime() - row.startedAt.getTime() < total
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
    .select({ asked: sql<boolean>`${requiresTwoStepSql}` })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(eq(users.id, context.principal.userId))
  return row?.asked ?? false
}

/** Returns the latest end of a session that is used now. */
export const calculateSessionEnd = (row: AccountRow, now: Date): Date => {
  const { idle, total } = getSessionLifetimes(isStaff(row.scopes), row.lengths)
  return new Date(Math.min(now.getTime() + idle, row.startedAt.getTime() + total))
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
  return now.getTime() - row.usedAt.getTime() >= getSessionLifetimes(isStaff(row.scopes), row.lengths).idle
    ? 'session_idle'
    : 'session_expired'
}

/** Returns the sessions of an account, last used first. */
export const listSessions = async (database: Database, { userId, scopes }: Principal, now: Date) => {
  const { idle, total } = await readSessionLifetimes(database, isStaff(scopes))
  return database
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.usedAt, new Date(now.getTime() - idle)),
        gt(sessions.createdAt, new Date(now.getTime() - total)),
      ),
    )
    .orderBy(desc(sessions.usedAt))
    .limit(50)
}
