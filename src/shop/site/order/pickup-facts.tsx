import { m } from '#messages/messages.js'
import { PickupTicketCard } from '#trade/pickups/public/pickup-ticket.tsx'
import type { Order } from '../../orders/contract.ts'
import { formatWeekday } from '../format/format-time.ts'
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
