import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicOffice } from '../contract.ts'
import { OfficeAddress } from './office-address.tsx'
import styles from './office-card.module.css'
import { OfficeDrawing } from './office-drawing.tsx'

/** Card of an office: drawing of its building, name, address, phone, and a link to its page at `to`. */
export function OfficeCard({ office, to }: { office: PublicOffice; to: string }) {
  return (
    <article className={styles.card} lang={foreignLang(office.lang)}>
      <div className={styles.drawing}>
        <OfficeDrawing storeys={office.storeys} ownStorey={office.ownStorey} floor={office.floor} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link className={styles.cover} to={to}>
            {office.title}
          </Link>
        </h3>
        <address className={styles.address}>
          <OfficeAddress office={office} />
        </address>
        <a className={styles.phone} href={`tel:${office.phone}`}>
          {office.phone}
        </a>
        <span className={styles.way} aria-hidden="true">
          {m.home_office_way()}
        </span>
      </div>
    </article>
  )
}
