import { eq, sql } from 'drizzle-orm'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { approvals } from './table.ts'

/**
 * Seeds an empty database (`Module.seed`): counsel needs a second person to open private files, and one request is
 * pending.
 */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  const counsel = accounts.find(({ username }) => username === 'counsel')
  const company = accounts.find(({ username }) => username === 'company')
  if (!isDemo || !counsel || !company) return
  await context.database
    .update(levels)
    .set({ scopes: sql`${levels.scopes} || '{console:users:read,console:private-files:together}'::text[]` })
    .where(eq(levels.key, 'counsel'))
  const now = context.now()
  await context.database.insert(approvals).values({
    id: context.newId(),
    createdAt: now,
    updatedAt: now,
    method: 'POST',
    path: '/api/console/users/{id}/files',
    scope: 'console:private-files:write',
    params: { id: company.id },
    body: { reason: '참가 자격 확인을 위해 사업자등록증을 봅니다.' },
    byAsker: true,
    askedBy: counsel.id,
    state: 'asked',
  })
}
