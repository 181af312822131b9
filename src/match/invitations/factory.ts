import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { pairFor } from '#match/matchings/factory.ts'
import type { invitations } from './contract.ts'
import { type InvitationRow, matchInvitations } from './table.ts'

/** Creates an invitation from a seller to a buyer, both in the fair. */
export const buildInvitation = async (
  context: Context,
  overrides: Partial<InvitationRow> & Pick<InvitationRow, 'fairId' | 'sellerId' | 'buyerId'>,
): Promise<InvitationRow> => {
  const row: InvitationRow = {
    id: context.newId(),
    message: '봄 신제품을 보여 드리고 싶습니다.',
    state: 'open',
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(matchInvitations).values(row)
  return row
}

export const samples: Samples<typeof invitations> = {
  invite: async (context) => {
    const { fairId, buyerId } = await pairFor(context, 'seller')
    return { body: { fair: fairId, buyer: buyerId, message: '봄 신제품을 보여 드리고 싶습니다.' } }
  },
  dropInvitation: async (context) => {
    const { slot: _slot, ...pair } = await pairFor(context, 'buyer')
    return { params: { id: (await buildInvitation(context, pair)).id } }
  },
}
