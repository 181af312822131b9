import { asc, eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { meetingTime } from '../booking/server/book-meeting.ts'
import type { ConsoleMatching, matchings as contract } from '../contract.ts'
import { fairWorkbook, matchingsWorkbook } from '../documents/server/export-workbook.ts'
import { papers } from '../documents/server/make-papers.ts'
import { decideNoShow } from '../follow-up/server/report-no-show.ts'
import { agreementsOf } from '../follow-up/server/write-agreements.ts'
import { deleteReleasedVersion } from '../plan-release/server/release-plan.ts'
import { placeMeeting } from '../schedule-board/server/place-meeting.ts'
import { matchingRatings } from '../table.ts'
import { changeState, clearedMeeting, deletePicks, recordChange } from './change-state.ts'
import {
  eventsOf,
  type FoundMatching,
  findMatching,
  findPage,
  lockMatching,
  presentLines,
  withoutUnreleased,
} from './find-matchings.ts'

export const findDeskMatching = async (context: Context, id: string): Promise<FoundMatching> => {
  const found = await findMatching(context, id, false)
  if (!found) throw new AppError('not_found')
  return found
}

export const presentDeskMatching = async (context: Context, id: string): Promise<{ matching: ConsoleMatching }> => {
  const found = await findDeskMatching(context, id)
  const [line] = await presentLines(context, [found])
  if (!line) throw new AppError('not_found')
  const ratings = await context.database
    .select()
    .from(matchingRatings)
    .where(eq(matchingRatings.matchingId, id))
    .orderBy(asc(matchingRatings.side))
  const both = (await agreementsOf(context, id)).filter(({ checked }) => checked.seller && checked.buyer)
  return {
    matching: {
      ...line,
      agreed: [...both.map(({ text }) => text), found.matching.agreed].filter(Boolean).join('\n'),
      events: await eventsOf(context, id, 'staff'),
      ratings: ratings.map(({ side, fit, preparation, outcome, line: words }) => ({
        side,
        fit,
        preparation,
        outcome,
        line: words,
      })),
    },
  }
}

/** Handlers of the operator's own acts on matchings. */
export const deskHandlers: Pick<
  Handlers<typeof contract>,
  'list' | 'get' | 'ofFair' | 'moveFor' | 'cancelFor' | 'decideNoShow' | 'excel' | 'workbook' | 'paper'
> = {
  async list(context, { query }) {
    const { found, ...paging } = await findPage(context, query)
    return { matchings: await presentLines(context, found), ...paging }
  },

  get: (context, { params }) => presentDeskMatching(context, params.id),

  async ofFair(context, { params, query }) {
    const { found, ...paging } = await findPage(context, { ...query, fair: params.id })
    return { matchings: await presentLines(context, found), ...paging }
  },

  async moveFor(context, { params, body }) {
    const { matching } = await findDeskMatching(context, params.id)
    if (matching.state !== 'confirmed') throw new AppError('conflict')
    // Pass the version just read: a meeting that one side reopens in between must not be placed again.
    await placeMeeting(context, params.id, { ...body, stamp: matching.updatedAt })
    return presentDeskMatching(context, params.id)
  },

  async cancelFor(context, { params, body }) {
    await context.transaction(async (within) => {
      const found = await lockMatching(within, params.id, false)
      if (!found) throw new AppError('not_found')
      // Notify about the state that the companies know, not about an unreleased meeting.
      const before = withoutUnreleased(found)
      const isMeeting = before.matching.state === 'confirmed'
      await changeState(within, params.id, 'cancelled', {
        ...clearedMeeting,
        ...(isMeeting && { sequence: before.matching.sequence + 1 }),
      })
      await deletePicks(within, params.id)
      await deleteReleasedVersion(within, params.id)
      await recordChange(within, {
        before,
        action: 'cancel',
        side: 'operator',
        to: 'cancelled',
        reason: body.reason,
        times: meetingTime(before),
        mail: { kind: 'cancelled', to: ['seller', 'buyer'] },
      })
    })
    return presentDeskMatching(context, params.id)
  },

  async decideNoShow(context, { params, body }) {
    await decideNoShow(context, params.id, body)
    return presentDeskMatching(context, params.id)
  },

  async excel(context, { params }) {
    const fair = await findFair(context, params.id)
    await writeAudit(context, {
      action: 'export',
      entity: 'fairs',
      entityId: fair.id,
      summary: fair.title.ko,
      after: { workbook: 'matchings' },
    })
    return { url: matchingsWorkbook.address(context, { fair: fair.id }) }
  },

  async workbook(context, { params, body }) {
    const fair = await findFair(context, params.id)
    await writeAudit(context, {
      action: 'export',
      entity: 'fairs',
      entityId: fair.id,
      summary: fair.title.ko,
      after: { workbook: 'everything', reason: body.reason },
    })
    return { url: fairWorkbook.address(context, { fair: fair.id }) }
  },

  async paper(context, { params }) {
    const fair = await findFair(context, params.id)
    const answer = await papers.address(context, { ...params, at: context.now().toISOString() })
    await writeAudit(context, {
      action: 'export',
      entity: 'fairs',
      entityId: fair.id,
      summary: fair.title.ko,
      after: { paper: params.kind },
    })
    return answer
  },
}
