import type { OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { localizeCompanyName } from '#match/participants/server/read-profiles.ts'
import { m } from '#messages/messages.js'
import { requestMeetingPath } from '../rules.ts'
import { findAnswerableInvitations } from './find-invitations.ts'

/** Invitations that the account can answer, for the overview. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  return {
    waits: (await findAnswerableInvitations(context)).map(({ invitation, fair, seller, sellerCompany }) => ({
      _id: `invitations.${invitation.id}`,
      kind: m.invitations_kind({}, { locale }),
      title: localizeCompanyName(context, seller, sellerCompany),
      text: m.invitations_wait({}, { locale }),
      until: null,
      act: m.invitations_ask({}, { locale }),
      to: requestMeetingPath({ fair: fair.id, seller: seller.id }),
    })),
  }
}
