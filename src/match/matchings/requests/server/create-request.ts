import { type SQL, sql } from 'drizzle-orm'
import { sqlState, violatedField } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { FairRow } from '#match/fairs/table.ts'
import { fairClosedError, isArranging, type OnBehalf } from '../../server/check-conditions.ts'
import { findMatching } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'

interface Request {
  fair: FairRow
  seller: string
  product: string | null
  message: string
  /** Set if the operator requests on behalf of the buyer. */
  onBehalf?: Pick<OnBehalf, 'reason'>
  /** Returns the profile id of the buyer. */
  buyerOf(within: Context): Promise<string>
}

/**
 * Maps a constraint violation to a refusal code: request limit reached, or an open matching of the same two companies.
 */
const toRefusalCode = (error: unknown): string | null => {
  const [state, field] = [sqlState(error), violatedField(error)]
  if (state === '23505' && field === 'open') return 'matching_open'
  return state === '23514' && field === 'limit' ? 'matching_limit' : null
}

/** SQL condition: the slot is open and ahead, so a meeting can be placed in it. */
const isAhead = (now: string) => sql`NOT slot.closed AND slot.starts_at > ${now}::timestamptz`

/** SQL condition: the buyer has a free time in an open slot ahead. */
const hasTimes = (fairId: string, buyer: SQL, now: string) => sql`EXISTS (SELECT FROM free_times AS given
  JOIN fair_slots AS slot ON slot.id = given.slot_id AND ${isAhead(now)}
  WHERE given.fair_id = ${fairId} AND given.buyer_id = ${buyer} AND NOT given.withdrawn)`

/**
 * Throws the reason why a request was not written: `not_found` if the seller does not take part, `conflict` if the
 * buyer has no free times or the fair is over.
 */
const refuse = async (
  within: Context,
  { fair: { id: fairId }, seller, onBehalf }: Request,
  buyer: string,
): Promise<never> => {
  const now = within.now().toISOString()
  const { rows } = await within.database.execute<{ known: boolean; ahead: boolean; timed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM participations AS part JOIN match_profiles AS profile ON profile.id = part.profile_id
        WHERE part.fair_id = ${fairId} AND profile.id = ${seller} AND profile.role = 'seller'
          AND part.state = 'approved') AS known,
      EXISTS (SELECT FROM fair_slots AS slot WHERE slot.fair_id = ${fairId} AND ${isAhead(now)}) AS ahead,
      ${hasTimes(fairId, sql`${buyer}::uuid`, now)} AS timed`)
  const [row] = rows
  if (!row?.known) throw new AppError('not_found')
  // All sessions are over, whatever the phase says: there are no times to give.
  if (!row.ahead) throw fairClosedError()
  if (!row.timed)
    throw new AppError('conflict', { fields: { times: onBehalf ? 'matching_times_theirs' : 'matching_times' } })
  // The fair was closed in the meantime, or both sides are the same company.
  const current = await findFair(within, fairId)
  throw matchingPhases.includes(current.phase) ? new AppError('conflict') : fairClosedError()
}

/**
 * Creates a request of a buyer to a seller of the same fair and returns its id. One statement inserts it if both take
 * part and the buyer has free times; a product that is not the seller's is dropped. The database enforces the request
 * limit and one open matching per pair.
 */
export const createRequest = async (context: Context, request: Request): Promise<string> => {
  const { fair, seller, product, message, onBehalf } = request
  if (!matchingPhases.includes(fair.phase)) throw fairClosedError()
  try {
    return await context.transaction(async (within) => {
      const buyer = await request.buyerOf(within)
      const id = within.newId()
      const now = within.now().toISOString()
      const { rowCount } = await within.database.execute(sql`
        INSERT INTO matchings (id, fair_id, seller_id, buyer_id, product_id, message, created_at, updated_at)
        SELECT ${id}, ${fair.id}, seller.id, buyer.id,
          (SELECT product.id FROM match_products AS product WHERE product.id = ${product}::uuid AND product.profile_id = seller.id),
          ${message}, ${now}::timestamptz, ${now}::timestamptz
        FROM match_profiles AS seller
          JOIN participations AS sells ON sells.profile_id = seller.id AND sells.fair_id = ${fair.id},
          match_profiles AS buyer
          JOIN participations AS buys ON buys.profile_id = buyer.id AND buys.fair_id = ${fair.id}
        WHERE seller.id = ${seller} AND seller.role = 'seller' AND sells.state = 'approved'
          AND buyer.id = ${buyer} AND buyer.role = 'buyer' AND buys.state = 'approved'
          AND seller.company_id <> buyer.company_id
          AND ${hasTimes(fair.id, sql`buyer.id`, now)}
          AND ${isArranging(sql`${fair.id}::uuid`)}`)
      if (rowCount !== 1) return refuse(within, request, buyer)
      const before = await findMatching(within, id)
      if (!before) throw new AppError('not_found')
      await recordChange(within, {
        before,
        action: 'request',
        side: 'buyer',
        onBehalf,
        to: 'requested',
        reason: message,
        mail: { kind: 'requested', to: ['seller'] },
      })
      return id
    })
  } catch (error) {
    // One of the two left or was refused concurrently.
    if (sqlState(error) === '23514' && violatedField(error) === 'parts') throw new AppError('not_found')
    const meaning = toRefusalCode(error)
    if (meaning) throw new AppError('conflict', { fields: { seller: meaning } })
    throw error
  }
}
