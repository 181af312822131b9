import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { deliveryMethods, orderStates } from '../rules.ts'
import { orderStateLabel } from '../rules-state-labels.ts'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 10,
      to: '/console/shop/orders',
      label: m.orders_title,
      scope: 'console:shop',
      keywords: 'shop orders 주문 배송 쇼핑몰 상점 订单',
    },
  ],
  scopes: { 'console:shop': m.orders_scope },
  pendingWork: [
    {
      key: 'orders.toSend',
      position: 48,
      title: m.orders_work,
      note: m.orders_work_note,
      all: '/console/shop/orders?state=paid',
      scope: 'console:shop',
      mark: 'new',
    },
  ],
  memberParts: {
    orders: {
      position: 50,
      title: m.orders_title,
      states: Object.fromEntries(
        deliveryMethods.flatMap((way) =>
          orderStates.map((state) => [`${way}.${state}`, () => orderStateLabel({ state, way })] as const),
        ),
      ),
    },
  },
  entities: {
    orders: m.orders_title,
    conditions: m.orders_entity_conditions,
    categories: m.orders_entity_categories,
    coupons: m.orders_entity_coupons,
    points: m.orders_entity_points,
    reviews: m.orders_entity_reviews,
  },
  actions: {
    paid: m.orders_action_paid,
    invoiced: m.orders_action_invoiced,
    preparing: m.orders_action_preparing,
    ready: m.orders_action_ready,
    shipped: m.orders_action_shipped,
    delivered: m.orders_action_delivered,
    confirmed: m.orders_action_confirmed,
    cancelled: m.orders_action_cancelled,
    stock: m.orders_action_stock,
    issue: m.orders_action_issue,
    points: m.orders_action_points,
  },
}
