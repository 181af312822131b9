import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { sqlState, violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { users } from '#people/users/table.ts'
import { type Auction, auctions as contract } from '../contract.ts'
import { paddleHandlers } from '../paddles/server/assign-paddle.ts'
import { type AuctionRow, auctionRegistrations, auctionsTable } from '../table.ts'
import { decideRegistration } from './decide-registration.ts'
import { determineAuctionState, findAuction, lockLots, readAuctionFigures } from './find-auctions.ts'
import { depositHandlers } from './handle-deposits.ts'
import { publicHandlers } from './handle-public-auctions.ts'
import { cancelAuction, resumeAuction, stopAuction } from './pause-auction.ts'
import { presentRegistrations, selectRegistrations } from './present-registration.ts'

const present = async (rows: AuctionRow[], context: Context) => {
  const figures = await readAuctionFigures(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { lots, locked } = figures(row.id)
    return { ...toRecord(row), lots, locked, state: determineAuctionState(row, figures(row.id), context.now()) }
  })
}

/** True if the change would end lots without bids immediately and pass them for good. */
const wouldPassAllLots = async (
  { firstEnd = '', visible }: { firstEnd?: string | undefined; visible?: boolean | undefined },
  context: Context,
  current: AuctionRow,
): Promise<boolean> => {
  const end = firstEnd === '' ? current.firstEnd : new Date(firstEnd)
  const isShown = visible ?? current.visible
  const isNew = end.getTime() !== current.firstEnd.getTime() || !current.visible
  if (!isShown || !isNew || end > context.now()) return false
  const { rows } = await context.database.execute(sql`
    SELECT FROM auction_works WHERE program_id = ${current.id} AND state IN ('draft', 'open') AND last_seq = 0 LIMIT 1`)
  return rows.length > 0
}

const base = tableHandlers(contract, auctionsTable, {
  words: [translationsOf(auctionsTable.title)],
  title: (row) => row.title.ko,
  present,
  presentLines: async (rows, context) => {
    const figures = await readAuctionFigures(
      context,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...toRecord(row),
      lots: figures(row.id).lots,
      state: determineAuctionState(row, figures(row.id), context.now()),
    }))
  },
  async accept(body, context, current) {
    const startsAt = body.startsAt ?? current?.startsAt.toISOString() ?? ''
    const firstEnd = body.firstEnd ?? current?.firstEnd.toISOString() ?? ''
    // Compared as times: one text may have milliseconds and the other not.
    if (Date.parse(startsAt) >= Date.parse(firstEnd))
      throw new AppError('invalid', { fields: { firstEnd: 'program_order' } })
    if (current && (await wouldPassAllLots(body, context, current)))
      throw new AppError('invalid', { fields: { firstEnd: 'program_past' } })
    if (!body.halls) return body
    const named = body.halls.flatMap((hall) => hall._id ?? [])
    if (new Set(named).size < named.length) throw new AppError('invalid', { fields: { halls: 'program_hall_twice' } })
    return { ...body, halls: body.halls.map((hall) => ({ ...hall, _id: hall._id ?? context.newId() })) }
  },
})

/** Maps constraint violations to field errors of the form. */
const withFieldErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'auction_programs_locked')
      throw new AppError('conflict', { fields: { increments: 'program_locked' } })
    if (constraint === 'auction_programs_deposit')
      throw new AppError('conflict', { fields: { deposit: 'deposit_locked' } })
    if (constraint === 'auction_programs_shown')
      throw new AppError('conflict', { fields: { visible: 'program_shown' } })
    if (constraint === 'auction_entries_paid') throw new AppError('in_use', { fields: { deposit: 'deposit_held' } })
    if (sqlState(error) === '23503') throw new AppError('in_use', { fields: { halls: 'program_hall_used' } })
    throw error
  }
}

/** Changes an auction in a transaction and returns it. */
const changeAndPresent = (
  context: Context,
  { params, body }: { params: { id: string }; body: { reason: string } },
  change: (within: Context, id: string, reason: string) => Promise<AuctionRow>,
): Promise<{ program: Auction }> =>
  context.transaction(async (within) => {
    const [program] = await present([await change(within, params.id, body.reason)], within)
    if (!program) throw new AppError('not_found')
    return { program }
  })

export const auctionHandlers: Handlers<typeof contract> = {
  ...base,
  update: (context, input) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        await lockLots(within, input.params.id)
        return base.update(within, input)
      }),
    ),
  remove: (context, input) => withFieldErrors(() => base.remove(context, input)),

  stop: (context, input) => changeAndPresent(context, input, stopAuction),
  resume: (context, input) => changeAndPresent(context, input, resumeAuction),
  cancel: (context, input) => changeAndPresent(context, input, cancelAuction),

  async entries(context, { params, query }) {
    await findAuction(context, params.id)
    const { page, limit, sort, q, state, deposit } = query
    const where = and(
      eq(auctionRegistrations.programId, params.id),
      state ? eq(auctionRegistrations.state, state) : undefined,
      deposit ? eq(auctionRegistrations.deposit, deposit) : undefined,
      q
        ? sql`EXISTS (SELECT FROM users WHERE users.id = ${auctionRegistrations.userId}
            AND ${containsWords([users.name, users.username], q)})`
        : undefined,
    )
    const direction = sort.startsWith('-') ? desc : asc
    const [rows, total] = await Promise.all([
      selectRegistrations(context)
        .where(where)
        .orderBy(direction(auctionRegistrations.createdAt), direction(auctionRegistrations.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(auctionRegistrations, where),
    ])
    await recordPersonalAccess(context, {
      act: 'list',
      entity: 'entries',
      of: null,
      fields: ['name'],
      count: rows.length,
    })
    return { entries: presentRegistrations(context, rows), total, page, limit }
  },

  decide: (context, { params, body }) =>
    context.transaction(async (within) => ({ entry: await decideRegistration(within, params, body) })),

  ...depositHandlers,
  ...paddleHandlers,
  ...publicHandlers,
}
