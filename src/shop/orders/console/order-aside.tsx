import { FactList } from '#console/kit/parts/fact-list.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { ConsoleOrder } from '../contract-desk.ts'
import { stateLabels } from '../rules-state-labels.ts'
import styles from './order-screen.module.css'

const eventLabels: Record<ConsoleOrder['events'][number]['state'], () => string> = {
  ...stateLabels,
  return_asked: m.orders_event_return_asked,
  return_withdrawn: m.orders_event_return_withdrawn,
  return_collected: m.orders_event_return_collected,
  refunded: m.orders_event_refunded,
  return_refused: m.orders_event_return_refused,
  exchange_asked: m.orders_event_exchange_asked,
  exchange_collected: m.orders_event_exchange_collected,
  exchange_shipped: m.orders_event_exchange_shipped,
  exchange_done: m.orders_event_exchange_done,
  exchange_refused: m.orders_event_exchange_refused,
  exchange_withdrawn: m.orders_event_exchange_withdrawn,
}

/** Aside of an order: history, payment and return deadlines, and the customer. */
export function OrderAside({ order }: { order: ConsoleOrder }) {
  const { buyer, user, way } = order
  const terms: [string, string | null][] = [
    [m.orders_pay_until(), order.state === 'ordered' ? order.payUntil : null],
    [m.orders_term_return(), order.returnUntil],
    [m.orders_term_fault(), order.faultUntil],
  ]
  const reached = terms.flatMap(([label, at]) => (at ? [[label, shortInstant(at)] as const] : []))
  const customer: [string, string][] = [
    [m.orders_customer_name(), user ? buyer.name : m.orders_guest({ name: buyer.name })],
    [m.orders_customer_phone(), buyer.phone],
    [m.orders_customer_mail(), buyer.email],
  ]
  if (user) customer.push([m.orders_customer_orders(), m.orders_count({ count: order.buyerOrders })])
  return (
    <div className={styles.aside}>
      <section>
        <h2>{m.orders_timeline()}</h2>
        <ol className={styles.events}>
          {order.events.map(({ state, at, note }) => (
            <li key={`${state} ${at}`}>
              <span>{shortInstant(at)}</span>
              <span>
                {state === 'delivered' && way === 'pickup' ? m.orders_state_handed() : eventLabels[state]()}
                {note && <small>{note}</small>}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {reached.length > 0 && (
        <section>
          <h2>{m.orders_terms()}</h2>
          <FactList facts={reached} />
        </section>
      )}
      <section>
        <h2>{m.orders_customer()}</h2>
        <FactList facts={customer} />
      </section>
    </div>
  )
}
