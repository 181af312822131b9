import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { type FairRow, fairs } from '#match/fairs/table.ts'
import { localizeCompanyName } from '#match/participants/server/read-profiles.ts'
import { matchProfiles, type ProfileRow, participations } from '#match/participants/table.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { Invitation } from '../contract.ts'
import { type InvitationRow, matchInvitations } from '../table.ts'

const sellers = alias(matchProfiles, 'sellers')
const buyers = alias(matchProfiles, 'buyers')
const sellerCompanies = alias(companies, 'seller_companies')
const buyerCompanies = alias(companies, 'buyer_companies')

export interface FoundInvitation {
  invitation: InvitationRow
  fair: FairRow
  seller: ProfileRow
  buyer: ProfileRow
  sellerCompany: CompanyRow
  buyerCompany: CompanyRow
}

/** Maximum invitations returned, newest first; more than an account has in the fairs of a year. */
const maxInvitations = 200

const isApproved = (profile: typeof sellers | typeof buyers): SQL => sql`EXISTS (SELECT FROM ${participations}
  WHERE ${participations.fairId} = ${matchInvitations.fairId} AND ${participations.profileId} = ${profile.id}
    AND ${participations.state} = 'approved')`

/** Condition that the buyer can still request a meeting: invitation open, both approved, fair in a matching phase. */
const isAnswerable = (): SQL | undefined =>
  and(
    eq(matchInvitations.state, 'open'),
    inArray(fairs.phase, [...matchingPhases]),
    isApproved(sellers),
    isApproved(buyers),
  )

const selectInvitations = (context: Context) =>
  context.database
    .select({
      invitation: matchInvitations,
      fair: fairs,
      seller: sellers,
      buyer: buyers,
      sellerCompany: sellerCompanies,
      buyerCompany: buyerCompanies,
    })
    .from(matchInvitations)
    .innerJoin(fairs, eq(fairs.id, matchInvitations.fairId))
    .innerJoin(sellers, eq(sellers.id, matchInvitations.sellerId))
    .innerJoin(buyers, eq(buyers.id, matchInvitations.buyerId))
    .innerJoin(sellerCompanies, eq(sellerCompanies.id, sellers.companyId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, buyers.companyId))

/** Invitations of the caller: sent ones, and received ones that can be answered. */
export const findOwnInvitations = (
  context: Context,
  filter: { fair?: string | undefined; buyer?: string | undefined } = {},
): Promise<FoundInvitation[]> => {
  const { userId } = context.principal
  return selectInvitations(context)
    .where(
      and(
        or(eq(sellers.userId, userId), and(eq(buyers.userId, userId), isAnswerable())),
        filter.fair ? eq(matchInvitations.fairId, filter.fair) : undefined,
        filter.buyer ? eq(matchInvitations.buyerId, filter.buyer) : undefined,
      ),
    )
    .orderBy(desc(matchInvitations.createdAt), desc(matchInvitations.id))
    .limit(maxInvitations)
}

/** Invitations that the caller received and can answer, at most 20. */
export const findAnswerableInvitations = (context: Context): Promise<FoundInvitation[]> =>
  selectInvitations(context)
    .where(and(eq(buyers.userId, context.principal.userId), isAnswerable()))
    .orderBy(desc(matchInvitations.createdAt))
    .limit(20)

export const findInvitation = async (context: Context, id: string): Promise<FoundInvitation | null> =>
  (await selectInvitations(context).where(eq(matchInvitations.id, id)))[0] ?? null

/** Invitation as seen by the caller. The seller does not learn that it was declined. */
export const presentInvitation = (context: Context, found: FoundInvitation): Invitation => {
  const { invitation, fair, seller, buyer, sellerCompany, buyerCompany } = found
  return {
    _id: invitation.id,
    createdAt: invitation.createdAt.toISOString(),
    updatedAt: (invitation.state === 'declined' ? invitation.createdAt : invitation.updatedAt).toISOString(),
    side: seller.userId === context.principal.userId ? 'seller' : 'buyer',
    fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
    seller: { _id: seller.id, name: localizeCompanyName(context, seller, sellerCompany) },
    buyer: { _id: buyer.id, name: localizeCompanyName(context, buyer, buyerCompany) },
    message: invitation.message,
    state: invitation.state === 'declined' ? 'open' : invitation.state,
  }
}
