import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf, seoulMoments } from '#kit/time/seoul-day.ts'
import { type FairRow, fairSlots, fairs } from '#match/fairs/table.ts'
import type { Role, Way } from '#match/participants/contract.ts'
import type { Change } from '../../fair-changes/contract.ts'
import { countUnreleased } from '../../plan-release/server/release-plan.ts'
import type { MatchingState } from '../../rules.ts'
import { requireMatching } from '../../server/present-console-matching.ts'
import type { Board, BoardMeeting, PlacedMatching } from '../contract.ts'

/** Returns a fair as staff see it, drafts included; throws `not_found`. */
export const findConsoleFair = async (context: Context, id: string): Promise<FairRow> => {
  const [fair] = await context.database.select().from(fairs).where(eq(fairs.id, id))
  if (!fair) throw new AppError('not_found')
  return fair
}

/**
 * Returns the days on which a fair has slots, with their number of meetings; `changed` of them cannot keep their seat.
 */
const daysOf = async (context: Context, fairId: string): Promise<Board['days']> => {
  const { rows } = await context.database.execute<Board['days'][number]>(sql`
    WITH met AS (SELECT slot_id, count(*)::int AS meetings FROM matchings
        WHERE fair_id = ${fairId} AND slot_id IS NOT NULL GROUP BY slot_id),
      off AS (${selectChangedMeetings(fairId)})
    SELECT to_char(slot.starts_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day,
      coalesce(sum(met.meetings), 0)::int AS meetings,
      coalesce(sum((SELECT count(*) FROM off WHERE off.slot_id = slot.id)), 0)::int AS changed
    FROM fair_slots AS slot LEFT JOIN met ON met.slot_id = slot.id
    WHERE slot.fair_id = ${fairId} GROUP BY 1 ORDER BY 1`)
  return rows
}

/** SQL: confirmed meetings whose slot or place is closed, or whose time the buyer withdrew or changed. */
const selectChangedMeetings = (fairId: string) => sql`
  SELECT met.id, met.slot_id, CASE WHEN slot.closed THEN 'slot' WHEN place.closed THEN 'place' ELSE 'time' END AS changed
  FROM matchings AS met JOIN fair_slots AS slot ON slot.id = met.slot_id
    JOIN fair_places AS place ON place.fair_id = met.fair_id AND place.way = met.way AND place.number = met.place
    JOIN free_times AS given ON given.fair_id = met.fair_id AND given.buyer_id = met.buyer_id AND given.slot_id = met.slot_id
  WHERE met.fair_id = ${fairId} AND met.state = 'confirmed' AND (slot.closed OR place.closed OR given.withdrawn OR given.wish IS NOT NULL)`

interface Company {
  [column: string]: unknown
  id: string
  role: Role
  names: object
  company: string
  country: string
  time_zone: string
}

