import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { PickupTicketCard } from '#trade/pickups/public/pickup-ticket.tsx'
import page from '../parts/page.module.css'
import styles from './pickup-facts.module.css'

/** Place and hours of pickup, and the code once the order is ready. */
export function PickupFacts({ pickup }: { pickup: NonNullable<Order['pickup']> }) {
  const facts = [
    [m.shop_pickup_at(), pickup.place],
    [m.shop_pickup_hours(), `${pickup.from}–${pickup.to}`],
    ...(pickup.until && pickup.ticket ? [[m.shop_pickup_until(), formatWeekday(pickup.until)]] : []),
  ]
  return (
    <div className={styles.pickup}>
      {pickup.ticket && (
        <div>
          <PickupTicketCard ticket={pickup.ticket} />
          <p className={styles.show}>{m.shop_pickup_show()}</p>
        </div>
      )}
      <dl className={page.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
