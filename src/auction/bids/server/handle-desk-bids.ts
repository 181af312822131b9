import { and, eq, inArray, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { readLots, selectWorks, sendLotMail } from '#auction/works/server/find-works.ts'
import { auctionWorks, type WorkRow } from '#auction/works/table.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/table.ts'
import { type bids as contract, defaultHistoryRows } from '../contract.ts'
import { standingWithoutBidder } from '../rules-void.ts'
import { mapVoidedBidders, presentHistoryRow, readHistory } from './place-bid.ts'
import { hasRobots, scheduleRobot } from './run-demo-robot.ts'
import { flushRefusals, readRefusals } from './store-refusals.ts'
import { countWatchers } from './stream-lots.ts'

/** `void` goes to the bidder whose bids are voided, `leads` to the bidder who leads instead. */
const mails = {
  void: [m.bids_mail_void_subject, m.bids_mail_void_text],
  leads: [m.bids_mail_leads_subject, m.bids_mail_leads_text],
} as const

const find = async (context: Context, id: string): Promise<WorkRow> => {
  const [row] = await context.database.select().from(auctionWorks).where(eq(auctionWorks.id, id))
  if (!row || row.dueAt === null) throw new AppError('not_found')
  return row
}

const namesOf = async (context: Context, ids: readonly (string | null)[]) => {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    asked.length === 0
      ? []
      : await context.database
          .select({ _id: users.id, username: users.username, name: users.name })
          .from(users)
          .where(inArray(users.id, asked))
  return new Map(rows.map((row) => [row._id, row]))
}

/** Returns the history of a lot for staff, latest first. */
const presentHistory = async (
  context: Context,
  work: WorkRow,
  part: { before?: number | undefined; limit: number },
) => {
  const [{ now, lots }, rows, voids, refused] = await Promise.all([
    readLots(context, sql`work.id = ${work.id}::uuid`),
    readHistory(context, work.id, part),
    readHistory(context, work.id, { kind: 'void' }),
    // Refusals are shown with the latest rows only.
    part.before === undefined ? readRefusals(context, work.id) : [],
  ])
  const [lot] = lots
  if (!lot) throw new AppError('not_found')
  const names = await namesOf(context, [...rows.map(({ row }) => row.userId), ...refused.map(({ userId }) => userId)])
  // A withdrawn lot has no closing time and counts as open: it may be auctioned again, and its maximum bids stay
  // secret.
  const shown = { isClosed: work.closedAt !== null, voids: mapVoidedBidders(voids) }
  return {
    now,
    lot,
    bids: rows.toReversed().map((found) => {
      const { mine: _mine, ...line } = presentHistoryRow(context, found, shown)
      return { _id: found.row.id, ...line, user: names.get(found.row.userId ?? '') ?? null }
    }),
    refused: refused.map((row) => ({
      _id: row.id,
      at: row.at.toISOString(),
      user: names.get(row.userId ?? '') ?? null,
      kind: row.kind,
      amount: row.kind === 'maximum' && !shown.isClosed ? null : row.amount,
      reason: row.reason,
    })),
  }
}

export const deskHandlers: Pick<Handlers<typeof contract>, 'deskHistory' | 'void' | 'robot' | 'desk'> = {
  async deskHistory(context, { params, query }) {
    await flushRefusals(context.services)
    const work = await find(context, params.work)
    const history = await presentHistory(context, work, query)
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'bids',
      entityId: work.id,
      summary: `LOT ${work.lot}`,
      of: null,
      fields: ['name'],
    })
    return history
  },

  void: (context, { params, body }) =>
    context.transaction(async (within) => {
      // Locked until the row is written: bids wait and are decided on the new state.
      const [work] = await within.database
        .select()
        .from(auctionWorks)
        .where(eq(auctionWorks.id, params.work))
        .for('update')
      if (!work || work.dueAt === null || !work.endsAt || !work.hardEnd) throw new AppError('not_found')
      const rows = await readHistory(within, work.id)
      const bid = rows.find(({ row }) => row.id === params.id)?.row
      if (!bid) throw new AppError('not_found')
      const [program] = await within.database.select().from(auctionsTable).where(eq(auctionsTable.id, work.program))
      const isOver = work.state !== 'open' || bid.kind === 'void' || mapVoidedBidders(rows).has(bid.bidder)
      if (!program || isOver) throw new AppError('conflict', { fields: { reason: 'bid_void' } })
      const standing = standingWithoutBidder(
        { start: work.startPrice, reserve: work.reserve, increments: program.increments },
        rows.map(({ row }) => ({ bidder: row.bidder, kind: row.kind, amount: row.amount, seq: row.seq })),
        bid.bidder,
      )
      const price = standing.price ?? work.startPrice
      const seq = work.bids + 1
      const ends = work.endsAt.toISOString()
      // The statement checks again, by the database's clock, that the lot is open: a void must not change a lot that
      // has ended. While the auction is stopped, its ends and this clock stand still.
      const { rowCount } = await within.database.execute(sql`
        WITH moment AS (
          SELECT greatest(least(date_trunc('milliseconds', clock_timestamp()), program.stopped_at), last.at) AS at
          FROM auction_programs AS program LEFT JOIN auction_bids AS last ON last.work_id = ${work.id}::uuid AND last.seq = ${work.bids}
          WHERE program.id = ${work.program}::uuid),
        written AS (
          SELECT auction_write(${work.id}::uuid, ${seq}, ${bid.bidder}, ${bid.userId}::uuid, 'void', ${price}::bigint, ${price}::bigint,
            ${standing.leader ?? 0}, ${ends}::timestamptz, moment.at, NULL, decode(${work.lastHash.toString('hex')}, 'hex'),
            ${within.newId()}::uuid) AS hash
          FROM moment JOIN auction_works AS open ON open.id = ${work.id}::uuid AND open.state = 'open' AND moment.at < open.ends_at)
        UPDATE auction_works AS work SET price = ${standing.price}::bigint, leader = ${standing.leader}::int,
          maximum = ${standing.maximum}::bigint, last_seq = ${seq}, last_hash = written.hash,
          updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
        FROM written WHERE work.id = ${work.id}::uuid`)
      if (rowCount !== 1) throw new AppError('conflict', { fields: { reason: 'bid_ended' } })
      await writeAudit(within, {
        action: 'void',
        entity: 'bids',
        entityId: bid.id,
        summary: `${textIn('ko', program.title)} LOT ${work.lot}`,
        before: { price: work.price, leader: work.leader },
        after: { price: standing.price, leader: standing.leader, bidder: bid.bidder, reason: body.reason },
      })
      // Notify the voided bidder and the new leader on their screens.
      const led = rows.find(({ row }) => row.bidder === standing.leader && row.userId !== null)?.row.userId
      const told = [bid.userId, led].filter((user) => typeof user === 'string')
      if (told.length > 0) await publishEvent(within, { users: told }, { topic: 'bids', id: work.id })
      const facts = { work: work.id, reason: body.reason }
      if (bid.userId) await sendLotMail(within, { ...facts, user: bid.userId }, mails.void)
      if (led && standing.leader !== work.leader) await sendLotMail(within, { ...facts, user: led }, mails.leads)
      return presentHistory(within, await find(within, work.id), { limit: defaultHistoryRows })
    }),

  robot: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [program] = (await hasRobots(within))
        ? await changeRows(within, auctionsTable, {
            robotUntil: body.minutes === 0 ? null : sql`clock_timestamp() + make_interval(mins => ${body.minutes})`,
          })
            .where(eq(auctionsTable.id, params.id))
            .returning()
        : []
      if (!program) throw new AppError('not_found')
      if (program.robotUntil) await scheduleRobot(within, program.id, 0)
      await writeAudit(within, {
        action: 'update',
        entity: 'programs',
        entityId: program.id,
        summary: program.title.ko,
        after: { robotUntil: program.robotUntil?.toISOString() ?? null },
      })
      return { robot: { until: program.robotUntil?.toISOString() ?? null } }
    }),

  async desk(context, { params }) {
    const [program] = await context.database
      .select({ id: auctionsTable.id, robotUntil: auctionsTable.robotUntil })
      .from(auctionsTable)
      .where(eq(auctionsTable.id, params.id))
    if (!program) throw new AppError('not_found')
    const [{ now, lots }, found] = await Promise.all([
      readLots(context, sql`work.program_id = ${params.id}::uuid`),
      selectWorks(context).where(and(eq(auctionWorks.program, params.id))),
    ])
    const pictures = await findFiles(
      context,
      found.map(({ work }) => work.pictures[0]),
    )
    return {
      now,
      robot: (await hasRobots(context))
        ? { until: program.robotUntil && program.robotUntil > new Date(now) ? program.robotUntil.toISOString() : null }
        : null,
      watchers: countWatchers(context.services, params.id),
      lots: lots.map((lot) => {
        const one = found.find(({ work }) => work.id === lot._id)
        return {
          ...lot,
          title: textIn(context.locale, one?.work.title),
          author: one?.author ? textIn(context.locale, one.author.name) : null,
          picture: pictureOf(pictures, one?.work.pictures[0]),
        }
      }),
    }
  },
}
