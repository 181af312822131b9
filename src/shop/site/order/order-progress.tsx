import { formatShortDate, formatTime, formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { DeliveryMethod, OrderState } from '../../orders/rules.ts'
import styles from './order-progress.module.css'
import { ParcelTracking } from './parcel-tracking.tsx'

const eventWords: Record<Order['events'][number]['state'], () => string> = {
  ordered: m.shop_event_ordered,
  paid: m.shop_event_paid,
  preparing: m.shop_event_preparing,
  ready: m.shop_event_ready,
  shipped: m.shop_event_shipped,
  delivered: m.shop_event_delivered,
  confirmed: m.shop_event_confirmed,
  cancelled: m.shop_event_cancelled,
  return_asked: m.shop_event_return_asked,
  return_withdrawn: m.shop_event_return_withdrawn,
  return_collected: m.shop_event_return_collected,
  refunded: m.shop_event_refunded,
  return_refused: m.shop_event_return_refused,
  exchange_asked: m.shop_event_exchange_asked,
  exchange_collected: m.shop_event_exchange_collected,
  exchange_shipped: m.shop_event_exchange_shipped,
  exchange_done: m.shop_event_exchange_done,
  exchange_refused: m.shop_event_exchange_refused,
  exchange_withdrawn: m.shop_event_exchange_withdrawn,
}

const ways: Record<DeliveryMethod, readonly OrderState[]> = {
  parcel: ['ordered', 'paid', 'shipped', 'delivered', 'confirmed'],
  pickup: ['ordered', 'paid', 'ready', 'delivered', 'confirmed'],
}

const wordsOf = (order: Order, state: Order['events'][number]['state']): string => {
  if (state === 'paid' && order.payment === 'card') return m.shop_event_paid_card()
  if (state === 'delivered' && order.way === 'pickup') return m.shop_event_handed()
  return eventWords[state]()
}

/** Returns labels of the steps still to come. */
const toCome = (order: Order): string[] => {
  if (order.state === 'cancelled' || order.state === 'confirmed') return []
  const reachedState = order.state === 'preparing' ? 'paid' : order.state
  const way = ways[order.way]
  return way.slice(way.indexOf(reachedState) + 1).map((state) => {
    if (state === 'paid' && order.payment === 'card')
      return m.shop_coming_paid_card({ time: formatTime(order.payUntil) })
    if (state === 'paid')
      return m.shop_coming_paid({ day: formatWeekday(order.payUntil), time: formatTime(order.payUntil) })
    if (state === 'shipped') return m.shop_coming_shipped()
    if (state === 'ready') return m.shop_coming_ready()
    if (state === 'delivered') return order.way === 'pickup' ? m.shop_coming_handed() : m.shop_coming_delivered()
    const { earns } = order.slip
    return earns > 0 ? m.shop_coming_confirmed({ points: groupDigits(earns) }) : m.shop_event_confirmed()
  })
}

/** Timeline: past events, current step and steps to come. */
export function OrderProgress({ order }: { order: Order }) {
  const coming = toCome(order)
  return (
    <ol className={styles.progress}>
      {order.events.map(({ state, at, note }) => (
        <li key={`${state} ${at}`} data-step="done">
          <span className={styles.when}>{joinDotted([formatShortDate(at), formatTime(at)])}</span>
          <span>
            <b>{wordsOf(order, state)}</b>
            {state === 'shipped' ? (
              <small>
                <ParcelTracking carrier={order.carrier} tracking={order.tracking} />
              </small>
            ) : (
              note && <small>{note}</small>
            )}
          </span>
        </li>
      ))}
      {coming.map((words, index) => (
        <li key={words} data-step={index === 0 ? 'now' : 'later'}>
          <span className={styles.when}>{index === 0 ? m.shop_step_now() : m.shop_step_later()}</span>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  )
}
