import { inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import type { matchings as contract } from '../contract.ts'
import { determineTurn } from '../rules.ts'
import { placeMeeting } from '../schedule-board/server/place-meeting.ts'
import { matchingRatings } from '../table.ts'
import { suspendedOf } from './check-conditions.ts'
import { belongsToCaller, findPage, sideOf } from './find-matchings.ts'
import { presentConsoleMatching, requireMatching } from './present-console-matching.ts'
import { presentLines } from './present-matchings.ts'
import { presentOwnMatching } from './present-own-matching.ts'

/** Returns the ratings of these matchings as `id side` keys. */
const ratedOf = async (context: Context, ids: string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { matchingId, side } = matchingRatings
  const rows = await context.database.select({ matchingId, side }).from(matchingRatings).where(inArray(matchingId, ids))
  return new Set(rows.map((row) => `${row.matchingId} ${row.side}`))
}

/** Lists and shows matchings, to their companies and to staff, who may move a meeting. */
export const matchingHandlers: Pick<
  Handlers<typeof contract>,
  'mine' | 'open' | 'list' | 'get' | 'ofFair' | 'moveFor'
> = {
  async mine(context, { query }) {
    const { found, ...paging } = await findPage(context, query, belongsToCaller(context))
    const lines = await presentLines(context, found)
    const ids = found.map(({ matching }) => matching.id)
    const [rated, suspended] = await Promise.all([ratedOf(context, ids), suspendedOf(context, ids)])
    return {
      matchings: lines.map((line, index) => {
        const row = found[index]
        const side = row ? sideOf(context, row) : 'buyer'
        const { state, startsAt } = row?.matching ?? {}
        const isMeeting = state === 'held' || (state === 'confirmed' && !suspended.has(line._id))
        const hasStarted = isMeeting && startsAt != null && startsAt <= context.now()
        const unrated = hasStarted && !row?.unreleased && !rated.has(`${line._id} ${side}`)
        return { ...line, side, turn: determineTurn(line.state), unrated }
      }),
      ...paging,
    }
  },

  open: (context, { params }) => presentOwnMatching(context, params.id),

  async list(context, { query }) {
    const { found, ...paging } = await findPage(context, query)
    return { matchings: await presentLines(context, found), ...paging }
  },

  get: (context, { params }) => presentConsoleMatching(context, params.id),

  async ofFair(context, { params, query }) {
    const { found, ...paging } = await findPage(context, { ...query, fair: params.id })
    return { matchings: await presentLines(context, found), ...paging }
  },

  async moveFor(context, { params, body }) {
    const { matching } = await requireMatching(context, params.id)
    if (matching.state !== 'confirmed') throw new AppError('conflict')
    // Pass the version just read: a meeting that one side reopens in between must not be placed again.
    await placeMeeting(context, params.id, { ...body, stamp: matching.updatedAt })
    return presentConsoleMatching(context, params.id)
  },
}
