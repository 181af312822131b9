import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import { hashToken, verifyAccessToken } from '#kit/auth/tokens.ts'
import type { Database } from '#kit/db/pool.ts'
import type { Principal, Services } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { idleLife, sessionLife } from './rules.ts'
import { sessions } from './table.ts'

const lives = (scopes: readonly string[]) =>
  isStaff(scopes)
    ? { idle: idleLife.console, whole: sessionLife.console }
    : { idle: idleLife.member, whole: sessionLife.member }

/** Whoever may enter the console has shorter sessions and longer passwords. */
export const isStaff = (scopes: readonly string[]) => scopes.includes('console')

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
}

type AccountRow = Principal & { usedAt: Date; startedAt: Date }

const isAlive = (row: AccountRow, now: Date): boolean => {
  const { idle, whole } = lives(row.scopes)
  return now.getTime() - row.usedAt.getTime() < idle && now.getTime() - row.startedAt.getTime() < whole
}

const openSessions = (database: Database) =>
  database
    .select(accountColumns)
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.state, 'active')))
    .innerJoin(levels, eq(levels.id, users.levelId))
    .$dynamic()

/** When a session that was used at `usedAt` ends at the latest. */
export const endOf = (row: AccountRow, now: Date): Date => {
  const { idle, whole } = lives(row.scopes)
  return new Date(Math.min(now.getTime() + idle, row.startedAt.getTime() + whole))
}

/** The account of an open session as the database has it now; null when session or account are closed. */
export const principalOf = async ({ database, clock }: Services, sessionId: string): Promise<Principal | null> => {
  const [row] = await openSessions(database).where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  return row && isAlive(row, clock.now()) ? row : null
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
  const [row] = await openSessions(database).where(
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

/** Where an account is logged in, the latest used first. */
export const sessionsOf = async (database: Database, { userId, scopes }: Principal, now: Date) => {
  const { idle, whole } = lives(scopes)
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

/** Ends the open sessions of an account; `except` keeps one. Answers how many ended. */
export const endSessions = async (database: Database, userId: string, now: Date, except?: string): Promise<number> => {
  const ended = await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
