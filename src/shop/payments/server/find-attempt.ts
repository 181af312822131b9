import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type CardAttemptRow, shopCardAttempts } from '../table.ts'

export const findAttempt = async (
  context: Context,
  id: string,
  orderId: string | undefined,
): Promise<CardAttemptRow> => {
  const [row] = await context.database
    .select()
    .from(shopCardAttempts)
    .where(and(eq(shopCardAttempts.id, id), orderId ? eq(shopCardAttempts.orderId, orderId) : undefined))
  if (!row) throw new AppError('not_found')
  return row
}
