import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { Way } from '#match/participants/contract.ts'
import type { matchings as contract } from '../../contract.ts'
import { latestStart } from '../../rules.ts'
import type { FoundMatching } from '../../server/find-matchings.ts'
import { isSeenAsTaken } from './find-free-place.ts'

type PickSlot = z.input<typeof contract.schedules.answer>['slots'][number]
type ChoiceSlot = z.input<typeof contract.choices.answer>['slots'][number]

interface Named {
  names: object
  company: string
}
const nameOf = (context: Context, named: Named | null): string | null =>
  named ? textIn(context.locale, { ...named.names, ko: named.company }) : null

/**
 * SQL condition: the company has a meeting at `slot`. `isAnnounced` selects meetings that the company sees as
 * they are; otherwise meetings with an unreleased change, which only take a seat.
 */
const hasMeeting = (companyId: string, isAnnounced: boolean) => sql`EXISTS (
  SELECT FROM match_bookings AS booking
    LEFT JOIN withheld_matchings AS kept ON kept.matching_id = booking.matching_id
  WHERE booking.company_id = ${companyId} AND booking.during && tstzrange(slot.starts_at, slot.ends_at)
    AND ${isAnnounced ? sql`kept.matching_id IS NULL` : sql`kept.matching_id IS NOT NULL`})`

/** SQL: the other company and the table of the meeting that the company sees at `slot`; null if it sees none. */
const selectMeeting = (companyId: string) => sql`(
  SELECT json_build_object('names', other.names, 'company', company.name, 'place',
    CASE WHEN (CASE WHEN kept.matching_id IS NULL THEN met.way ELSE kept.way END) = 'offline'
      THEN CASE WHEN kept.matching_id IS NULL THEN met.place ELSE kept.place END END)
  FROM matchings AS met JOIN match_profiles AS own ON own.id IN (met.seller_id, met.buyer_id) AND own.company_id = ${companyId}
    JOIN match_profiles AS other ON other.id IN (met.seller_id, met.buyer_id) AND other.company_id <> ${companyId}
    JOIN companies AS company ON company.id = other.company_id
    LEFT JOIN withheld_matchings AS kept ON kept.matching_id = met.id
  WHERE tstzrange(CASE WHEN kept.matching_id IS NULL THEN met.starts_at ELSE kept.starts_at END,
      CASE WHEN kept.matching_id IS NULL THEN met.ends_at ELSE kept.ends_at END) && tstzrange(slot.starts_at, slot.ends_at)
    AND CASE WHEN kept.matching_id IS NULL THEN met.slot_id ELSE kept.slot_id END IS NOT NULL
  LIMIT 1)`

/** SQL: numbers of the free places of one way at `slot`, ascending; a confirmation takes the first. */
const selectFreePlaces = (way: ReturnType<typeof sql>) => sql`ARRAY(
  SELECT place.number FROM fair_places AS place
  WHERE place.fair_id = slot.fair_id AND place.way = ${way} AND NOT place.closed
    AND NOT EXISTS (SELECT FROM matchings AS taken
      WHERE taken.fair_id = place.fair_id AND taken.way = place.way AND taken.place = place.number
        AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at))
    AND NOT ${isSeenAsTaken}
  ORDER BY place.number)`

/**
 * Returns the grid on which the seller picks times, with the reason why a slot cannot be picked. Names the companies
 * that the seller meets only if `isSeller`.
 */
