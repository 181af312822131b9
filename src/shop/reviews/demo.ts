import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { Locale } from '#kit/contract.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { shopOrderLines, shopOrders } from '#shop/orders/table.ts'
import { addMonths } from '#shop/points/rules.ts'
import { shopPoints } from '#shop/points/table.ts'
import { ReviewInput } from './contract.ts'
import { maskName } from './rules.ts'
import { shopReviews } from './table.ts'

const hour = 3_600_000
const day = 24 * hour

const ReviewText = z.strictObject({
  /** Korean name of the product. */
  good: z.string(),
  /** Locale of the buyer. */
  locale: Locale.default('ko'),
  /** Chosen option value, if the text mentions one. */
  option: z.string().optional(),
  /** True if a demo account wrote it, so that its list of reviews is not empty. */
  own: z.literal(true).optional(),
  rating: ReviewInput.shape.rating,
  text: ReviewInput.shape.text,
  reply: z.string().default(''),
  pictures: z.array(z.string()).default([]),
})

const file = join(import.meta.dirname, '../../../assets/content/shop/reviews.json')

/** Seeds reviews, each of another order line. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const written = z.array(ReviewText).parse(JSON.parse(await readFile(file, 'utf8')))
  const bought = await database
    .select({
      line: shopOrderLines,
      userId: shopOrders.userId,
      name: shopOrders.name,
      locale: shopOrders.locale,
      confirmedAt: shopOrders.confirmedAt,
    })
    .from(shopOrderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
    .where(eq(shopOrders.state, 'confirmed'))
    .orderBy(desc(shopOrders.createdAt), shopOrderLines.position)
  const taken = new Set<string>()
  const now = context.now().getTime()
  const reviews = written.flatMap(({ good, locale, option, own = false, pictures, ...texts }) => {
    const found = bought.find(
      (one) =>
        one.line.title.ko === good &&
        one.locale === locale &&
        (one.userId !== null) === own &&
        (option === undefined || one.line.values.some(({ ko }) => ko === option)) &&
        !taken.has(one.line.id),
    )
    if (!found?.confirmedAt) return []
    const { line, name, userId, confirmedAt } = found
    taken.add(line.id)
    // Reviews of accounts come last, because their points must be the latest ledger line.
    const at = new Date(
      own ? Math.max(now - 6 * hour, confirmedAt.getTime()) : Math.min(confirmedAt.getTime() + day, now),
    )
    return [
      {
        ...texts,
        id: context.newId(),
        lineId: line.id,
        goodId: line.goodId,
        userId,
        writer: maskName(name),
        values: line.values,
        pictures: pictures.map((picture) => assetId(`products/product-${picture}`)),
        repliedAt: texts.reply ? new Date(Math.min(at.getTime() + day, now)) : null,
        createdAt: at,
        updatedAt: at,
        orderId: line.orderId,
      },
    ]
  })
  if (reviews.length === 0) return
  await database.insert(shopReviews).values(reviews.map(({ orderId: _orderId, ...review }) => review))
  const { reviewPoints, pointMonths } = await readConditions(context)
  const points = reviews.flatMap(({ userId, lineId: source, orderId, createdAt: at }) =>
    userId && reviewPoints > 0
      ? [
          {
            id: context.newId(),
            userId,
            kind: 'review' as const,
            amount: reviewPoints,
            orderId,
            source,
            at,
            expiresAt: addMonths(at, pointMonths),
          },
        ]
      : [],
  )
  if (points.length > 0) await database.insert(shopPoints).values(points)
}
