import { eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Services } from '#kit/server/context.ts'
import { senderNetwork } from '#kit/server/uploads/upload-allowance.ts'
import { codeLimits } from '../rules.ts'
import { contactLimits } from '../table.ts'
import { hmacWithSecret } from './hash-contact.ts'

const createLimitKey = (services: Services, kind: string, of: string) =>
  `${kind}:${hmacWithSecret(services, `contact limit ${kind}`, of).toString('base64url')}`

interface Limit {
  max: number
  within: number
  gap: number
}

/** Consumes one unit of a rate limit in one statement. Throws `too_many`. */
const consumeLimit = async (context: Context, key: string, { max, within, gap }: Limit): Promise<void> => {
  const now = context.now()
  const moment = sql`${now.toISOString()}::timestamptz`
  const isOver = sql`known.began_at <= ${moment} - ${within} * interval '1 millisecond'`
  const { rowCount } = await context.database.execute(sql`
    INSERT INTO contact_limits AS known (key, count, began_at, last_at) VALUES (${key}, 1, ${moment}, ${moment})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN 1 ELSE known.count + 1 END,
      began_at = CASE WHEN ${isOver} THEN ${moment} ELSE known.began_at END,
      last_at = ${moment}
    WHERE known.last_at <= ${moment} - ${gap} * interval '1 millisecond' AND (${isOver} OR known.count < ${max}::int)`)
  if (rowCount) return
  const [row] = await context.database.select().from(contactLimits).where(eq(contactLimits.key, key))
  const free = row
    ? Math.max(row.lastAt.getTime() + gap, row.count < max ? 0 : row.beganAt.getTime() + within)
    : now.getTime()
  throw new AppError('too_many', { retryAfter: Math.max(1, Math.ceil((free - now.getTime()) / 1000)) })
}

/**
 * Counts one message to a contact, per contact and per requesting network; `purpose` separates codes from recovery.
 * Does not depend on whether an account has the contact. Throws `too_many`.
 */
export const countContactMessage = async (
  context: Context,
  purpose: 'code' | 'recovery',
  contact: string,
): Promise<void> => {
  const { services, scope } = context
  await consumeLimit(
    context,
    createLimitKey(services, `${purpose}-network`, senderNetwork(scope.address)),
    codeLimits.network,
  )
  await consumeLimit(context, createLimitKey(services, `${purpose}-contact`, contact), codeLimits.contact)
}

/** Counts the start of an identity verification per network. Throws `too_many`. */
export const countVerification = async (context: Context): Promise<void> => {
  const { services, scope } = context
  await consumeLimit(
    context,
    createLimitKey(services, 'identity-network', senderNetwork(scope.address)),
    codeLimits.network,
  )
}