export const presentPicks = async (
  context: Context,
  { matching, seller, buyer }: FoundMatching,
  isSeller: boolean,
): Promise<PickSlot[]> => {
  const { rows } = await context.database.execute<{
    id: string
    starts_at: Date
    ends_at: Date
    way: Way | null
    own: boolean
    met: Named | null
    theirs: boolean
    barred: boolean
    places: number[]
    waiting: number
    picked: boolean
  }>(sql`
    SELECT slot.id, slot.starts_at, slot.ends_at, coalesce(given.wish, given.way) AS way,
      ${hasMeeting(seller.companyId, true)} AS own, ${hasMeeting(buyer.companyId, true)} AS theirs,
      ${isSeller ? selectMeeting(seller.companyId) : sql`NULL`} AS met,
      ${hasMeeting(seller.companyId, false)} OR ${hasMeeting(buyer.companyId, false)} AS barred,
      ${selectFreePlaces(sql`given.way`)} AS places,
      (SELECT count(*)::int FROM matching_picks AS pick WHERE pick.slot_id = slot.id
        AND pick.buyer_id = ${buyer.id} AND pick.matching_id <> ${matching.id}) AS waiting,
      EXISTS (SELECT FROM matching_picks AS pick WHERE pick.slot_id = slot.id AND pick.matching_id = ${matching.id}) AS picked
    FROM fair_slots AS slot LEFT JOIN free_times AS given ON given.slot_id = slot.id AND given.buyer_id = ${buyer.id}
      AND NOT given.withdrawn
    WHERE slot.fair_id = ${matching.fairId} AND NOT slot.closed ORDER BY slot.starts_at`)
  const soonest = latestStart(context.now().getTime())
  const refusalOf = (row: (typeof rows)[number]): PickSlot['refusal'] => {
    if (new Date(row.starts_at).getTime() <= soonest) return 'past'
    if (row.way === null) return 'not_given'
    if (row.own) return 'own_meeting'
    if (row.theirs) return 'their_meeting'
    return row.barred || row.places.length === 0 ? 'no_place' : null
  }
  return rows.map((row) => ({
    _id: row.id,
    startAt: new Date(row.starts_at).toISOString(),
    endAt: new Date(row.ends_at).toISOString(),
    way: row.way,
    refusal: refusalOf(row),
    waiting: row.waiting,
    picked: row.picked,
    company: nameOf(context, row.met),
    place: row.places[0] ?? null,
    places: row.places.length,
  }))
}

/** Returns the offered times within the buyer's day. Other matchings that wait for a time are only counted. */
export const presentChoices = async (
  context: Context,
  { matching, seller, buyer }: FoundMatching,
): Promise<ChoiceSlot[]> => {
  const { rows } = await context.database.execute<{
    id: string
    starts_at: Date
    ends_at: Date
    offered: Way | null
    met: (Named & { place: number | null }) | null
    other: Named | null
    waiting: number
    places: number[]
  }>(sql`
    SELECT slot.id, slot.starts_at, slot.ends_at, pick.way AS offered, ${selectMeeting(buyer.companyId)} AS met,
      (SELECT json_build_object('names', profile.names, 'company', company.name)
        FROM matching_picks AS wanted JOIN matchings AS rest ON rest.id = wanted.matching_id
          JOIN match_profiles AS profile ON profile.id = rest.seller_id JOIN companies AS company ON company.id = profile.company_id
        WHERE wanted.slot_id = slot.id AND wanted.buyer_id = ${buyer.id} AND wanted.matching_id <> ${matching.id}
        ORDER BY rest.created_at LIMIT 1) AS other,
      (SELECT count(*)::int FROM matching_picks AS wanted JOIN matchings AS rest ON rest.id = wanted.matching_id
        WHERE wanted.slot_id = slot.id AND rest.seller_id = ${seller.id} AND rest.id <> ${matching.id}) AS waiting,
      ${selectFreePlaces(sql`pick.way`)} AS places
    FROM fair_slots AS slot LEFT JOIN matching_picks AS pick ON pick.slot_id = slot.id AND pick.matching_id = ${matching.id}
    WHERE slot.fair_id = ${matching.fairId} AND NOT slot.closed ORDER BY slot.starts_at`)
  return rows.map((row) => ({
    _id: row.id,
    startAt: new Date(row.starts_at).toISOString(),
    endAt: new Date(row.ends_at).toISOString(),
    offered: row.offered,
    meeting: nameOf(context, row.met),
    meetingPlace: row.met?.place ?? null,
    other: nameOf(context, row.other),
    waiting: row.waiting,
    place: row.places[0] ?? null,
  }))
}
