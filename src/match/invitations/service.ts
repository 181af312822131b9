import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/contract.ts'
import { type FairRow, fairs } from '#match/fairs/table.ts'
import { nameOf } from '#match/participants/service.ts'
import { matchProfiles, type ProfileRow, participations } from '#match/participants/table.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { Invitation } from './contract.ts'
import { type InvitationRow, matchInvitations } from './table.ts'

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

/** More than an account has in the fairs of a year; the newest are told. */
const most = 200

const takesPart = (profile: typeof sellers | typeof buyers): SQL => sql`EXISTS (SELECT FROM ${participations}
  WHERE ${participations.fairId} = ${matchInvitations.fairId} AND ${participations.profileId} = ${profile.id}
    AND ${participations.state} = 'approved')`

/** The buyer can still ask: the two take part, in a fair in which meetings are arranged. */
const isAnswerable = (): SQL | undefined =>
  and(
    eq(matchInvitations.state, 'open'),
    inArray(fairs.phase, [...matchingPhases]),
    takesPart(sellers),
    takesPart(buyers),
  )

const joined = (context: Context) =>
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

/** Of the account that asks: what it sent, and what it received and can answer. */
export const findOwn = (
  context: Context,
  asked: { fair?: string | undefined; buyer?: string | undefined } = {},
): Promise<FoundInvitation[]> => {
  const { userId } = context.principal
  return joined(context)
    .where(
      and(
        or(eq(sellers.userId, userId), and(eq(buyers.userId, userId), isAnswerable())),
        asked.fair ? eq(matchInvitations.fairId, asked.fair) : undefined,
        asked.buyer ? eq(matchInvitations.buyerId, asked.buyer) : undefined,
      ),
    )
    .orderBy(desc(matchInvitations.createdAt), desc(matchInvitations.id))
    .limit(most)
}

/** What the account that asks was invited to and can answer. */
export const findReceived = (context: Context): Promise<FoundInvitation[]> =>
  joined(context)
    .where(and(eq(buyers.userId, context.principal.userId), isAnswerable()))
    .orderBy(desc(matchInvitations.createdAt))
    .limit(20)

export const findInvitation = async (context: Context, id: string): Promise<FoundInvitation | null> =>
  (await joined(context).where(eq(matchInvitations.id, id)))[0] ?? null

/** An invitation as the account that asks sees it: a seller does not learn that it was turned down. */
export const presentInvitation = (context: Context, found: FoundInvitation): Invitation => {
  const { invitation, fair, seller, buyer, sellerCompany, buyerCompany } = found
  return {
    _id: invitation.id,
    createdAt: invitation.createdAt.toISOString(),
    updatedAt: (invitation.state === 'declined' ? invitation.createdAt : invitation.updatedAt).toISOString(),
    side: seller.userId === context.principal.userId ? 'seller' : 'buyer',
    fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
    seller: { _id: seller.id, name: nameOf(context, seller, sellerCompany) },
    buyer: { _id: buyer.id, name: nameOf(context, buyer, buyerCompany) },
    message: invitation.message,
    state: invitation.state === 'declined' ? 'open' : invitation.state,
  }
}
