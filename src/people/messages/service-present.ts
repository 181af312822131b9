import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { Message } from './contract.ts'
import { type OutboxRow, outbox } from './table.ts'

/** What a search looks through of a text: nothing where it may open an account. */
export const searchableText = sql`CASE WHEN ${outbox.forgetAt} IS NULL THEN ${outbox.text} END`

/**
 * The ids of those of these messages that are for staff whose account the reader may not have: by a contact of theirs, or
 * by what they were written for. An owner gives every right but an owner's anyway.
 */
const forStaff = async (context: Context, rows: readonly OutboxRow[]): Promise<Set<string>> => {
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
 * Messages as the console has them. A text with a code or a link opens the account it is for: it is shown where no
 * server is configured that could bring it; one to a colleague to an owner alone, and one to an owner to nobody.
 */
export const presentMessages = async (context: Context, rows: readonly OutboxRow[]): Promise<Message[]> => {
  const { mail, sms } = context.services
  const isBrought = ({ channel }: OutboxRow) => (channel === 'mail' ? mail : sms) !== undefined
  const secret = rows.filter(({ forgetAt }) => forgetAt !== null)
  const staff = await forStaff(
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
