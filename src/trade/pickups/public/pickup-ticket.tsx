import { m } from '#messages/messages.js'
import type { PickupTicket } from '../contract.ts'
import styles from './pickup-ticket.module.css'

/** Pickup code as QR code and as text. */
export function PickupTicketCard({ ticket }: { ticket: PickupTicket }) {
  return (
    <div>
      {/* As an image: Trusted Types forbid scripts to insert markup. */}
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
