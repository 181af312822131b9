import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { matchProducts } from '#match/products/table.ts'
import { assertSide, lockForChange } from '../../server/change-own-matching.ts'
import { presentOwnMatching } from '../../server/present-own-matching.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchings } from '../../table.ts'

/** Returns the id of a product of the seller; null if it is not the seller's or none was chosen. */
const productOf = async (within: Context, sellerId: string, id: string | null): Promise<string | null> => {
  if (id === null) return null
  const [product] = await within.database
    .select({ id: matchProducts.id })
    .from(matchProducts)
    .where(and(eq(matchProducts.id, id), eq(matchProducts.profileId, sellerId)))
  return product?.id ?? null
}

interface RequestEdit {
  /** Version that the buyer saw (`updatedAt`). */
  stamp: Date
  /** undefined: unchanged. */
  message: string | undefined
  product: string | null | undefined
}

/**
 * Edits a request that the seller has not answered, and mails the seller if anything differs. Throws `stale` after a
 * concurrent edit, `conflict` after an answer.
 */
export const editRequest = async (within: Context, id: string, edit: RequestEdit): Promise<void> => {
  const before = await lockForChange(within, id)
  assertSide(within, before, 'buyer')
  const { matching } = before
  const productId =
    edit.product === undefined ? matching.productId : await productOf(within, before.seller.id, edit.product)
  const message = edit.message ?? matching.message
  const changed = await changeRows(within, matchings, { message, productId })
    .where(and(eq(matchings.id, id), eq(matchings.state, 'requested'), eq(matchings.updatedAt, edit.stamp)))
    .returning({ id: matchings.id })
  if (changed.length === 0 && matching.state !== 'requested') throw new AppError('conflict')
  if (changed.length === 0) throw new AppError('stale', { current: await presentOwnMatching(within, id) })
  const isChanged = message !== matching.message || productId !== matching.productId
  await recordChange(within, {
    before,
    action: 'edit',
    side: 'buyer',
    to: 'requested',
    reason: edit.message ?? '',
    ...(isChanged && { mail: { kind: 'edited', to: ['seller'] } as const }),
  })
}
