import { and, asc, eq, inArray } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import type { ProfileRow } from '#match/participants/table.ts'
import type { CompanyRow } from '#people/companies/table.ts'
import type { MatchingLine } from '../contract.ts'
import { matchingEvents, matchingPicks } from '../table.ts'
import type { FoundMatching } from './find-matchings.ts'

const partyOf = (context: Context, profile: ProfileRow, company: CompanyRow) => ({
  _id: profile.id,
  name: textIn(context.locale, { ...profile.names, ko: company.name }),
  country: profile.country,
  timeZone: profile.timeZone,
})

const picksOf = async (context: Context, ids: readonly string[]) => {
  if (ids.length === 0) return []
  return context.database
    .select({ pick: matchingPicks, slot: fairSlots })
    .from(matchingPicks)
    .innerJoin(fairSlots, eq(fairSlots.id, matchingPicks.slotId))
    .where(inArray(matchingPicks.matchingId, [...ids]))
    .orderBy(asc(fairSlots.startsAt))
}

/** Converts matchings to list items. */
export const presentLines = async (context: Context, found: readonly FoundMatching[]): Promise<MatchingLine[]> => {
  const picks = await picksOf(
    context,
    found.map(({ matching }) => matching.id),
  )
  return found.map(({ matching, fair, seller, buyer, sellerCompany, buyerCompany, product }) => {
    const { way, slotId, startsAt, endsAt, place } = matching
    const isMet = way !== null && slotId !== null && startsAt !== null && endsAt !== null && place !== null
    return {
      _id: matching.id,
      createdAt: matching.createdAt.toISOString(),
      updatedAt: matching.updatedAt.toISOString(),
      fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
      seller: partyOf(context, seller, sellerCompany),
      buyer: partyOf(context, buyer, buyerCompany),
      product: product ? { _id: product.id, name: textIn(context.locale, product.name) } : null,
      message: matching.message,
      state: matching.state,
      heldUntil: matching.heldUntil?.toISOString() ?? null,
      meeting: isMet
        ? { slot: slotId, startAt: startsAt.toISOString(), endAt: endsAt.toISOString(), way, place }
        : null,
      picks: picks
        .filter(({ pick }) => pick.matchingId === matching.id)
        .map(({ pick, slot }) => ({
          slot: slot.id,
          startAt: slot.startsAt.toISOString(),
          endAt: slot.endsAt.toISOString(),
          way: pick.way,
        })),
    }
  })
}

/** Returns the history of a matching, oldest first; for its companies, only the events shown to them. */
export const eventsOf = async (context: Context, id: string, of: 'companies' | 'staff') => {
  const rows = await context.database
    .select()
    .from(matchingEvents)
    .where(and(eq(matchingEvents.matchingId, id), of === 'companies' ? eq(matchingEvents.shown, true) : undefined))
    .orderBy(asc(matchingEvents.seq))
  return rows.map(({ id: _id, createdAt, action, side, actedFor, fromState, toState, reason, times }) => ({
    _id,
    createdAt: createdAt.toISOString(),
    action,
    side,
    actedFor,
    fromState,
    toState,
    reason,
    times,
  }))
}
