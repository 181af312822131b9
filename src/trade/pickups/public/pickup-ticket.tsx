import { m } from '#messages/messages.js'
import type { PickupTicket } from '../contract.ts'
import styles from './pickup-ticket.module.css'

/** What is shown where goods are handed over: the code as a drawing, and to be read aloud. */
export function Ticket({ ticket }: { ticket: PickupTicket }) {
  return (
    <div className={styles.ticket}>
      {/* As a picture: the policy of the pages lets no script write markup. */}
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(ticket.qr)}`}
        alt={m.pickups_qr()}
        width={160}
        height={160}
      />
      <p className={styles.code}>{ticket.words}</p>
    </div>
  )
}
