import { and, desc, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import { mostNews, type OverviewPart } from '#kit/module/overview.ts'
import { wonIn } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import type { OrderState } from './rules.ts'
import { linesOf } from './service-read.ts'
import { shopOrders } from './table.ts'

const states: Record<OrderState, typeof m.orders_state_paid> = {
  ordered: m.orders_state_ordered,
  paid: m.orders_state_paid,
  preparing: m.orders_state_preparing,
  shipped: m.orders_state_shipped,
  delivered: m.orders_state_delivered,
  confirmed: m.orders_state_confirmed,
  cancelled: m.orders_state_cancelled,
}

/** Orders that are to be paid, the one that is dropped first before the others; the newest orders. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const own = eq(shopOrders.userId, context.principal.userId)
  const [unpaid, latest, total] = await Promise.all([
    context.database
      .select()
      .from(shopOrders)
      .where(and(own, eq(shopOrders.state, 'ordered')))
      .orderBy(shopOrders.payUntil)
      .limit(mostNews),
    context.database
      .select()
      .from(shopOrders)
      .where(own)
      .orderBy(desc(shopOrders.createdAt), desc(shopOrders.id))
      .limit(mostNews),
    context.database.$count(shopOrders, own),
  ])
  const lines = await linesOf(
    context,
    [...unpaid, ...latest].map(({ id }) => id),
  )
  const titleOf = (id: string) => {
    const [first, ...others] = lines.filter(({ orderId }) => orderId === id)
    const name = first ? textIn(locale, first.title) : ''
    return others.length === 0 ? name : m.shop_me_and_others({ name, count: others.length }, { locale })
  }
  return {
    waits: unpaid.map(({ id, total: sum, payUntil, payment }) => ({
      _id: `orders.${id}`,
      kind: m.shop_me_purchases({}, { locale }),
      title: titleOf(id),
      text:
        payment === 'bank'
          ? m.orders_wait_bank({ sum: wonIn(locale, sum) }, { locale })
          : m.orders_wait_card({ sum: wonIn(locale, sum) }, { locale }),
      until: payUntil.toISOString(),
      act: payment === 'bank' ? m.shop_me_account({}, { locale }) : m.orders_wait_card_act({}, { locale }),
      to: `/orders/${id}`,
    })),
    news: [
      {
        _id: 'orders.own',
        title: m.shop_me_purchases({}, { locale }),
        total,
        entries: latest.map(({ id, state, createdAt }) => ({
          _id: id,
          title: titleOf(id),
          state: states[state]({}, { locale }),
          at: createdAt.toISOString(),
          to: `/orders/${id}`,
        })),
        to: '/me/purchases',
      },
    ],
  }
}
