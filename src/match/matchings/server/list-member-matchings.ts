import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { findLatestOf } from './find-matchings.ts'
import { otherCompanyName } from './format-meeting.ts'

/** Returns the latest matchings of a member, for the member's page in the console. */
export const matchingsOfMember: MemberPart['read'] = async (context, { userId }) => {
  const { found, total } = await findLatestOf(context, userId, maxMemberEntries)
  return {
    total,
    entries: found.map((one) => ({
      _id: one.matching.id,
      title: otherCompanyName(one, one.seller.userId === userId ? 'seller' : 'buyer', context.locale),
      state: one.matching.state,
      at: one.matching.createdAt.toISOString(),
      to: `/console/matchings/${one.matching.id}`,
    })),
  }
}
