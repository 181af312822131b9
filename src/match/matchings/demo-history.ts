import { randomInt } from 'node:crypto'
import type { Context } from '#kit/server/context.ts'
import type { FairRow, SlotRow } from '#match/fairs/table.ts'
import type { ProfileRow } from '#match/participants/table.ts'
import { buildMatching } from './factory.ts'
import type { MatchingState, Side } from './rules.ts'
import {
  type EventTime,
  matchingAgreements,
  matchingEvents,
  matchingPicks,
  matchingRatings,
  matchingTasks,
} from './table.ts'

const hour = 3_600_000
const day = 24 * hour

interface MatchingStory {
  fair: FairRow
  seller: ProfileRow
  buyer: ProfileRow
  state: MatchingState
  slot?: SlotRow | undefined
  picks?: readonly (SlotRow | undefined)[]
  place?: number
  /** Side that has not rated the meeting yet. */
  unrated?: Side | undefined
}

const actions: Record<MatchingState, string> = {
  requested: 'request',
  offered: 'offer',
  confirmed: 'confirm',
  held: 'rate',
  no_show: 'report',
  declined: 'decline',
  cancelled: 'cancel',
  expired: 'expire',
}

const reasons: Record<string, string> = {
  decline: '일정이 맞지 않습니다.',
  cancel: '출장이 잡혔습니다.',
  report: '시작 20분 뒤까지 입장하지 않았습니다.',
}

const actors: Partial<Record<MatchingState, 'seller' | 'system'>> = {
  declined: 'seller',
  offered: 'seller',
  expired: 'system',
}

/** True for states after a meeting: earlier events lie days before it, the last one an hour after its end. */
const isOver = (state: MatchingState): boolean => state === 'held' || state === 'no_show'

/** Creates a matching with the history, agreements, tasks and ratings that led to its state. */
export const createMatching = async (context: Context, story: MatchingStory) => {
  const { fair, seller, buyer, state, slot, picks = [], place = 1, unrated } = story
  const way = buyer.buyerType ?? 'online'
  const pastSlot = slot && isOver(state) ? slot : null
  const last = pastSlot ? new Date(pastSlot.endsAt.getTime() + hour) : new Date(context.now().getTime() - hour)
  const before = (days: number) => (pastSlot ? new Date(pastSlot.startsAt.getTime() - days * day) : null)
  const requestedAt = before(9) ?? new Date(context.now().getTime() - 5 * hour)
  const row = await buildMatching(context, {
    fairId: fair.id,
    sellerId: seller.id,
    buyerId: buyer.id,
    state,
    message: '견본과 최소 주문 수량을 알고 싶습니다.',
    createdAt: requestedAt,
    updatedAt: state === 'requested' ? requestedAt : last,
    ...(slot && { way, slotId: slot.id, startsAt: slot.startsAt, endsAt: slot.endsAt, place, sequence: 1 }),
    ...(state === 'offered' && { heldUntil: new Date(context.now().getTime() + 20 * hour) }),
  })
  for (const [index, pick] of picks.entries())
    if (pick)
      await context.database.insert(matchingPicks).values({
        matchingId: row.id,
        position: index + 1,
        fairId: fair.id,
        buyerId: buyer.id,
        slotId: pick.id,
        way,
      })
  const timeOf = (at: SlotRow): EventTime => ({
    startAt: at.startsAt.toISOString(),
    endAt: at.endsAt.toISOString(),
    way,
  })
  const past = (minutes: number) => new Date(last.getTime() + (60 - minutes) * 60_000)
  const addEvent = (action: string, side: 'buyer' | 'seller' | 'system', to: MatchingState, at: Date) =>
    context.database.insert(matchingEvents).values({
      id: context.newId(),
      matchingId: row.id,
      action,
      side,
      toState: to,
      reason: reasons[action] ?? '',
      times: slot ? [timeOf(slot)] : picks.flatMap((pick) => (pick ? [timeOf(pick)] : [])),
      createdAt: at,
      updatedAt: at,
    })
  await addEvent('request', 'buyer', 'requested', requestedAt)
  // An offer and a confirmation precede every meeting.
  if (slot) await addEvent('offer', 'seller', 'offered', before(8) ?? past(180))
  const confirmedAt = before(7)
  if (confirmedAt) await addEvent('confirm', 'buyer', 'confirmed', confirmedAt)
  if (state !== 'requested')
    await addEvent(actions[state], unrated === 'buyer' ? 'seller' : (actors[state] ?? 'buyer'), state, last)
  if (state === 'held') {
    const lines = [
      ['seller', '첫 주문 80점, 점당 미화 41달러'],
      ['seller', '견본 두 점, 다음 달 4일까지 발송'],
      ['buyer', '납기는 주문 후 6주'],
    ] as const
    for (const [index, [writtenBy, text]] of lines.entries()) {
      // Written during the meeting.
      const at = past(130 - 5 * index)
      // The last line still waits for the other side.
      const isBoth = index < lines.length - 1
      await context.database.insert(matchingAgreements).values({
        id: context.newId(),
        matchingId: row.id,
        text,
        writtenBy,
        sellerAt: isBoth || writtenBy === 'seller' ? at : null,
        buyerAt: isBoth || writtenBy === 'buyer' ? at : null,
        createdAt: at,
        updatedAt: at,
      })
    }
    const tasks = [
      ['seller', '견적서 보내기', 4, true],
      ['buyer', '견본 색 확정', 10, false],
      ['seller', '견본 두 점 발송', 14, false],
    ] as const
    for (const [owner, text, days, isDone] of tasks)
      await context.database.insert(matchingTasks).values({
        id: context.newId(),
        matchingId: row.id,
        text,
        owner,
        due: new Date(context.now().getTime() + days * day).toISOString().slice(0, 10),
        writtenBy: 'seller',
        doneAt: isDone ? past(-1440) : null,
        createdAt: past(121),
        updatedAt: isDone ? past(-1440) : past(121),
      })
    for (const side of (['buyer', 'seller'] as const).filter((one) => one !== unrated))
      await context.database.insert(matchingRatings).values({
        matchingId: row.id,
        side,
        fit: 3 + randomInt(3),
        preparation: 4,
        outcome: 4,
        line: '',
        createdAt: last,
      })
  }
}
