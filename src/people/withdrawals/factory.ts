import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import { encryptText } from '#kit/auth/vault.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import type { withdrawals } from './contract.ts'
import type { withdrawn } from './contract-withdrawn.ts'
import type { Reason } from './rules.ts'
import { legalHolds, withdrawals as table } from './table.ts'

/** Creates a withdrawn account with one retained record. */
export const buildWithdrawal = async (
  context: Context,
  { reason = 'unused', at = context.now(), held = true }: { reason?: Reason; at?: Date; held?: boolean } = {},
) => {
  const user = await buildUser(context, { state: 'withdrawn', name: '', email: null })
  const stamps = { createdAt: at, updatedAt: at }
  const id = context.newId()
  await context.database.insert(table).values({ ...stamps, id, userId: user.id, kind: user.kind, reason })
  const holdId = context.newId()
  const until = new Date(at)
  until.setUTCFullYear(until.getUTCFullYear() + 3)
  const text = JSON.stringify({ account: { username: 'gone' }, records: [{ title: '하자 접수 문의' }] })
  if (held)
    await context.database.insert(legalHolds).values({
      ...stamps,
      id: holdId,
      withdrawalId: id,
      basis: 'complaint',
      records: 1,
      until,
      sealed: encryptText(context.services.vault, text, holdId),
    })
  return { id, userId: user.id, holdId }
}

export const samples: Samples<typeof withdrawals & typeof withdrawn> = {
  openHold: async (context) => ({
    params: { id: (await buildWithdrawal(context)).holdId },
    body: { reason: '분쟁조정위원회 자료 요청' },
  }),
  // The caller becomes a member, because staff cannot withdraw, and gets this password.
  withdraw: async (context) => {
    const password = 'a quiet gate of pine'
    const { id: levelId } = await buildLevel(context)
    await context.database
      .update(users)
      .set({ levelId, passwordHash: await hashPassword(password) })
      .where(eq(users.id, context.principal.userId))
    return { body: { password, reason: 'unused' } }
  },
}
