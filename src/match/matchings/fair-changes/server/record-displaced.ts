import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { Way } from '#match/participants/contract.ts'
import type { DisplacedPreview, fairChanges } from '../contract.ts'

type SetupChange = z.output<typeof fairChanges.falls.body>

interface Row {
  [column: string]: unknown
  id: string
  seller: string
  seller_names: object
  buyer: string
  buyer_names: object
  starts_at: Date
  way: Way
  place: number
  changed: 'slot' | 'place'
}
interface Sums {
  [column: string]: unknown
  mark: string | null
  total: number
  offers: number
  times: number
  buyers: number
}

/** Returns what a changed set-up of a fair would displace; changes nothing. */
export const previewDisplaced = async (
  context: Context,
  fairId: string,
  change: SetupChange,
): Promise<DisplacedPreview> => {
  const fair = await findFair(context, fairId)
  const { sessions, breaks, slotMinutes, tables, rooms } = { ...fair, ...change }
  const grid = sql`${JSON.stringify(sessions)}::jsonb, ${JSON.stringify(breaks)}::jsonb, ${slotMinutes}::int`
  const setUp = sql`${fairId}::uuid, ${grid}, ${tables}::int, ${rooms}::int`
  const isRemovedSlot = (slot: SQL) => sql`NOT ${slot}.closed AND NOT EXISTS (SELECT FROM grid
    WHERE grid.starts_at = ${slot}.starts_at AND grid.ends_at = ${slot}.ends_at)`
  // One statement, so that the mark belongs to exactly the list that is shown.
  const { rows } = await context.database.execute<{ named: Row[]; sums: Sums }>(sql`
    WITH grid AS (SELECT * FROM generate_slot_grid(${grid})), falls AS (SELECT * FROM list_displaced_meetings(${setUp})),
      named AS (
        SELECT met.id, sells.name AS seller, seller.names AS seller_names, buys.name AS buyer, buyer.names AS buyer_names,
          met.starts_at, met.way, met.place, falls.changed
        FROM falls JOIN matchings AS met ON met.id = falls.matching_id
          JOIN match_profiles AS seller ON seller.id = met.seller_id JOIN companies AS sells ON sells.id = seller.company_id
          JOIN match_profiles AS buyer ON buyer.id = met.buyer_id JOIN companies AS buys ON buys.id = buyer.company_id
        ORDER BY met.starts_at, met.id LIMIT 50),
      gone AS (SELECT given.buyer_id FROM free_times AS given JOIN fair_slots AS slot ON slot.id = given.slot_id
        WHERE given.fair_id = ${fairId} AND NOT given.withdrawn AND ${isRemovedSlot(sql`slot`)})
    SELECT coalesce((SELECT jsonb_agg(named ORDER BY named.starts_at, named.id) FROM named), '[]') AS named,
      jsonb_build_object('mark', digest_displaced_meetings(${setUp}), 'total', (SELECT count(*) FROM falls),
        'offers', (SELECT count(*) FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
          JOIN matchings ON matchings.id = pick.matching_id AND matchings.state = 'offered'
          WHERE pick.fair_id = ${fairId} AND ${isRemovedSlot(sql`slot`)}),
        'times', (SELECT count(*) FROM gone), 'buyers', (SELECT count(DISTINCT buyer_id) FROM gone)) AS sums`)
  const [read] = rows
  const { mark = null, total = 0, offers = 0, times = 0, buyers = 0 } = read?.sums ?? {}
  return {
    meetings: (read?.named ?? []).map((row) => ({
      _id: row.id,
      seller: textIn(context.locale, { ...row.seller_names, ko: row.seller }),
      buyer: textIn(context.locale, { ...row.buyer_names, ko: row.buyer }),
      startAt: new Date(row.starts_at).toISOString(),
      way: row.way,
      place: row.place,
      changed: row.changed,
    })),
    mark,
    total,
    offers,
    times,
    buyers,
  }
}

/**
 * Sets the mark of the list that the operator saw for this transaction; the database compares it when the set-up
 * changes.
 */
export const confirmDisplaced = async (within: Context, mark: string | undefined): Promise<void> => {
  await within.database.execute(sql`SELECT set_config('match.displaced_digest', ${mark ?? ''}, true)`)
}

const instant = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: the time of the meeting `met` in the format of history events. */
export const eventTimes: SQL = sql`jsonb_build_array(jsonb_build_object('startAt', ${instant(sql`met.starts_at`)},
  'endAt', ${instant(sql`met.ends_at`)}, 'way', met.way))`

/**
 * Adds an `unseat` event to the history of each displaced meeting; call it after the change, in its transaction. With
 * `isNotified` both companies see the event and a job mails them. Meetings with an unreleased change are never announced.
 */
export const recordDisplaced = async (within: Context, isNotified: boolean): Promise<void> => {
  const now = sql`${within.now().toISOString()}::timestamptz(3)`
  await within.database.execute(sql`
    INSERT INTO matching_events (id, matching_id, action, side, actor_id, from_state, to_state, times, shown, untold, created_at, updated_at)
    SELECT gen_random_uuid(), met.id, 'unseat', 'operator', ${within.scope.principal?.userId ?? null}::uuid, met.state, met.state,
      ${eventTimes}, ${isNotified} AND known.told, ${isNotified} AND known.told, ${now}, ${now}
    FROM matchings AS met CROSS JOIN LATERAL (SELECT NOT EXISTS (SELECT FROM withheld_matchings AS kept
      WHERE kept.matching_id = met.id) AS told) AS known
    WHERE met.state = 'confirmed'
      AND met.id::text = ANY (string_to_array(coalesce(current_setting('match.displaced_ids', true), ''), ','))`)
}
