import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { Message } from '../contract.ts'
import { type OutboxRow, outbox } from '../table.ts'

/** SQL: searchable text of a message; null if it could open an account. */
export const searchableText = sql`CASE WHEN ${outbox.forgetAt} IS NULL THEN ${outbox.text} END`

/**
 * Returns the ids of those messages that concern a staff account: sent to its contact or written about it. For an owner
 * only owner accounts count, because an owner grants all other permissions anyway.
 */
const findStaffMessages = async (context: Context, rows: readonly OutboxRow[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const found = await context.database
    .selectDistinct({ id: outbox.id })
    .from(outbox)
    .innerJoin(
      users,
      or(
        eq(users.id, outbox.aboutUserId),
        eq(sql`lower(${users.email})`, sql`lower(${outbox.recipient})`),
        eq(users.phone, outbox.recipient),
      ),
    )
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(
      and(
        inArray(
          outbox.id,
          rows.map(({ id }) => id),
        ),
        arrayContains(levels.scopes, ['console']),
        sql`(${levels.key} = 'owner' OR NOT EXISTS (SELECT FROM users me JOIN levels own ON own.id = me.level_id
          WHERE me.id = ${context.principal.userId}::uuid AND own.key = 'owner'))`,
      ),
    )
  return new Set(found.map(({ id }) => id))
}

/**
 * Presents messages for the console. A text with a code or link opens an account, so it is hidden if a configured
 * server delivers it. Otherwise it is shown, except that a message to staff is visible to an owner only, and one to an
 * owner to none.
 */
export const presentMessages = async (context: Context, rows: readonly OutboxRow[]): Promise<Message[]> => {
  const { mail, sms } = context.services
  const isBrought = ({ channel }: OutboxRow) => (channel === 'mail' ? mail : sms) !== undefined
  const secret = rows.filter(({ forgetAt }) => forgetAt !== null)
  const staff = await findStaffMessages(
    context,
    secret.filter((row) => !isBrought(row)),
  )
  const hidden = new Set(secret.filter((row) => isBrought(row) || staff.has(row.id)).map(({ id }) => id))
  return rows.map((row) => ({
    ...(toRecord(row) as unknown as Message),
    ...(hidden.has(row.id) && { html: null, text: null }),
  }))
}

export const presentMessage = async (context: Context, row: OutboxRow): Promise<Message> => {
  const [message] = await presentMessages(context, [row])
  return message as Message
}
