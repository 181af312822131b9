import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { sqlState, violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { auctions as contract } from '../contract.ts'
import { depositDueDays } from '../rules.ts'
import { type AuctionRow, auctionRegistrations, auctionsTable } from '../table.ts'
import {
  auctionStateCondition,
  determineAuctionState,
  findPublicAuction,
  lockLots,
  presentAuction,
  presentAuctions,
  presentRegistration,
  readAuctionFigures,
} from './find-auctions.ts'
import { depositHandlers, presentRegistrations, selectRegistrations } from './handle-deposits.ts'
import { sendDepositMail, sendRegistrationMail } from './send-auction-mail.ts'

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
    if (constraint === 'auction_entries_held') throw new AppError('in_use', { fields: { deposit: 'deposit_held' } })
    if (sqlState(error) === '23503') throw new AppError('in_use', { fields: { halls: 'program_hall_used' } })
    throw error
  }
}

const find = async (context: Context, id: string): Promise<AuctionRow> => {
  const [row] = await context.database.select().from(auctionsTable).where(eq(auctionsTable.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

/** Writes the audit entry of an action on an auction, with its reason, and returns the auction. */
const recordAndPresent = async (
  within: Context,
  action: 'stop' | 'resume' | 'cancel',
  row: AuctionRow,
  reason: string,
) => {
  await writeAudit(within, {
    action,
    entity: 'programs',
    entityId: row.id,
    summary: row.title.ko,
    after: { reason },
  })
  const [program] = await present([row], within)
  if (!program) throw new AppError('not_found')
  return { program }
}

export const auctionHandlers: Handlers<typeof contract> = {
  ...base,
  ...depositHandlers,
  update: (context, input) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        await lockLots(within, input.params.id)
        return base.update(within, input)
      }),
    ),
  remove: (context, input) => withFieldErrors(() => base.remove(context, input)),

  stop: (context, input) =>
    context.transaction(async (within) => {
      const { id } = input.params
      // Lots that have ended by then stay ended: they are closed as usual, with their sale.
      const { rows } = await within.database.execute<{ stopped: boolean }>(
        sql`SELECT stop_program(${id}, ${input.body.reason}) AS stopped`,
      )
      const row = await find(within, id)
      if (!rows[0]?.stopped) throw new AppError('conflict', { fields: { reason: 'program_stopped' } })
      return recordAndPresent(within, 'stop', row, input.body.reason)
    }),

  resume: (context, input) =>
    context.transaction(async (within) => {
      const { id } = input.params
      const { rows } = await within.database.execute<{ resumed: boolean }>(sql`SELECT resume_program(${id}) AS resumed`)
      const row = await find(within, id)
      if (!rows[0]?.resumed) throw new AppError('conflict', { fields: { reason: 'program_stopped' } })
      return recordAndPresent(within, 'resume', row, input.body.reason)
    }),

  cancel: (context, input) =>
    context.transaction(async (within) => {
      const { id } = input.params
      const { reason } = input.body
      const { rows } = await within.database.execute<{ cancelled: boolean }>(
        sql`SELECT cancel_program(${id}, ${reason}) AS cancelled`,
      )
      const row = await find(within, id)
      if (!rows[0]?.cancelled) throw new AppError('conflict', { fields: { reason: 'program_cancelled' } })
      // No notice for an auction that was never public.
      if (row.visible) await within.services.jobs.add(within.database, 'tellCancelled', { program: id })
      return recordAndPresent(within, 'cancel', row, reason)
    }),

  async entries(context, { params, query }) {
    await find(context, params.id)
    const { page, limit, sort, state, deposit } = query
    const where = and(
      eq(auctionRegistrations.programId, params.id),
      state ? eq(auctionRegistrations.state, state) : undefined,
      deposit ? eq(auctionRegistrations.deposit, deposit) : undefined,
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
    context.transaction(async (within) => {
      if (body.state === 'refused' && body.reason === '')
        throw new AppError('invalid', { fields: { reason: 'required' } })
      const [changed] = await changeRows(within, auctionRegistrations, body)
        .where(and(eq(auctionRegistrations.id, params.entry), eq(auctionRegistrations.programId, params.id)))
        .returning()
      const program = await find(within, params.id)
      if (!changed) throw new AppError('not_found')
      const [row] = await selectRegistrations(within).where(eq(auctionRegistrations.id, params.entry))
      const [entry] = row ? presentRegistrations(within, [row]) : []
      if (!entry) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'update',
        entity: 'entries',
        entityId: params.entry,
        summary: program.title.ko,
        after: { state: body.state, reason: body.reason },
      })
      await publishEvent(within, { users: [changed.userId] }, { topic: 'entries', id: params.id })
      await sendRegistrationMail(within, program, changed)
      return { entry }
    }),

  async published(context, { query }) {
    context.tag('auction')
    const { page, limit, state } = query
    const now = context.now()
    const where = and(eq(auctionsTable.visible, true), state ? auctionStateCondition(state, now) : undefined)
    const running = sql`CASE WHEN ${auctionStateCondition('running', now)} THEN 0 WHEN ${auctionStateCondition('coming', now)} THEN 1 ELSE 2 END`
    const [rows, total] = await Promise.all([
      context.database
        .select()
        .from(auctionsTable)
        .where(where)
        .orderBy(
          running,
          sql`CASE WHEN ${auctionStateCondition('over', now)} THEN NULL ELSE ${auctionsTable.startsAt} END`,
          desc(auctionsTable.startsAt),
          asc(auctionsTable.id),
        )
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(auctionsTable, where),
    ])
    // An auction that begins moves to another list.
    const [next] = await context.database
      .select({ at: auctionsTable.startsAt })
      .from(auctionsTable)
      .where(and(eq(auctionsTable.visible, true), auctionStateCondition('coming', now)))
      .orderBy(asc(auctionsTable.startsAt))
      .limit(1)
    context.showUntil(next?.at)
    return { programs: await presentAuctions(context, rows), total, page, limit }
  },

  async open(context, { params }) {
    context.tag('auction')
    return { program: await presentAuction(context, await findPublicAuction(context, params.id)) }
  },

  async hall(context, { params }) {
    context.tag('auction')
    const [row] = await context.database
      .select()
      .from(auctionsTable)
      .where(
        and(
          eq(auctionsTable.visible, true),
          sql`id = (SELECT program_id FROM auction_halls WHERE id = ${params.hall})`,
        ),
      )
    if (!row) throw new AppError('not_found')
    const program = await presentAuction(context, row)
    const hall = program.halls.find(({ _id }) => _id === params.hall)
    if (!hall) throw new AppError('not_found')
    return { hall, program }
  },

  async entry(context, { params }) {
    return { entry: await presentRegistration(context, await findPublicAuction(context, params.id)) }
  },

  enter: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findPublicAuction(within, params.id)
      const { userId } = within.principal
      const now = sql`${within.now().toISOString()}::timestamptz`
      // Locked, so that the deposit amount matches the auction. The statement repeats the terms version that was read.
      const { rows } = await within.database.execute<{ asked: boolean }>(sql`
        WITH program AS (SELECT * FROM auction_programs
          WHERE id = ${params.id} AND visible AND cancelled_at IS NULL AND terms_version = ${body.termsVersion}
            AND NOT ${auctionStateCondition('over', within.now())} FOR SHARE)
        INSERT INTO auction_entries AS own (id, program_id, user_id, state, terms_version, accepted_at, created_at, updated_at,
          deposit, deposit_amount, deposit_number, deposit_due)
        SELECT ${within.newId()}::uuid, id, ${userId}::uuid,
          CASE entry WHEN 'open' THEN 'approved' ELSE 'waiting' END, terms_version, ${now}, ${now}, ${now},
          CASE WHEN deposit IS NULL THEN 'none' ELSE 'due' END, (deposit ->> 'amount')::bigint,
          CASE WHEN deposit IS NOT NULL THEN nextval('auction_deposit_numbers') END,
          CASE WHEN deposit IS NOT NULL THEN ${now} + make_interval(days => ${depositDueDays}) END
        FROM program
        ON CONFLICT (program_id, user_id) DO UPDATE SET terms_version = excluded.terms_version,
          -- Who accepts again what was accepted did so the first time.
          accepted_at = CASE WHEN own.terms_version = excluded.terms_version THEN own.accepted_at
            ELSE excluded.accepted_at END,
          -- Who waited for an approval that the programme asks for no more has it.
          state = CASE own.state WHEN 'waiting' THEN excluded.state ELSE own.state END,
          -- One that was refused is asked for anew, but of nobody who may not bid. Every other stays: that it was paid and
          -- given back is kept.
          (deposit, deposit_amount, deposit_number, deposit_due, deposit_reason, received_at, returned_at) = (SELECT
            CASE WHEN kept THEN own.deposit ELSE excluded.deposit END,
            CASE WHEN kept THEN own.deposit_amount ELSE excluded.deposit_amount END,
            CASE WHEN kept THEN own.deposit_number ELSE excluded.deposit_number END,
            CASE WHEN kept THEN own.deposit_due ELSE excluded.deposit_due END,
            CASE WHEN kept THEN own.deposit_reason ELSE '' END,
            CASE WHEN kept THEN own.received_at END, CASE WHEN kept THEN own.returned_at END
            FROM (SELECT own.deposit IN ('due', 'received', 'returned') OR own.state = 'refused' OR excluded.deposit = 'none' AS kept) AS known),
          updated_at = greatest(${now}, own.updated_at + interval '1 millisecond')
        RETURNING deposit = 'due' AND deposit_due = ${now} + make_interval(days => ${depositDueDays}) AS asked`)
      const [kept] = rows
      if (!kept) {
        const { termsVersion } = await find(within, row.id)
        throw new AppError('conflict', {
          fields: { termsVersion: termsVersion === body.termsVersion ? 'program_cancelled' : 'program_terms' },
        })
      }
      if (kept.asked) {
        const [entry] = await within.database
          .select()
          .from(auctionRegistrations)
          .where(and(eq(auctionRegistrations.programId, row.id), eq(auctionRegistrations.userId, userId)))
        if (entry) await sendDepositMail(within, row, entry)
      }
      await publishEvent(within, { scope: 'console:auction' }, { topic: 'entries', id: row.id })
      return { entry: await presentRegistration(within, row) }
    }),
}
