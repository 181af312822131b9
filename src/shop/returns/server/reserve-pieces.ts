import { eq } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { shopReturnPieces } from '../table.ts'

/** Reserves pieces for a claim. Throws `conflict` if the primary key finds one already reserved. */
export const reservePieces = async (
  within: Context,
  pieces: (typeof shopReturnPieces.$inferInsert)[],
  fields: Record<string, string>,
): Promise<void> => {
  try {
    await within.database.insert(shopReturnPieces).values(pieces)
  } catch (error) {
    if (!violatedConstraint(error).startsWith('shop_return_pieces_')) throw error
    throw new AppError('conflict', { fields })
  }
}

/** Releases the pieces of a claim that ended, so that they can be returned or exchanged again. */
export const releasePieces = async (within: Context, claim: { returnId: string } | { exchangeId: string }) => {
  const where =
    'returnId' in claim
      ? eq(shopReturnPieces.returnId, claim.returnId)
      : eq(shopReturnPieces.exchangeId, claim.exchangeId)
  await within.database.delete(shopReturnPieces).where(where)
}
