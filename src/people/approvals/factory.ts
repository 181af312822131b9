import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import type { approvals } from './contract.ts'
import { approvals as table } from './table.ts'

/** Creates a pending request of a staff member to open a member's files. */
export const buildApproval = async (
  context: Context,
  overrides: Partial<typeof table.$inferInsert> = {},
): Promise<typeof table.$inferSelect> => {
  const now = context.now()
  const askedBy = overrides.askedBy ?? (await buildUser(context)).id
  const [row] = await context.database
    .insert(table)
    .values({
      id: context.newId(),
      createdAt: now,
      updatedAt: now,
      method: 'POST',
      path: '/api/console/users/{id}/files',
      scope: 'console:private-files:write',
      params: { id: (await buildUser(context)).id },
      body: { reason: '서류 확인' },
      byAsker: true,
      state: 'asked',
      ...overrides,
      askedBy,
    })
    .returning()
  if (!row) throw new Error('No approval was inserted')
  return row
}

const buildParams = async (context: Context) => ({ params: { id: (await buildApproval(context)).id } })

export const samples: Samples<typeof approvals> = {
  get: buildParams,
  approve: buildParams,
  refuse: async (context) => ({ ...(await buildParams(context)), body: { note: '사유를 자세히 적어 주세요' } }),
  takeBack: async (context) => ({
    params: { id: (await buildApproval(context, { askedBy: context.principal.userId })).id },
  }),
}
