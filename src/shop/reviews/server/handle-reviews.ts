import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requireOwnPictures, storeUpload, toPicture } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { findPublicGood } from '#shop/goods/server/find-goods.ts'
import { shopGoods } from '#shop/goods/table.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrderLines, shopOrders } from '#shop/orders/table.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import { isFullyRefunded } from '#shop/returns/server/take-back-review-points.ts'
import { type ConsoleReview, reviews as contract, type MemberReview, type PublicReview } from '../contract.ts'
import { maskName } from '../rules.ts'
import { type ReviewRow, shopReviews } from '../table.ts'

const picturesOf = (context: Context, rows: readonly ReviewRow[]) =>
  findFiles(
    context,
    rows.flatMap((row) => row.pictures),
  )

const presentPublic = async (context: Context, rows: readonly ReviewRow[]): Promise<PublicReview[]> => {
  const pictures = await picturesOf(context, rows)
  return rows.map((row) => ({
    _id: row.id,
    rating: row.rating,
    text: row.text,
    pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
    name: row.writer,
    values: row.values.map((value) => textIn(context.locale, value)),
    at: row.createdAt.toISOString(),
    reply: row.reply,
    repliedAt: row.repliedAt?.toISOString() ?? null,
  }))
}

const productsOf = async (context: Context, rows: readonly ReviewRow[]) => {
  const ids = [...new Set(rows.flatMap(({ goodId }) => goodId ?? []))]
  const goods =
    ids.length === 0 ? [] : await context.database.select().from(shopGoods).where(inArray(shopGoods.id, ids))
  const pictures = await findFiles(
    context,
    goods.map((good) => good.pictures[0]),
  )
  return (id: string | null) => {
    const good = goods.find((one) => one.id === id)
    return (
      good && { _id: good.id, name: textIn(context.locale, good.name), picture: pictureOf(pictures, good.pictures[0]) }
    )
  }
}

const presentOwn = async (context: Context, rows: readonly ReviewRow[]): Promise<MemberReview[]> => {
  const [shown, productOf] = await Promise.all([presentPublic(context, rows), productsOf(context, rows)])
  return rows.flatMap((row, index) => {
    const [review, product] = [shown[index], productOf(row.goodId)]
    return review && product ? [{ ...review, product, line: row.lineId, hidden: row.hidden }] : []
  })
}

const ordersOf = async (context: Context, rows: readonly ReviewRow[]) => {
  const ids = rows.map(({ lineId }) => lineId)
  const found =
    ids.length === 0
      ? []
      : await context.database
          .select({
            line: shopOrderLines.id,
            id: shopOrders.id,
            number: shopOrders.number,
            createdAt: shopOrders.createdAt,
          })
          .from(shopOrderLines)
          .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
          .where(inArray(shopOrderLines.id, ids))
  return (line: string) => {
    const order = found.find((one) => one.line === line)
    return order ? { _id: order.id, number: formatOrderNumber(order) } : null
  }
}

const presentForStaff = async (context: Context, rows: readonly ReviewRow[]): Promise<ConsoleReview[]> => {
  const [pictures, productOf, orderOf] = await Promise.all([
    picturesOf(context, rows),
    productsOf(context, rows),
    ordersOf(context, rows),
  ])
  return rows.flatMap((row) => {
    const product = productOf(row.goodId)
    if (!product) return []
    return [
      {
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        product,
        rating: row.rating,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        name: row.writer,
        values: row.values.map((value) => textIn(context.locale, value)),
        order: orderOf(row.lineId),
        hidden: row.hidden,
        hiddenReason: row.hiddenReason,
        reply: row.reply,
        repliedAt: row.repliedAt?.toISOString() ?? null,
      },
    ]
  })
}

const pageOf = async (
  context: Context,
  where: SQL | undefined,
  { page, limit }: { page: number; limit: number },
  order: SQL[] = [desc(shopReviews.createdAt), desc(shopReviews.id)],
) => {
  const [rows, total] = await selectPage(context, shopReviews, where, { page, limit }, [...order])
  return { rows, total, page, limit }
}

const readReview = async (context: Context, id: string): Promise<{ review: ConsoleReview }> => {
  const rows = await context.database.select().from(shopReviews).where(eq(shopReviews.id, id))
  const [review] = await presentForStaff(context, rows)
  if (!review) throw new AppError('not_found')
  return { review }
}

