import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { admitHashing, hashPassword } from '#kit/auth/password.ts'
import { hashToken } from '#kit/auth/tokens.ts'
import { AppError } from '#kit/errors.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Handlers } from '#kit/server/context.ts'
import { checkNewPassword } from '#people/auth/server/check-password.ts'
import { endSessions } from '#people/auth/server/end-sessions.ts'
import { clearFailures, createNameKey } from '#people/auth/server/limit-attempts.ts'
import { countContactMessage } from '#people/certify/server/limit-codes.ts'
import { requireContact } from '#people/certify/server/normalize-contact.ts'
import { listAvailableChannels } from '#people/certify/server/send-code.ts'
import { levels } from '#people/levels/table.ts'
import { findByContact } from '#people/users/server/find-account.ts'
import { users } from '#people/users/table.ts'
import type { recovery as contract } from '../contract.ts'
import { minAnswerTime } from '../rules.ts'
import { recoveryTokens } from '../table.ts'
import { sendRecovery } from './send-recovery.ts'

export const recoveryHandlers: Handlers<typeof contract> = {
  async ask(context, { body }) {
    const began = performance.now()
    const { channel, what } = body
    const contact = requireContact(channel, body.contact)
    if (!listAvailableChannels(context.services).includes(channel))
      throw new AppError('invalid', { fields: { channel: 'channel' } })
    await countContactMessage(context, 'recovery', contact)
    const user = await findByContact(context, channel === 'EMAIL' ? { email: contact } : { phone: contact })
    if (user) await context.transaction((within) => sendRecovery(within, { user, channel, what }))
    await wait(Math.max(0, minAnswerTime - (performance.now() - began)))
    return undefined
  },

  async link(context, { body }) {
    const [row] = await context.database
      .select({ expiresAt: recoveryTokens.expiresAt })
      .from(recoveryTokens)
      .where(
        and(
          eq(recoveryTokens.tokenHash, hashToken(body.token)),
          isNull(recoveryTokens.usedAt),
          gt(recoveryTokens.expiresAt, context.now()),
        ),
      )
    if (!row) throw new AppError('invalid', { fields: { token: 'link_over' } })
    return { expiresAt: row.expiresAt.toISOString() }
  },

  async password(context, { body }) {
    const tokenHash = hashToken(body.token)
    const isOpen = () =>
      and(
        eq(recoveryTokens.tokenHash, tokenHash),
        isNull(recoveryTokens.usedAt),
        gt(recoveryTokens.expiresAt, context.now()),
      )
    const [found] = await context.database
      .select({ userId: users.id, username: users.username, email: users.email, scopes: levels.scopes })
      .from(recoveryTokens)
      .innerJoin(users, and(eq(users.id, recoveryTokens.userId), eq(users.state, 'active')))
      .innerJoin(levels, eq(levels.id, users.levelId))
      .where(isOpen())
    if (!found) throw new AppError('invalid', { fields: { token: 'link_over' } })
    // Check before the link is spent, so that another password can be tried.
    checkNewPassword(body.password, found.username, isStaff(found.scopes), 'password')
    const passwordHash = await admitHashing(() => hashPassword(body.password))
    await context.transaction(async (within) => {
      // Lock the account before the link, in the same order as all code that ends links.
      const changed = await within.database
        .update(users)
        .set({ passwordHash, updatedAt: within.now() })
        .where(and(eq(users.id, found.userId), eq(users.state, 'active')))
        .returning({ id: users.id })
      const used = await within.database
        .update(recoveryTokens)
        .set({ usedAt: within.now() })
        .where(isOpen())
        .returning({ userId: recoveryTokens.userId })
      if (changed.length === 0 || used.length === 0) throw new AppError('invalid', { fields: { token: 'link_over' } })
      await endSessions(within.database, found.userId, within.now())
      await clearFailures(within, createNameKey(found.username), ...(found.email ? [createNameKey(found.email)] : []))
      await writeAudit(within, {
        action: 'recover',
        entity: 'users',
        entityId: found.userId,
        summary: '',
        ofMember: !isStaff(found.scopes),
      })
    })
    return undefined
  },
}
