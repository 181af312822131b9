import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import type { Database } from '#kit/db/pool.ts'
import type { Context } from '#kit/server/context.ts'
import { maxTrustedDevices, trustLifetime } from '../rules.ts'
import { trustedDevices } from '../table.ts'

/**
 * Trusts the requesting device, in the caller's transaction; the token appears only in this response. Takes a free
 * place, or replaces the device used longest ago. Locks the `two_steps` row first, so that two concurrent calls do not
 * take the same place.
 */
export const trustDevice = async (within: Context, userId: string): Promise<{ token: string; expiresAt: string }> => {
  await within.database.execute(sql`SELECT FROM two_steps WHERE user_id = ${userId} FOR UPDATE`)
  const token = newRefreshToken()
  const now = within.now()
  const expiresAt = new Date(now.getTime() + trustLifetime)
  const at = sql`${now.toISOString()}::timestamptz`
  await within.database.execute(sql`
    INSERT INTO trusted_devices (id, user_id, place, token_hash, device, created_at, used_at, expires_at)
    SELECT ${within.newId()}::uuid, ${userId}::uuid, free.place, ${hashToken(token)}::bytea, ${within.scope.device}::text, ${at}, ${at},
      ${expiresAt.toISOString()}::timestamptz
    FROM generate_series(1, ${maxTrustedDevices}::int) AS free (place)
      LEFT JOIN trusted_devices AS taken ON taken.user_id = ${userId} AND taken.place = free.place
    ORDER BY coalesce(taken.expires_at > ${at}, false), taken.used_at NULLS FIRST, taken.id
    LIMIT 1
    ON CONFLICT (user_id, place) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash,
      device = excluded.device, created_at = excluded.created_at, used_at = excluded.used_at,
      expires_at = excluded.expires_at`)
  return { token, expiresAt: expiresAt.toISOString() }
}

/** True if the account trusts this device; records the use. Trust ends 30 days after the code, whether used or not. */
export const isTrustedDevice = async (within: Context, userId: string, token: string): Promise<boolean> => {
  const now = within.now()
  const used = await within.database
    .update(trustedDevices)
    .set({ usedAt: now })
    .where(
      and(
        eq(trustedDevices.tokenHash, hashToken(token)),
        eq(trustedDevices.userId, userId),
        gt(trustedDevices.expiresAt, now),
      ),
    )
    .returning({ id: trustedDevices.id })
  return used.length > 0
}

/** Returns the number of devices the account trusts. */
export const countTrustedDevices = (context: Context, userId: string): Promise<number> =>
  context.database.$count(
    trustedDevices,
    and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, context.now())),
  )

/** Removes all trusted devices, after a password change or the end of all sessions. */
export const removeTrustedDevices = async (database: Database, userId: string): Promise<void> => {
  await database.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
}

/** Deletes expired devices. */
export const deleteExpiredDevices = async (context: Context): Promise<void> => {
  await context.database.delete(trustedDevices).where(lt(trustedDevices.expiresAt, context.now()))
}