export const reviewHandlers: Handlers<typeof contract> = {
  async ofProduct(context, { params, query }) {
    context.tag('shop')
    await findPublicGood(context, params.id)
    const where = and(
      eq(shopReviews.goodId, params.id),
      eq(shopReviews.hidden, false),
      query.pictures ? sql`jsonb_array_length(${shopReviews.pictures}) > 0` : undefined,
    )
    const { rows, ...paging } = await pageOf(context, where, query)
    return { reviews: await presentPublic(context, rows), ...paging }
  },

  async mine(context, { query }) {
    const { rows, ...paging } = await pageOf(context, eq(shopReviews.userId, context.principal.userId), query)
    return { reviews: await presentOwn(context, rows), ...paging }
  },

  write: (context, { body }) =>
    context.transaction(async (within) => {
      const { userId } = within.principal
      const [bought] = await within.database
        .select({ line: shopOrderLines, order: shopOrders })
        .from(shopOrderLines)
        .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
        .where(and(eq(shopOrderLines.id, body.line), eq(shopOrders.userId, userId)))
        // Same lock as an approved return: it either takes the points of this review back, or is visible below.
        .for('no key update', { of: shopOrders })
      if (!bought?.line.goodId) throw new AppError('not_found')
      if (!bought.order.deliveredAt) throw new AppError('conflict', { fields: { line: 'review_later' } })
      if (await isFullyRefunded(within, bought.line))
        throw new AppError('conflict', { fields: { line: 'review_returned' } })
      await requireOwnPictures(within, body.pictures)
      const now = within.now()
      const row: ReviewRow = {
        id: within.newId(),
        lineId: body.line,
        goodId: bought.line.goodId,
        userId,
        writer: maskName(within.principal.name),
        values: bought.line.values,
        rating: body.rating,
        text: body.text,
        pictures: body.pictures,
        hidden: false,
        hiddenReason: '',
        reply: '',
        repliedAt: null,
        createdAt: now,
        updatedAt: now,
      }
      try {
        await within.database.insert(shopReviews).values(row)
      } catch (error) {
        if (violatedConstraint(error) !== 'shop_reviews_line') throw error
        throw new AppError('conflict', { fields: { line: 'review_once' } })
      }
      const { reviewPoints } = await readConditions(within)
      await writePoints(within, {
        userId,
        kind: 'review',
        amount: reviewPoints,
        orderId: bought.order.id,
        source: body.line,
      })
      const [review] = await presentOwn(within, [row])
      if (!review) throw new AppError('not_found')
      return { review, points: reviewPoints }
    }),

  async uploadPicture(context, { files: [file] }) {
    if (!file) throw new AppError('invalid', { fields: { image: 'required' } })
    return { picture: toPicture(await storeUpload(context, contract.uploadPicture.upload, file)) }
  },

  async list(context, { query }) {
    const direction = query.sort.startsWith('-') ? desc : asc
    const column = query.sort.endsWith('rating') ? shopReviews.rating : shopReviews.createdAt
    const where = and(
      query.hidden === undefined ? undefined : eq(shopReviews.hidden, query.hidden),
      query.replied === undefined ? undefined : sql`(${shopReviews.reply} <> '') = ${query.replied}`,
      query.q ? sql`strpos(${shopReviews.text}, ${query.q}) > 0` : undefined,
    )
    const { rows, ...paging } = await pageOf(context, where, query, [direction(column), direction(shopReviews.id)])
    return { reviews: await presentForStaff(context, rows), ...paging }
  },

  get: (context, { params }) => readReview(context, params.id),

  answer: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { reply, hidden, reason } = body
      if (hidden && !reason) throw new AppError('invalid', { fields: { reason: 'review_reason' } })
      const [row] = await changeRows(within, shopReviews, {
        ...(reply !== undefined && { reply, repliedAt: reply ? within.now() : null }),
        ...(hidden !== undefined && { hidden, hiddenReason: hidden ? reason : '' }),
      })
        .where(eq(shopReviews.id, params.id))
        .returning({ id: shopReviews.id })
      if (!row) throw new AppError('not_found')
      const answer = await readReview(within, params.id)
      await writeAudit(within, {
        action: hidden === undefined ? 'update' : hidden ? 'hide' : 'restore',
        entity: 'reviews',
        entityId: params.id,
        summary: answer.review.product.name,
        after: body,
      })
      return answer
    }),
}
