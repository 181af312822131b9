import {
  and,
  asc,
  count,
  desc,
  eq,
  getViewSelectedFields,
  gt,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context } from '#kit/server/context.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { type FairRow, fairs } from '#match/fairs/table.ts'
import { matchProfiles, type ProfileRow } from '#match/participants/table.ts'
import { matchProducts } from '#match/products/table.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { MatchingState, Side } from '../rules.ts'
import { type MatchingRow, matchings, type WithheldRow, withheldMatchings } from '../table.ts'

const sellers = alias(matchProfiles, 'sellers')
const buyers = alias(matchProfiles, 'buyers')
const sellerCompanies = alias(companies, 'seller_companies')
const buyerCompanies = alias(companies, 'buyer_companies')

/** A matching with the related rows that are shown with it. */
export interface FoundMatching {
  matching: MatchingRow
  fair: FairRow
  seller: ProfileRow
  buyer: ProfileRow
  sellerCompany: CompanyRow
  buyerCompany: CompanyRow
  product: { id: string; name: { ko: string; en?: string | undefined; cn?: string | undefined } } | null
  /** Version that its companies see while a change of the operator is unreleased; null if they see the current one. */
  unreleased: WithheldRow | null
}

const selectJoined = (context: Context) =>
  context.database
    .select({
      matching: matchings,
      fair: fairs,
      seller: sellers,
      buyer: buyers,
      sellerCompany: sellerCompanies,
      buyerCompany: buyerCompanies,
      product: { id: matchProducts.id, name: matchProducts.name },
      unreleased: getViewSelectedFields(withheldMatchings),
    })
    .from(matchings)
    .innerJoin(fairs, eq(fairs.id, matchings.fairId))
    .innerJoin(sellers, eq(sellers.id, matchings.sellerId))
    .innerJoin(buyers, eq(buyers.id, matchings.buyerId))
    .innerJoin(sellerCompanies, eq(sellerCompanies.id, sellers.companyId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, buyers.companyId))
    .leftJoin(matchProducts, eq(matchProducts.id, matchings.productId))
    .leftJoin(withheldMatchings, eq(withheldMatchings.matchingId, matchings.id))

/** Returns a matching as its companies see it, without an unreleased change. */
export const withoutUnreleased = (found: FoundMatching): FoundMatching => {
  if (!found.unreleased) return found
  const { matchingId: _id, fairId: _fair, ...released } = found.unreleased
  return { ...found, matching: { ...found.matching, ...released } }
}

/** SQL: a column of the matching as its companies see it. */
const releasedColumn = (column: 'state' | 'startsAt' | 'endsAt' | 'updatedAt'): SQL =>
  sql`CASE WHEN ${withheldMatchings.matchingId} IS NULL THEN ${matchings[column]} ELSE ${withheldMatchings[column]} END`

/** SQL condition: the matching belongs to the caller's account. */
export const belongsToCaller = (context: Context): SQL | undefined =>
  or(eq(sellers.userId, context.principal.userId), eq(buyers.userId, context.principal.userId))

/** Returns a matching as staff see it, or null. */
export const findMatching = async (context: Context, id: string): Promise<FoundMatching | null> => {
  const [found] = await selectJoined(context).where(eq(matchings.id, id))
  return found ?? null
}

/** Returns a matching of the caller as its companies see it, or null. */
export const findOwnMatching = async (context: Context, id: string): Promise<FoundMatching | null> => {
  const [found] = await selectJoined(context).where(and(eq(matchings.id, id), belongsToCaller(context)))
  return found ? withoutUnreleased(found) : null
}

const lockRow = async (within: Context, condition: SQL | undefined): Promise<boolean> => {
  const locked = await within.database
    .select({ id: matchings.id })
    .from(matchings)
    .innerJoin(sellers, eq(sellers.id, matchings.sellerId))
    .innerJoin(buyers, eq(buyers.id, matchings.buyerId))
    .where(condition)
    .for('update', { of: matchings })
  return locked.length > 0
}

/**
 * Like `findMatching`, but locks the matching and its picks against other changes until the transaction ends.
 * Notifications about the meeting as it was, and the next sequence of its invitation, are based on this read.
 */
export const lockMatching = async (within: Context, id: string): Promise<FoundMatching | null> =>
  // Read again: a statement that had to wait sees the locked row as it is now, but the joined rows as they were before.
  (await lockRow(within, eq(matchings.id, id))) ? findMatching(within, id) : null

/** Like `findOwnMatching`, but locks the matching, as `lockMatching` does. */
export const lockOwnMatching = async (within: Context, id: string): Promise<FoundMatching | null> =>
  (await lockRow(within, and(eq(matchings.id, id), belongsToCaller(within)))) ? findOwnMatching(within, id) : null

