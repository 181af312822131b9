import { eq } from 'drizzle-orm'
import { encryptText } from '#kit/auth/vault.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import type { MemberKind } from '#people/users/contract.ts'
import { users } from '#people/users/table.ts'
import type { Basis, Reason } from './rules.ts'
import { legalHolds, withdrawals } from './table.ts'

const day = 24 * 3_600_000

/** Retention by law, in months. */
const months: Record<Basis, number> = { login: 3, complaint: 36, contract: 60 }

const demoWithdrawals: { daysAgo: number; kind: MemberKind; reason: Reason; held: Partial<Record<Basis, number>> }[] = [
  { daysAgo: 2, kind: 'PERSON', reason: 'mail', held: { login: 12, complaint: 1 } },
  { daysAgo: 9, kind: 'PERSON', reason: 'unused', held: { login: 4 } },
  { daysAgo: 31, kind: 'COMPANY', reason: 'unused', held: { login: 8, complaint: 2 } },
  { daysAgo: 77, kind: 'PERSON', reason: 'privacy', held: { login: 3 } },
  { daysAgo: 140, kind: 'PERSON', reason: 'unsaid', held: {} },
]

/** Seeds withdrawn demo members: numbers, reasons and retained records. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) return
  for (const { daysAgo, kind, reason, held } of demoWithdrawals) {
    const at = new Date(context.now().getTime() - daysAgo * day)
    const stamps = { createdAt: at, updatedAt: at }
    const userId = context.newId()
    const gone = { username: `withdrawn-${userId}`, name: '', passwordHash: 'none', state: 'withdrawn' as const }
    await context.database.insert(users).values({ ...stamps, ...gone, id: userId, levelId: level.id, kind })
    const withdrawalId = context.newId()
    await context.database.insert(withdrawals).values({ ...stamps, id: withdrawalId, userId, kind, reason })
    for (const [basis, records] of Object.entries(held) as [Basis, number][]) {
      const id = context.newId()
      const until = new Date(at)
      until.setUTCMonth(until.getUTCMonth() + months[basis])
      const text = JSON.stringify({ records: Array.from({ length: records }, () => ({ createdAt: at.toISOString() })) })
      const sealed = encryptText(context.services.vault, text, id)
      await context.database.insert(legalHolds).values({ ...stamps, id, withdrawalId, basis, records, until, sealed })
    }
  }
}
