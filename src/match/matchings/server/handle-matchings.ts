import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { matchingPhases } from '#match/fairs/contract.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { matchProducts } from '#match/products/table.ts'
import { lockParticipation, saveDraft } from '../availability/server/save-draft.ts'
import { breaksOf, findOwnBuyer, presentSchedule, replaceTimes } from '../availability/server/save-free-times.ts'
import {
  confirmTime,
  lockCompanies,
  meetingTime,
  offerTimes,
  withBookingErrors,
} from '../booking/server/book-meeting.ts'
import { presentChoices, presentPicks } from '../booking/server/present-slots.ts'
import { closeFeed, ownFeed, renewFeed } from '../calendar/server/serve-feed.ts'
import type { matchings as contract, Matching } from '../contract.ts'
import { createBadge } from '../documents/server/create-badge.ts'
import { addTask, dropTask, setTaskDone, tasksOf } from '../follow-up/server/manage-tasks.ts'
import { reportNoShow } from '../follow-up/server/report-no-show.ts'
import {
  agreementsOf,
  checkAgreement,
  dropAgreement,
  reviseAgreement,
  writeAgreement,
} from '../follow-up/server/write-agreements.ts'
import { declineMatching } from '../on-behalf/server/act-for-company.ts'
import { behalfHandlers } from '../on-behalf/server/handle-on-behalf.ts'
import { deleteReleasedVersion } from '../plan-release/server/release-plan.ts'
import { assertRequestLimit, createRequest } from '../requests/server/create-request.ts'
import { turnOf } from '../rules.ts'
import { matchingRatings, matchings } from '../table.ts'
import {
  beingArrangedError,
  canChange,
  changeState,
  clearedMeeting,
  deletePicks,
  fairClosedError,
  hasBegun,
  isArranging,
  recordChange,
  suspendedOf,
} from './change-state.ts'
import {
  belongsToCaller,
  eventsOf,
  type FoundMatching,
  findMatching,
  findPage,
  lockMatching,
  presentLines,
  sideOf,
  withoutUnreleased,
} from './find-matchings.ts'
import { deskHandlers } from './handle-desk-matchings.ts'

/** States in which the two companies no longer see each other's contact. */
const ended = new Set(['declined', 'cancelled'])

