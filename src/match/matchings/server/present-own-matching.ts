import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import type { Matching } from '../contract.ts'
import { tasksOf } from '../follow-up/server/manage-tasks.ts'
import { agreementsOf } from '../follow-up/server/write-agreements.ts'
import { determineTurn } from '../rules.ts'
import { matchingRatings } from '../table.ts'
import { type FoundMatching, findOwnMatching, sideOf } from './find-matchings.ts'
import { eventsOf, presentLines } from './present-matchings.ts'

/** States in which the two companies no longer see each other's contact. */
const endedStates = new Set(['declined', 'cancelled'])

/** Returns one of the caller's matchings; throws `not_found`. */
export const requireOwnMatching = async (context: Context, id: string): Promise<FoundMatching> => {
  const found = await findOwnMatching(context, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns a matching as the caller's company sees it. */
export const presentOwnMatching = async (context: Context, id: string): Promise<{ matching: Matching }> => {
  const found = await requireOwnMatching(context, id)
  const [line] = await presentLines(context, [found])
  if (!line) throw new AppError('not_found')
  const side = sideOf(context, found)
  const other = side === 'seller' ? found.buyer : found.seller
  const { matching, fair } = found
  const events = await eventsOf(context, id, 'companies')
  // Hide the seller's contact until it has answered, so that a buyer cannot collect contacts by sending requests.
  const isAnswered = matching.state !== 'requested' || events.some(({ toState }) => toState !== 'requested')
  const { fit, preparation, outcome, line: comment } = matchingRatings
  const [rating] = await context.database
    .select({ fit, preparation, outcome, line: comment })
    .from(matchingRatings)
    .where(and(eq(matchingRatings.matchingId, id), eq(matchingRatings.side, side)))
  return {
    matching: {
      ...line,
      side,
      turn: determineTurn(matching.state),
      agreed: matching.agreed,
      agreements: await agreementsOf(context, id),
      tasks: await tasksOf(context, id),
      events,
      changeUntil:
        matching.state === 'confirmed' && matching.startsAt
          ? new Date(matching.startsAt.getTime() - fair.changeHours * 3_600_000).toISOString()
          : null,
      contact:
        endedStates.has(matching.state) || (side === 'buyer' && !isAnswered)
          ? null
          : { name: other.contactName, email: other.contactEmail, phone: formatPhone(other.contactPhone) },
      rating: rating ?? null,
    },
  }
}