/** Returns the companies that take part in a fair or have a meeting in it, by name. */
const companiesOf = async (context: Context, fairId: string) => {
  const { rows } = await context.database.execute<Company>(sql`
    SELECT profile.id, profile.role, profile.names, company.name AS company, profile.country, profile.time_zone
    FROM participations AS part JOIN match_profiles AS profile ON profile.id = part.profile_id
      JOIN companies AS company ON company.id = profile.company_id
    WHERE part.fair_id = ${fairId} AND (part.state = 'approved' OR EXISTS (SELECT FROM matchings
      WHERE matchings.fair_id = part.fair_id AND part.profile_id IN (matchings.seller_id, matchings.buyer_id)
        AND matchings.slot_id IS NOT NULL))`)
  const named = rows
    .map(({ id, role, names, company, country, time_zone }) => ({
      _id: id,
      role,
      name: textIn(context.locale, { ...names, ko: company }),
      country,
      timeZone: time_zone,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, context.locale === 'cn' ? 'zh' : context.locale))
  const filterByRole = (wantedRole: Role) =>
    named.filter(({ role }) => role === wantedRole).map(({ role: _role, ...rest }) => rest)
  return { sellers: filterByRole('seller'), buyers: filterByRole('buyer') }
}

interface SlotEntry {
  [column: string]: unknown
  id: string
  updated_at: Date
  state: MatchingState
  seller_id: string
  buyer_id: string
  slot_id: string
  way: Way
  place: number | null
  unreleased: boolean
  changed: Change | null
}

/** Returns the meetings and offers in slots that start in a period. */
const listSlotEntries = async (
  context: Context,
  fairId: string,
  since: string,
  until: string,
): Promise<SlotEntry[]> => {
  const { rows } = await context.database.execute<SlotEntry>(sql`
    WITH off AS (${selectChangedMeetings(fairId)})
    SELECT met.id, met.updated_at, met.state, met.seller_id, met.buyer_id, met.slot_id, met.way, met.place,
      kept.matching_id IS NOT NULL AS unreleased, off.changed
    FROM matchings AS met LEFT JOIN off ON off.id = met.id
      LEFT JOIN withheld_matchings AS kept ON kept.matching_id = met.id
    WHERE met.fair_id = ${fairId} AND met.slot_id IS NOT NULL
      AND met.starts_at >= ${since}::timestamptz AND met.starts_at < ${until}::timestamptz
    UNION ALL
    SELECT offer.id, offer.updated_at, offer.state, offer.seller_id, offer.buyer_id, pick.slot_id, pick.way, NULL, false, NULL
    FROM matching_picks AS pick JOIN matchings AS offer ON offer.id = pick.matching_id AND offer.state = 'offered'
      JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE pick.fair_id = ${fairId} AND slot.starts_at >= ${since}::timestamptz AND slot.starts_at < ${until}::timestamptz`)
  return rows
}

const indexById = (rows: readonly { _id: string }[]) => new Map(rows.map(({ _id }, index) => [_id, index]))

/**
 * Returns the board of the requested day; if the fair has no slots on it, of the next day with slots, else of the
 * first.
 */
export const readBoard = async (context: Context, fairId: string, requestedDay: string | undefined): Promise<Board> => {
  const fair = await findConsoleFair(context, fairId)
  const [days, companies, unreleased] = await Promise.all([
    daysOf(context, fairId),
    companiesOf(context, fairId),
    countUnreleased(context, fairId),
  ])
  const today = seoulDayOf(context.now().getTime()).day
  const chosen = days.find(({ day }) => day === requestedDay) ?? days.find(({ day }) => day >= today) ?? days[0]
  const day = chosen?.day ?? null
  const { since, until } = seoulMoments({ from: day ?? today, to: day ?? today })
  const [slotRows, entries] = await Promise.all([
    context.database
      .select()
      .from(fairSlots)
      .where(
        and(
          eq(fairSlots.fairId, fairId),
          gte(fairSlots.startsAt, new Date(since)),
          lt(fairSlots.startsAt, new Date(until)),
        ),
      )
      .orderBy(asc(fairSlots.startsAt), asc(fairSlots.closed)),
    listSlotEntries(context, fairId, since, until),
  ])
  // Show a closed slot while it still has a meeting or an offer.
  const used = new Set(entries.map(({ slot_id }) => slot_id))
  const slots = slotRows
    .filter(({ id, closed }) => !closed || used.has(id))
    .map(({ id, startsAt, endsAt, closed }) => ({
      _id: id,
      startAt: startsAt.toISOString(),
      endAt: endsAt.toISOString(),
      closed,
    }))
  const [sellerAt, buyerAt, slotAt] = [indexById(companies.sellers), indexById(companies.buyers), indexById(slots)]
  const meetings = entries.flatMap((row): BoardMeeting[] => {
    const [seller, buyer, slot] = [sellerAt.get(row.seller_id), buyerAt.get(row.buyer_id), slotAt.get(row.slot_id)]
    if (seller === undefined || buyer === undefined || slot === undefined) return []
    const { id, updated_at, state, way, place, unreleased: isUnreleased, changed } = row
    const updatedAt = new Date(updated_at).toISOString()
    return [{ _id: id, updatedAt, state, seller, buyer, slot, way, place, unreleased: isUnreleased, changed }]
  })
  return {
    fair: {
      _id: fair.id,
      title: textIn(context.locale, fair.title),
      phase: fair.phase,
      released: fair.released,
      tables: fair.tables,
      rooms: fair.rooms,
    },
    days,
    day,
    slots,
    ...companies,
    closedTables: [
      ...new Set(
        entries.flatMap(({ way, place }) =>
          way === 'offline' && place !== null && place > fair.tables ? [place] : [],
        ),
      ),
    ].toSorted((one, other) => one - other),
    meetings,
    unreleased,
  }
}

/** Returns a matching after the operator has placed or restored it. */
export const presentPlaced = async (context: Context, id: string): Promise<{ placed: PlacedMatching }> => {
  const found = await requireMatching(context, id)
  const { updatedAt, state, slotId, startsAt, way, place } = found.matching
  return {
    placed: {
      _id: id,
      updatedAt: updatedAt.toISOString(),
      state,
      slot: slotId,
      startAt: startsAt?.toISOString() ?? null,
      way,
      place,
      unreleased: found.unreleased !== null,
    },
  }
}
