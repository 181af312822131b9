import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { digitsOf, formatWon, type Paper, type Part } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { spellDay } from '#kit/time/spell-time.ts'
import { defineDocuments, getOrderLabels, readIssuer } from '#platform/papers/server/make-papers.ts'
import { shopPayments } from '#shop/payments/table.ts'
import type { Order } from '../contract-records.ts'
import type { OrderDocument } from '../rules.ts'
import { shopOrders } from '../table.ts'
import { findOrder } from './find-order.ts'
import { presentOrder } from './present-orders.ts'

type Words = ReturnType<typeof getOrderLabels>

/** Totals as on the order page, without rows that take nothing off. `exchanged`: amount paid for exchanges. */
const buildTotalsPart = (words: Words, { slip, levelTitle, couponTitle, refunded }: Order, exchanged: number): Part => {
  const buildDeduction = (name: string, sum: number, note = '') => (sum > 0 ? [{ name, sum: -sum, how: note }] : [])
  return {
    kind: 'sums',
    sums: [
      { name: words.goods, sum: slip.goods },
      ...buildDeduction(words.productDiscount, slip.productDiscount),
      ...buildDeduction(words.levelDiscount, slip.levelDiscount, levelTitle),
      ...buildDeduction(words.couponDiscount, slip.couponDiscount, couponTitle),
      ...buildDeduction(words.points, slip.points),
      { name: words.delivery, sum: slip.delivery },
      { name: words.total, sum: slip.total, strong: true },
      // Both amounts are included in the total.
      { name: words.supply, sum: slip.total - slip.vat },
      { name: words.vat, sum: slip.vat },
      ...(exchanged > 0 ? [{ name: words.exchanged, sum: exchanged }] : []),
      ...(refunded > 0
        ? [
            { name: words.refunded, sum: -refunded },
            { name: words.left, sum: slip.total + exchanged - refunded, strong: true },
          ]
        : []),
    ],
  }
}

const buildLinesPart = (words: Words, { lines }: Order): Part => ({
  kind: 'table',
  columns: [
    { title: words.item, share: 5 },
    { title: words.price, share: 2, right: true },
    { title: words.quantity, share: 1, right: true },
    { title: words.linePaid, share: 2, right: true },
  ],
  rows: lines.map(({ name, values, reduced, quantity, paid }) => [
    [name, ...values].join(' · '),
    digitsOf(reduced),
    String(quantity),
    digitsOf(paid),
  ]),
})

const stateOf = (words: Words, { state, paidAt }: Order, day: (instant: string) => string): [string, string] => {
  if (state === 'cancelled') return [words.state, words.cancelled]
  return paidAt ? [words.paidAt, day(paidAt)] : [words.state, words.notPaid]
}

/** Returns payment method and amount; nothing for a free order. */
const listPaymentFacts = (
  words: Words,
  { locale }: Context,
  { payment, depositor, slip }: Order,
): [string, string][] => {
  if (slip.total === 0) return []
  const sum = formatWon(locale, slip.total)
  return payment === 'card' ? [[words.card, sum]] : [[words.deposit, `${depositor} · ${sum}`]]
}

/** Returns the amount paid for exchanges of an order, in won. */
const sumExchangePayments = async (context: Context, id: string): Promise<number> => {
  const [row] = await context.database
    .select({ sum: sql<string>`coalesce(sum(${shopPayments.amount}), 0)::text` })
    .from(shopPayments)
    .where(and(eq(shopPayments.orderId, id), eq(shopPayments.kind, 'payment'), isNotNull(shopPayments.exchangeId)))
  return Number(row?.sum ?? 0)
}

/** Creates a document of an order. Throws `conflict` for a receipt of an unpaid or cancelled order. */
const makePaper = async (context: Context, { id, kind }: { id: string; kind: OrderDocument }): Promise<Paper> => {
  const [order, issuer, exchanged] = await Promise.all([
    findOrder(context, eq(shopOrders.id, id)).then((row) => presentOrder(context, row)),
    readIssuer(context),
    sumExchangePayments(context, id),
  ])
  const { locale } = context
  const { paidAt, buyer, to, number } = order
  if (kind === 'receipt' && (paidAt === null || order.state === 'cancelled'))
    throw new AppError('conflict', { fields: { state: 'paper_early' } })
  const words = getOrderLabels(locale)
  const day = (instant: string) => spellDay(locale, new Date(instant))
  // Document date = date of the event, not of the download.
  const at = kind === 'receipt' && paidAt ? paidAt : order.createdAt
  const title = words[kind]
  return {
    locale,
    title: `${title} ${number}`,
    name: `${title} ${number}`,
    issuer: issuer.line,
    at: new Date(at),
    parts: [
      { kind: 'title', text: title, note: number },
      {
        kind: 'facts',
        facts: [
          [words.made, day(at)],
          [words.orderer, buyer.name],
          [words.ordered, day(order.createdAt)],
          stateOf(words, order, day),
          ...(kind === 'statement'
            ? ([
                [words.contact, [buyer.phone, buyer.email].join(' · ')],
                [
                  words.to,
                  to ? `${to.name} · (${to.postcode}) ${to.address} ${to.detail}`.trim() : (order.pickup?.place ?? ''),
                ],
              ] as const)
            : listPaymentFacts(words, context, order)),
        ],
      },
      { kind: 'heading', text: words.goods },
      buildLinesPart(words, order),
      { kind: 'heading', text: words.total },
      buildTotalsPart(words, order, exchanged),
      ...(kind === 'receipt' ? [{ kind: 'text', text: words.receiptText } as const] : []),
    ],
  }
}

/** Receipts and statements. */
export const papers = defineDocuments('orders', makePaper)

/** Creates one document with the statements of several orders, in the given order, each on a new page. */
const makeStatements = async (context: Context, { ids }: { ids: string[] }): Promise<Paper> => {
  const created: Paper[] = []
  for (const id of ids) created.push(await makePaper(context, { id, kind: 'statement' }))
  const [first, ...others] = created
  if (!first) throw new AppError('not_found')
  if (others.length === 0) return first
  const title = `${getOrderLabels(context.locale).statement} ${created.length}`
  const parts = created.flatMap(({ parts: own }, index) =>
    [...own].map((part): Part => (part.kind === 'title' ? { ...part, opens: index > 0 } : part)),
  )
  const at = new Date(Math.max(...created.map((paper) => paper.at.getTime())))
  return { ...first, title, name: title, at, parts }
}

export const statements = defineDocuments('statements', makeStatements)
