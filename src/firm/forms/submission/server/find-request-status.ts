import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, or, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import type { Handler } from '#kit/server/context.ts'
import { createRateLimit } from '#kit/server/limits/rate-limit.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { formatRequestNumber } from '../../rules.ts'
import { formRequests } from '../../table.ts'
import type { submission } from '../contract.ts'

/** Rate limit of status look-ups per client address. */
const statusRateLimit = createRateLimit({ max: 10, period: 10 * 60_000 })

/** Minimum duration of a look-up in ms, so that its time does not reveal whether a request was found. */
const minLookUpTime = 120

/** Returns the state of a request by its number and the contact it was sent with. */
export const findRequestStatus: Handler<typeof submission.status> = async (context, { body }) => {
  const began = performance.now()
  const seconds = statusRateLimit.take(context.scope.address, context.newId(), context.now())
  if (seconds > 0) throw new AppError('too_many', { retryAfter: seconds })
  const contact = body.contact.normalize('NFKC')
  const phone = normalizePhone(contact) ?? contact
  const [row] = await context.database
    .select()
    .from(formRequests)
    .where(
      and(
        eq(formRequests.number, formatRequestNumber(body.number)),
        or(eq(formRequests.phone, phone), sql`lower(${formRequests.email}) = ${contact.toLowerCase()}`),
      ),
    )
  // A merged request shows the state of the one it was merged into.
  const [current] = row?.mergedInto
    ? await context.database.select().from(formRequests).where(eq(formRequests.id, row.mergedInto))
    : [row]
  await wait(Math.max(0, minLookUpTime - (performance.now() - began)))
  if (!row || !current) throw new AppError('not_found')
  const { answeredAt, closedAt, state } = toRecord(current)
  return { request: { number: row.number, state, receivedAt: row.createdAt.toISOString(), answeredAt, closedAt } }
}
