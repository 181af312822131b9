import { asc, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { ConsoleMatching } from '../contract.ts'
import { agreementsOf } from '../follow-up/server/write-agreements.ts'
import { matchingRatings } from '../table.ts'
import { type FoundMatching, findMatching } from './find-matchings.ts'
import { eventsOf, presentLines } from './present-matchings.ts'

/** Returns a matching as staff see it; throws `not_found`. */
export const requireMatching = async (context: Context, id: string): Promise<FoundMatching> => {
  const found = await findMatching(context, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns a matching with its history and ratings, for staff. */
export const presentConsoleMatching = async (context: Context, id: string): Promise<{ matching: ConsoleMatching }> => {
  const found = await requireMatching(context, id)
  const [line] = await presentLines(context, [found])
  if (!line) throw new AppError('not_found')
  const { side, fit, preparation, outcome, line: comment } = matchingRatings
  const ratings = await context.database
    .select({ side, fit, preparation, outcome, line: comment })
    .from(matchingRatings)
    .where(eq(matchingRatings.matchingId, id))
    .orderBy(asc(side))
  const joint = (await agreementsOf(context, id)).filter(({ checked }) => checked.seller && checked.buyer)
  return {
    matching: {
      ...line,
      agreed: [...joint.map(({ text }) => text), found.matching.agreed].filter(Boolean).join('\n'),
      events: await eventsOf(context, id, 'staff'),
      ratings,
    },
  }
}
