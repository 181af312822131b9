import { and, desc, eq, gt } from 'drizzle-orm'
import type { PersonalData, RetainedRecords } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { sessions, trustedDevices } from '../table.ts'
import { clearFailures, createNameKey, createOwnPasswordKey } from './limit-attempts.ts'
import { removeTrustedDevices } from './trust-device.ts'

/**
 * Months for which the law requires log-ins to be retained (Protection of Communications Secrets Act, decree, article
 * 41).
 */
export const loginRetentionMonths = 3

/** Personal data of this module: sessions, and failures by name. */
export const personal: PersonalData = {
  async retained(context, { userId }): Promise<RetainedRecords[]> {
    const rows = await listLogins(context, userId)
    const latest = rows.reduce((all, { createdAt }) => Math.max(all, createdAt.getTime()), 0)
    const until = new Date(latest)
    until.setUTCMonth(until.getUTCMonth() + loginRetentionMonths)
    return rows.length > 0 ? [{ basis: 'login', until, records: rows }] : []
  },
  async forget(context, { userId, username, email, phone }) {
    await context.database.delete(sessions).where(eq(sessions.userId, userId))
    await removeTrustedDevices(context.database, userId)
    const names = [username, email, phone].filter((name) => name !== null)
    await clearFailures(context, createOwnPasswordKey(userId), ...names.map(createNameKey))
    return []
  },
  archive: async (context, { userId }) => ({
    logins: await listLogins(context, userId),
    trustedDevices: await context.database
      .select({
        device: trustedDevices.device,
        createdAt: trustedDevices.createdAt,
        expiresAt: trustedDevices.expiresAt,
      })
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, userId)),
  }),
}

const listLogins = (context: Context, userId: string) => {
  const since = context.now()
  since.setUTCMonth(since.getUTCMonth() - loginRetentionMonths)
  return context.database
    .select({
      device: sessions.device,
      address: sessions.address,
      createdAt: sessions.createdAt,
      usedAt: sessions.usedAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.createdAt, since)))
    .orderBy(desc(sessions.createdAt))
}
