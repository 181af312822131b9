import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import type { Locale } from '#kit/locale.ts'
import type { MountContext } from '#kit/module/module.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { findMeetingsOf } from '../../server/find-matchings.ts'
import { feedOf } from './write-calendar.ts'

const purpose = 'calendar feed'
/** Path at which calendars fetch the feed. */
const at = '/files/calendar.ics'
/** Days for which a past meeting stays in the feed. */
const pastDays = 90

interface Address {
  user: string
  version: number
}

const addressOf = async (context: Context, address: Address): Promise<string> =>
  `${await matchOrigin(context)}${at}?token=${signValue(context.services.secret, purpose, address)}`

/** Returns the address of the caller's calendar feed; null until one is created. */
export const ownFeed = async (context: Context): Promise<{ address: string | null }> => {
  const user = context.principal.userId
  const { rows } = await context.database.execute<{ version: number }>(
    sql`SELECT version FROM calendar_feeds WHERE user_id = ${user} AND NOT closed`,
  )
  const [row] = rows
  return { address: row ? await addressOf(context, { user, version: row.version }) : null }
}

/** Creates a new address for the caller's feed and revokes the previous one, in one statement. */
export const renewFeed = async (context: Context): Promise<{ address: string | null }> => {
  const user = context.principal.userId
  const { rows } = await context.database.execute<{ version: number }>(sql`
    INSERT INTO calendar_feeds (user_id, updated_at) VALUES (${user}, ${context.now().toISOString()}::timestamptz)
    ON CONFLICT (user_id) DO UPDATE
      SET version = calendar_feeds.version + 1, closed = false, updated_at = excluded.updated_at
    RETURNING version`)
  const [row] = rows
  if (!row) throw new AppError('conflict')
  return { address: await addressOf(context, { user, version: row.version }) }
}

/** Closes the caller's feed. Idempotent. */
export const closeFeed = async (context: Context): Promise<void> => {
  await context.database.execute(sql`
    UPDATE calendar_feeds SET closed = true, updated_at = ${context.now().toISOString()}::timestamptz
    WHERE user_id = ${context.principal.userId} AND NOT closed`)
}

/**
 * Returns the feed at an address; null if another address has replaced it. Throws `not_found` for a closed feed and an
 * invalid token.
 */
export const readFeed = async (context: Context, token: string): Promise<string | null> => {
  const address = verifySigned<Address>(context.services.secret, purpose, token)
  if (!address) throw new AppError('not_found')
  const { rows } = await context.database.execute<{ locale: Locale; version: number; closed: boolean }>(sql`
    SELECT users.locale, calendar_feeds.version, calendar_feeds.closed
    FROM calendar_feeds JOIN users ON users.id = calendar_feeds.user_id
    WHERE users.id = ${address.user} AND users.state = 'active'`)
  const [user] = rows
  if (user?.closed) throw new AppError('not_found')
  if (user?.version !== address.version) return null
  const now = context.now()
  const found = await findMeetingsOf(context, address.user, new Date(now.getTime() - pastDays * 86_400_000))
  const site = await matchOrigin(context)
  return feedOf({
    found,
    userId: address.user,
    locale: user.locale,
    now,
    pageOf: (id) => site + inLocale(user.locale, `/me/matchings/${id}`),
  })
}

/** `GET /files/calendar.ics`: answers 410 at a replaced address, so that calendars stop polling. */
export const mountFeed = (app: FastifyInstance, { services }: MountContext): void => {
  app.get<{ Querystring: { token?: string } }>(at, { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query
    if (typeof token !== 'string') throw new AppError('not_found')
    const feed = await readFeed(new Context(services, publicScope('ko', request.id)), token)
    reply.header('cache-control', 'private, no-store').header('content-security-policy', "default-src 'none'; sandbox")
    if (feed === null) return reply.code(410).type('text/plain; charset=utf-8').send('')
    return reply.type('text/calendar; charset=utf-8').send(feed)
  })
}
