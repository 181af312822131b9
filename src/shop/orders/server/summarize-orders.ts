import { and, asc, desc, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import { type MemberWait, maxNews, type OverviewPart } from '#kit/module/overview.ts'
import { formatWon } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { endOfTerm } from '../rules.ts'
import { orderStateLabel } from '../rules-state-labels.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { readLines } from './find-order.ts'

/** Member overview: orders to pay, earliest deadline first, orders to pick up, and the newest orders. */
export const summarizeOrders = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const own = eq(shopOrders.userId, context.principal.userId)
  const [unpaid, ready, latest, total] = await Promise.all([
    context.database
      .select()
      .from(shopOrders)
      .where(and(own, eq(shopOrders.state, 'ordered')))
      .orderBy(shopOrders.payUntil)
      .limit(maxNews),
    context.database
      .select()
      .from(shopOrders)
      .where(and(own, eq(shopOrders.state, 'ready')))
      .orderBy(asc(shopOrders.readyAt))
      .limit(maxNews),
    context.database
      .select()
      .from(shopOrders)
      .where(own)
      .orderBy(desc(shopOrders.createdAt), desc(shopOrders.id))
      .limit(maxNews),
    context.database.$count(shopOrders, own),
  ])
  const lines = await readLines(
    context,
    [...unpaid, ...ready, ...latest].map(({ id }) => id),
  )
  const titleOf = (id: string) => {
    const [first, ...others] = lines.filter(({ orderId }) => orderId === id)
    const name = first ? textIn(locale, first.title) : ''
    return others.length === 0 ? name : m.shop_me_and_others({ name, count: others.length }, { locale })
  }
  const describePayable = ({ id, total: sum, payUntil, payment }: OrderRow): MemberWait => {
    const isByBank = payment === 'bank'
    const text = isByBank ? m.orders_wait_bank : m.orders_wait_card
    return {
      _id: `orders.${id}`,
      kind: m.shop_me_purchases({}, { locale }),
      title: titleOf(id),
      text: text({ sum: formatWon(locale, sum) }, { locale }),
      until: payUntil.toISOString(),
      act: isByBank ? m.shop_me_account({}, { locale }) : m.orders_wait_card_act({}, { locale }),
      to: `/orders/${id}`,
    }
  }
  const describeCollectable = ({ id, pickup, readyAt }: OrderRow): MemberWait => ({
    _id: `orders.${id}`,
    kind: m.shop_me_purchases({}, { locale }),
    title: titleOf(id),
    text: m.orders_wait_ready({ place: pickup ? textIn(locale, pickup.place) : '' }, { locale }),
    until: pickup && readyAt ? endOfTerm(readyAt, pickup.days).toISOString() : null,
    act: m.orders_wait_ready_act({}, { locale }),
    to: '/me/pickups',
  })
  return {
    waits: [...unpaid.map(describePayable), ...ready.map(describeCollectable)],
    news: [
      {
        _id: 'orders.own',
        title: m.shop_me_purchases({}, { locale }),
        total,
        entries: latest.map(({ id, state, pickup, createdAt }) => ({
          _id: id,
          title: titleOf(id),
          state: orderStateLabel({ state, way: pickup ? 'pickup' : 'parcel' }, locale),
          at: createdAt.toISOString(),
          to: `/orders/${id}`,
        })),
        to: '/me/purchases',
      },
    ],
  }
}