const find = async (context: Context, id: string): Promise<FoundMatching> => {
  const found = await findMatching(context, id, true)
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Locks one of the caller's matchings for a change; throws `not_found`, or `conflict` while a change of it is
 * unreleased.
 */
const lock = async (within: Context, id: string): Promise<FoundMatching> => {
  const found = await lockMatching(within, id, true)
  if (!found) throw new AppError('not_found')
  if (found.unreleased) throw beingArrangedError()
  return found
}

const onlyFor = (context: Context, found: FoundMatching, side: 'buyer' | 'seller'): FoundMatching => {
  if (sideOf(context, found) !== side) throw new AppError('forbidden')
  return found
}

/** Like `lock`, but throws `forbidden` if the caller is the other side. */
const lockAs = async (within: Context, id: string, side: 'buyer' | 'seller'): Promise<FoundMatching> =>
  onlyFor(within, await lock(within, id), side)

const present = async (context: Context, id: string): Promise<{ matching: Matching }> => {
  const found = await find(context, id)
  const [line] = await presentLines(context, [found])
  if (!line) throw new AppError('not_found')
  const side = sideOf(context, found)
  const other = side === 'seller' ? found.buyer : found.seller
  const { matching, fair } = found
  const events = await eventsOf(context, id, 'companies')
  // Hide the seller's contact until it has answered, so that a buyer cannot collect contacts by sending requests.
  const isAnswered = matching.state !== 'requested' || events.some(({ toState }) => toState !== 'requested')
  const [rating] = await context.database
    .select()
    .from(matchingRatings)
    .where(and(eq(matchingRatings.matchingId, id), eq(matchingRatings.side, side)))
  return {
    matching: {
      ...line,
      side,
      turn: turnOf(matching.state),
      agreed: matching.agreed,
      agreements: await agreementsOf(context, id),
      tasks: await tasksOf(context, id),
      events,
      changeUntil:
        matching.state === 'confirmed' && matching.startsAt
          ? new Date(matching.startsAt.getTime() - fair.changeHours * 3_600_000).toISOString()
          : null,
      contact:
        ended.has(matching.state) || (side === 'buyer' && !isAnswered)
          ? null
          : { name: other.contactName, email: other.contactEmail, phone: other.contactPhone },
      rating: rating
        ? { fit: rating.fit, preparation: rating.preparation, outcome: rating.outcome, line: rating.line }
        : null,
    },
  }
}

/** Returns the ratings of these matchings as `id side` keys. */
const ratedOf = async (context: Context, ids: string[]): Promise<ReadonlySet<string>> => {
  const { matchingId, side } = matchingRatings
  const rows =
    ids.length > 0
      ? await context.database.select({ matchingId, side }).from(matchingRatings).where(inArray(matchingId, ids))
      : []
  return new Set(rows.map((row) => `${row.matchingId} ${row.side}`))
}

/** Returns the id of a product of the seller; null if it is not the seller's or none was chosen. */
const productOf = async (within: Context, sellerId: string, id: string | null): Promise<string | null> => {
  if (id === null) return null
  const [product] = await within.database
    .select({ id: matchProducts.id })
    .from(matchProducts)
    .where(and(eq(matchProducts.id, id), eq(matchProducts.profileId, sellerId)))
  return product?.id ?? null
}

const act = async (context: Context, id: string, work: (within: Context) => Promise<void>) => {
  await context.transaction(work)
  return present(context, id)
}

export const matchingHandlers: Handlers<typeof contract> = {
  ...deskHandlers,
  ...behalfHandlers,

  schedule: (context, { params }) => presentSchedule(context, params.fair),

  async setTimes(context, { params, body }) {
    await replaceTimes(context, params.fair, body)
    return presentSchedule(context, params.fair)
  },
  async draftTimes(context, { params, body }) {
    const { id: fairId } = await findFair(context, params.fair)
    return saveDraft(context, { fairId, buyerId: (await findOwnBuyer(context, fairId)).id }, body)
  },

  calendar: async (context) => ({ calendar: await ownFeed(context) }),
  renewCalendar: async (context) => ({ calendar: await renewFeed(context) }),
  async closeCalendar(context) {
    await closeFeed(context)
    return undefined
  },

  async mine(context, { query }) {
    const { found, ...paging } = await findPage(context, query, belongsToCaller(context))
    const lines = await presentLines(context, found)
    const ids = found.map(({ matching }) => matching.id)
    const [rated, suspended] = await Promise.all([ratedOf(context, ids), suspendedOf(context, ids)])
    return {
      matchings: lines.map((line, index) => {
        const one = found[index]
        const side = one ? sideOf(context, one) : 'buyer'
        const { state, startsAt } = one?.matching ?? {}
        const isMet = state === 'held' || (state === 'confirmed' && !suspended.has(line._id))
        const hasMet = isMet && startsAt != null && startsAt <= context.now()
        const unrated = hasMet && !one?.unreleased && !rated.has(`${line._id} ${side}`)
        return { ...line, side, turn: turnOf(line.state), unrated }
      }),
      ...paging,
    }
  },

  open: (context, { params }) => present(context, params.id),
  badge: async (context, { params }) => ({ badge: await createBadge(context, await find(context, params.id)) }),

  async request(context, { body }) {
    const fair = await findFair(context, body.fair)
    const id = await createRequest(context, {
      ...body,
      fair,
      buyerOf: async (within) => (await findOwnBuyer(within, fair.id)).id,
    })
    return present(context, id)
  },

  edit: (context, { params, body, sent, stamp }) =>
    act(context, params.id, async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await lockAs(within, params.id, 'buyer')
      const { matching } = before
      const productId = sent.has('product')
        ? await productOf(within, before.seller.id, body.product ?? null)
        : matching.productId
      const message = body.message ?? matching.message
      const changed = await changeRows(within, matchings, { message, productId })
        .where(and(eq(matchings.id, matching.id), eq(matchings.state, 'requested'), eq(matchings.updatedAt, stamp)))
        .returning({ id: matchings.id })
      if (changed.length === 0 && matching.state !== 'requested') throw new AppError('conflict')
      if (changed.length === 0) throw new AppError('stale', { current: await present(within, params.id) })
      const isOther = message !== matching.message || productId !== matching.productId
      await recordChange(within, {
        before,
        action: 'edit',
        side: 'buyer',
        to: 'requested',
        reason: body.message ?? '',
        ...(isOther && { mail: { kind: 'edited', to: ['seller'] } as const }),
      })
    }),

  async schedules(context, { params }) {
    const found = await find(context, params.id)
    const { fair, seller, buyer } = found
    const schedule = { _id: fair.id, slotMinutes: fair.slotMinutes, phase: fair.phase }
    const { matching } = await present(context, params.id)
    const isSeller = sideOf(context, found) === 'seller'
    return {
      fair: { ...schedule, title: matching.fair.title },
      timeZone: isSeller ? seller.timeZone : buyer.timeZone,
      breaks: breaksOf(context, fair),
      holdHours: fair.holdHours,
      matching,
      slots: await presentPicks(context, found, isSeller),
    }
  },

  offer: (context, { params, body }) =>
    act(context, params.id, async (within) => {
      onlyFor(within, await find(within, params.id), 'seller')
      await lockCompanies(within, params.id)
      await offerTimes(within, await lockAs(within, params.id, 'seller'), body.slots)
    }),

  async choices(context, { params }) {
    const found = onlyFor(context, await find(context, params.id), 'buyer')
    return { timeZone: found.buyer.timeZone, slots: await presentChoices(context, found) }
  },

  confirm: (context, { params, body }) =>
    withBookingErrors(() =>
      act(context, params.id, async (within) => {
        // `confirmTime` locks the matching after the slot, in the same order as every booking.
        onlyFor(within, await find(within, params.id), 'buyer')
        await confirmTime(within, params.id, body.slot)
      }),
    ),

  decline: (context, { params, body }) =>
    act(context, params.id, async (within) => {
      const before = await lock(within, params.id)
      const side = sideOf(within, before)
      // A buyer declines only an offer; it withdraws its own request (`cancel`).
      if (side === 'buyer' && before.matching.state === 'requested') throw new AppError('forbidden')
      await declineMatching(within, before, { side, reason: body.reason })
    }),

  cancel: (context, { params, body }) =>
    act(context, params.id, async (within) => {
      const before = await lockMatching(within, params.id, true)
      if (!before) throw new AppError('not_found')
      const side = sideOf(within, before)
      const isMeeting = before.matching.state === 'confirmed'
      // Without a meeting only the buyer may withdraw; the seller declines.
      if (!isMeeting && side === 'seller') throw new AppError('forbidden')
      // The companies still see an unreleased meeting as a request, which is withdrawn without a reason.
      const needsReason = withoutUnreleased(before).matching.state === 'confirmed'
      if (needsReason && !body.reason) throw new AppError('invalid', { fields: { reason: 'required' } })
      await changeState(
        within,
        params.id,
        'cancelled',
        { ...clearedMeeting, ...(isMeeting && { sequence: before.matching.sequence + 1 }) },
        isMeeting ? canChange(within.now(), before) : undefined,
      )
      await deletePicks(within, params.id)
      await deleteReleasedVersion(within, params.id)
      await recordChange(within, {
        before,
        action: isMeeting ? 'cancel' : 'withdraw',
        side,
        to: 'cancelled',
        reason: body.reason,
        times: meetingTime(before),
        mail: isMeeting ? { kind: 'cancelled', to: ['seller', 'buyer'] } : { kind: 'withdrawn', to: ['seller'] },
      })
    }),

  move: (context, { params, body }) =>
    act(context, params.id, async (within) => {
      const seen = await find(within, params.id)
      const side = sideOf(within, seen)
      // Lock the participation before the matching, in the same order as a new request.
      if (side === 'buyer') await lockParticipation(within, { fairId: seen.fair.id, buyerId: seen.buyer.id })
      const before = await lock(within, params.id)
      if (before.matching.state !== 'confirmed') throw new AppError('conflict')
      const inTime = canChange(within.now(), before)
      // Refuse if no other time can be arranged, or the meeting would be lost.
      await changeState(
        within,
        params.id,
        'requested',
        { ...clearedMeeting, sequence: before.matching.sequence + 1 },
        {
          holds: and(inTime.holds, isArranging(sql`${matchings.fairId}`)),
          refusal: matchingPhases.includes(before.fair.phase) ? inTime.refusal : fairClosedError(),
        },
      )
      if (side === 'buyer') await assertRequestLimit(within, before)
      await recordChange(within, {
        before,
        action: 'reopen',
        side,
        to: 'requested',
        reason: body.reason,
        times: meetingTime(before),
        mail: { kind: 'reopened', to: ['seller', 'buyer'] },
      })
    }),

  rate: (context, { params, body }) =>
    act(context, params.id, async (within) => {
      const before = await lock(within, params.id)
      const side = sideOf(within, before)
      const { agreed, ...rating } = body
      const now = within.now()
      // A rating confirms that the meeting took place.
      if (before.matching.state === 'confirmed') await changeState(within, params.id, 'held', {}, hasBegun(now, before))
      else if (before.matching.state !== 'held') throw new AppError('conflict')
      await within.database
        .insert(matchingRatings)
        .values({ ...rating, matchingId: params.id, side, createdAt: now })
        .onConflictDoUpdate({ target: [matchingRatings.matchingId, matchingRatings.side], set: rating })
      if (agreed !== undefined) await changeRows(within, matchings, { agreed }).where(eq(matchings.id, params.id))
      await recordChange(within, { before, action: 'rate', side, to: 'held' })
    }),

  agree: (context, { params, body }) =>
    act(context, params.id, async (within) => writeAgreement(within, await lock(within, params.id), body.text)),
  revise: (context, { params, body }) =>
    act(context, params.id, async (within) =>
      reviseAgreement(within, await lock(within, params.id), { agreement: params.agreement, ...body }),
    ),
  check: (context, { params, body }) =>
    act(context, params.id, async (within) =>
      checkAgreement(within, await lock(within, params.id), { agreement: params.agreement, ...body }),
    ),
  unagree: (context, { params }) =>
    act(context, params.id, async (within) => dropAgreement(within, await lock(within, params.id), params.agreement)),

  addTask: (context, { params, body }) =>
    act(context, params.id, async (within) => addTask(within, await lock(within, params.id), body)),
  doTask: (context, { params, body }) =>
    act(context, params.id, async (within) =>
      setTaskDone(within, await lock(within, params.id), { task: params.task, ...body }),
    ),
  dropTask: (context, { params }) =>
    act(context, params.id, async (within) => dropTask(within, await lock(within, params.id), params.task)),

  noShow: (context, { params, body }) =>
    act(context, params.id, async (within) => reportNoShow(within, await lock(within, params.id), body.reason)),
}
