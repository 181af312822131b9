import { sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { FairRow } from '#match/fairs/table.ts'
import type { Role, Way } from '#match/participants/contract.ts'
import type { Badge, checkins as contract } from '../contract.ts'
import { type CheckInResult, clockTolerance } from '../rules.ts'

/** Days on which a fair has slots; without slots, every day from its start to its end. */
const daysOf = async (context: Context, fair: FairRow): Promise<string[]> => {
  const { rows } = await context.database.execute<{ day: string }>(sql`
    SELECT DISTINCT to_char(starts_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day FROM fair_slots
    WHERE fair_id = ${fair.id} AND NOT closed
    UNION SELECT to_char(one, 'YYYY-MM-DD') FROM generate_series(
      (${fair.startsAt.toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul')::date,
      (${fair.endsAt.toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul')::date, interval '1 day') AS one
    WHERE NOT EXISTS (SELECT FROM fair_slots WHERE fair_id = ${fair.id} AND NOT closed)
    ORDER BY 1`)
  return rows.map(({ day }) => day)
}

interface Row {
  [column: string]: unknown
  id: string
  profile: string
  code: string
  names: object
  company: string
  contact_name: string
  country: string
  role: Role
  arrivals: { day: string; at: string }[]
}

/**
 * Returns the confirmed meetings of a fair by profile, in order, as the companies see them (unreleased changes hidden),
 * so that staff at the entrance can answer questions.
 */
const meetingsOf = async (context: Context, fairId: string): Promise<Map<string, Badge['meetings']>> => {
  const { rows } = await context.database.execute<{
    own: string
    starts_at: Date
    names: object
    company: string
    way: Way
    place: number
  }>(sql`
    SELECT own.id AS own, told.starts_at, other.names, company.name AS company, told.way, told.place
    FROM matchings AS met
      LEFT JOIN withheld_matchings AS kept ON kept.matching_id = met.id
      CROSS JOIN LATERAL (SELECT met.state, met.starts_at, met.way, met.place WHERE kept.matching_id IS NULL
        UNION ALL SELECT kept.state, kept.starts_at, kept.way, kept.place WHERE kept.matching_id IS NOT NULL) AS told
      JOIN match_profiles AS own ON own.id IN (met.seller_id, met.buyer_id)
      JOIN match_profiles AS other ON other.id IN (met.seller_id, met.buyer_id) AND other.id <> own.id
      JOIN companies AS company ON company.id = other.company_id
    WHERE met.fair_id = ${fairId} AND told.state = 'confirmed' ORDER BY told.starts_at`)
  const meetings = new Map<string, Badge['meetings']>()
  for (const { own, starts_at, names, company, way, place } of rows)
    meetings.set(own, [
      ...(meetings.get(own) ?? []),
      {
        startAt: new Date(starts_at).toISOString(),
        company: textIn(context.locale, { ...names, ko: company }),
        way,
        place,
      },
    ])
  return meetings
}

/**
 * Records a check-in in one statement, which requires an approved participation and a day of the fair. If the badge was
 * already checked in that day, the earlier time is kept.
 */
const arrive = async (
  within: Context,
  fair: FairRow,
  days: readonly string[],
  { code, at }: { code: string; at: string },
): Promise<{ result: CheckInResult; since: string | null }> => {
  const moment = new Date(Math.min(Date.parse(at), within.now().getTime() + clockTolerance)).toISOString()
  const { day } = seoulDayOf(Date.parse(moment))
  const { rows } = await within.database.execute<{ fresh: boolean; at: Date }>(sql`
    INSERT INTO fair_checkins AS known (participation_id, day, at, by_id)
    SELECT part.id, ${day}::date, ${moment}::timestamptz, ${within.principal.userId}::uuid
    FROM fair_badges AS badge JOIN participations AS part ON part.id = badge.participation_id
    WHERE badge.code = ${code} AND part.fair_id = ${fair.id} AND part.state = 'approved'
      AND ${day} = ANY (${sql.param([...days])}::text[])
    ON CONFLICT (participation_id, day) DO UPDATE
      SET at = least(known.at, excluded.at),
        by_id = CASE WHEN excluded.at < known.at THEN excluded.by_id ELSE known.by_id END
    RETURNING xmax = 0 AS fresh, at`)
  const [row] = rows
  if (row) return { result: row.fresh ? 'in' : 'already', since: new Date(row.at).toISOString() }
  const { rows: known } = await within.database.execute<{ own: boolean }>(sql`
    SELECT part.fair_id = ${fair.id} AS own
    FROM fair_badges AS badge JOIN participations AS part ON part.id = badge.participation_id
    WHERE badge.code = ${code} AND part.state = 'approved'`)
  const [badge] = known
  return { result: !badge ? 'unknown' : badge.own ? 'wrong_day' : 'other_fair', since: null }
}

export const checkinHandlers: Handlers<typeof contract> = {
  async door(context, { params }) {
    const fair = await findFair(context, params.id)
    const [days, meetings, { rows }] = await Promise.all([
      daysOf(context, fair),
      meetingsOf(context, fair.id),
      context.database.execute<Row>(sql`
        SELECT part.id, profile.id AS profile, badge.code, profile.names, company.name AS company, profile.contact_name,
          profile.country, profile.role,
          coalesce((SELECT jsonb_agg(jsonb_build_object('day', to_char(came.day, 'YYYY-MM-DD'), 'at', came.at) ORDER BY came.day)
            FROM fair_checkins AS came WHERE came.participation_id = part.id), '[]') AS arrivals
        FROM participations AS part JOIN fair_badges AS badge ON badge.participation_id = part.id
          JOIN match_profiles AS profile ON profile.id = part.profile_id
          JOIN companies AS company ON company.id = profile.company_id
        WHERE part.fair_id = ${fair.id} AND part.state = 'approved' ORDER BY company.name, part.id`),
    ])
    await recordPersonalAccess(context, {
      act: 'export',
      entity: 'checkins',
      entityId: fair.id,
      of: null,
      fields: ['contactName'],
      count: rows.length,
    })
    return {
      door: {
        fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
        days,
        badges: rows.map(({ id, profile, code, names, company, contact_name, country, role, arrivals }) => ({
          _id: id,
          code,
          company: textIn(context.locale, { ...names, ko: company }),
          name: contact_name,
          country,
          role,
          arrivals: arrivals.map(({ day, at }) => ({ day, at: new Date(at).toISOString() })),
          meetings: meetings.get(profile) ?? [],
        })),
      },
    }
  },

  async arrive(context, { params, body }) {
    const fair = await findFair(context, params.id)
    const days = await daysOf(context, fair)
    const outcomes = await context.transaction(async (within) => {
      const found = []
      // Sorted, so that two devices sending the same check-ins do not deadlock.
      for (const arrival of body.arrivals.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
        found.push({ ...arrival, ...(await arrive(within, fair, days, arrival)) })
      const came = found.filter(({ result }) => result === 'in').length
      if (came > 0) {
        await writeAudit(within, {
          action: 'arrive',
          entity: 'checkins',
          entityId: fair.id,
          summary: fair.title.ko,
          after: { came },
        })
        await publishEvent(within, { scope: 'console:fairs' }, { topic: 'checkins', id: fair.id })
      }
      return found
    })
    return { outcomes }
  },

  async undo(context, { params, body }) {
    const fair = await findFair(context, params.id)
    return context.transaction(async (within) => {
      const { rowCount } = await within.database.execute(sql`
        DELETE FROM fair_checkins AS came USING fair_badges AS badge, participations AS part
        WHERE badge.code = ${body.code} AND part.id = badge.participation_id AND part.fair_id = ${fair.id}
          AND came.participation_id = part.id AND came.day = ${body.day}::date`)
      if (rowCount === 1) {
        await writeAudit(within, {
          action: 'undo_arrival',
          entity: 'checkins',
          entityId: fair.id,
          summary: fair.title.ko,
          after: { day: body.day },
        })
        await publishEvent(within, { scope: 'console:fairs' }, { topic: 'checkins', id: fair.id })
      }
      return { removed: rowCount === 1 }
    })
  },
}