/** Returns the side of the caller. */
export const sideOf = (context: Context, found: FoundMatching): Side =>
  found.seller.userId === context.principal.userId ? 'seller' : 'buyer'

const sortBy = { updatedAt: matchings.updatedAt, createdAt: matchings.createdAt, startsAt: matchings.startsAt }
const releasedSortBy = {
  updatedAt: releasedColumn('updatedAt'),
  createdAt: matchings.createdAt,
  startsAt: releasedColumn('startsAt'),
}

interface PageQuery {
  page: number
  limit: number
  sort: string
  q?: string | undefined
  fair?: string | undefined
  state?: MatchingState | undefined
}

/** Returns a page of matchings for a list; with `ownCondition`, without unreleased changes. */
export const findPage = async (context: Context, { page, limit, ...filter }: PageQuery, ownCondition?: SQL) => {
  const where = and(
    filter.fair ? eq(matchings.fairId, filter.fair) : undefined,
    filter.state ? sql`${ownCondition ? releasedColumn('state') : matchings.state} = ${filter.state}` : undefined,
    filter.q ? containsWords([sellerCompanies.name, buyerCompanies.name, matchings.message], filter.q) : undefined,
    ownCondition,
  )
  const direction = filter.sort.startsWith('-') ? desc : asc
  const column = (ownCondition ? releasedSortBy : sortBy)[filter.sort.replace(/^-/, '') as keyof typeof sortBy]
  const found = await selectJoined(context)
    .where(where)
    .orderBy(sql`${direction(column)} NULLS LAST`, direction(matchings.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await context.database
    .select({ total: count() })
    .from(matchings)
    .innerJoin(sellers, eq(sellers.id, matchings.sellerId))
    .innerJoin(buyers, eq(buyers.id, matchings.buyerId))
    .innerJoin(sellerCompanies, eq(sellerCompanies.id, sellers.companyId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, buyers.companyId))
    .leftJoin(withheldMatchings, eq(withheldMatchings.matchingId, matchings.id))
    .where(where)
  return { found: ownCondition ? found.map(withoutUnreleased) : found, total: counted?.total ?? 0, page, limit }
}

/** Maximum number of matchings that are returned as waiting for one account. */
const maxTurns = 20

/**
 * Returns the matchings that the account must answer, shortest hold first, without those that have an unreleased
 * change.
 */
export const findAwaitingAnswer = (context: Context): Promise<FoundMatching[]> => {
  const { userId } = context.principal
  return selectJoined(context)
    .where(
      and(
        isNull(withheldMatchings.matchingId),
        notInArray(fairs.phase, ['draft', 'expired']),
        or(
          and(eq(sellers.userId, userId), inArray(matchings.state, ['requested', 'expired'])),
          and(eq(buyers.userId, userId), eq(matchings.state, 'offered')),
        ),
      ),
    )
    .orderBy(sql`${matchings.heldUntil} NULLS LAST`, asc(matchings.createdAt))
    .limit(maxTurns)
}

/**
 * SQL condition: the companies were notified that the slot was removed, and the operator has given the meeting no other
 * time yet.
 */
const hasNoTime = sql`(${withheldMatchings.matchingId} IS NULL AND EXISTS (
  SELECT FROM fair_slots AS slot WHERE slot.id = ${matchings.slotId} AND slot.closed) AND EXISTS (
  SELECT FROM matching_events AS event
  WHERE event.matching_id = ${matchings.id} AND event.action = 'unseat' AND event.shown))`

/**
 * Returns the confirmed and held meetings of an account that end after `after`, by time, as its companies see them. At
 * most 500.
 */
export const findMeetingsOf = async (context: Context, userId: string, after: Date): Promise<FoundMatching[]> => {
  const found = await selectJoined(context)
    .where(
      and(
        or(eq(sellers.userId, userId), eq(buyers.userId, userId)),
        inArray(releasedColumn('state'), ['confirmed', 'held']),
        gt(releasedColumn('endsAt'), sql`${after.toISOString()}::timestamptz`),
        ne(fairs.phase, 'draft'),
        sql`NOT ${hasNoTime}`,
      ),
    )
    .orderBy(asc(releasedColumn('startsAt')), asc(matchings.id))
    .limit(500)
  return found.map(withoutUnreleased)
}

/** Returns the latest matchings of an account as staff see them, and their total. */
export const findLatestOf = async (context: Context, userId: string, limit: number) => {
  const isMember = sql`(${matchings.sellerId} IN (SELECT id FROM match_profiles WHERE user_id = ${userId})
    OR ${matchings.buyerId} IN (SELECT id FROM match_profiles WHERE user_id = ${userId}))`
  const [found, total] = await Promise.all([
    selectJoined(context).where(isMember).orderBy(desc(matchings.createdAt), desc(matchings.id)).limit(limit),
    context.database.$count(matchings, isMember),
  ])
  return { found, total }
}
