import { sql } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import { parsePhone } from '#kit/phone/parse-phone.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'

/**
 * Waiting work: accounts whose number could not be converted to its stored form (docs/decisions/0094), until it is
 * corrected. An account keeps its number if another account has the same one.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:users')) return {}
  const { rows } = await context.database.execute<{ id: string; name: string; phone: string; at: Date }>(sql`
    SELECT u.id, u.name, u.phone, c.converted_at AS at FROM phone_conversions c JOIN users u ON u.id = ANY (c.kept::uuid[])
    WHERE c.source = 'users.phone' AND u.phone IS NOT NULL ORDER BY u.id`)
  const open = rows.flatMap((row) => {
    const { phone = null } = parsePhone(row.phone)
    return phone === row.phone ? [] : [{ ...row, stored: phone }]
  })
  const shown = open.slice(0, 5)
  const wanted = shown.flatMap(({ stored }) => stored ?? [])
  const { rows: holders } = await context.database.execute<{ name: string; phone: string }>(
    sql`SELECT name, phone FROM users WHERE phone = ANY (${sql.param(wanted)}::text[])`,
  )
  const options = { locale: context.locale }
  const entries = shown.map(({ id, name, stored, at }) => {
    const holder = holders.find(({ phone }) => phone === stored)
    return {
      _id: id,
      title: name,
      kind: holder ? m.users_phone_taken({ name: holder.name }, options) : m.users_phone_unread({}, options),
      at: new Date(at).toISOString(),
      to: `/console/users/${id}`,
    }
  })
  return { works: [{ key: 'users.phones', count: open.length, entries }] }
}
