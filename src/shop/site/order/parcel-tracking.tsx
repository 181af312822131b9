import { useState } from 'react'
import { m } from '#messages/messages.js'
import { copyText } from '#ui/browser/copy-text.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { trackingPage } from '../../orders/shipping/rules-carriers.ts'
import page from '../parts/page.module.css'
import styles from './transfer-account.module.css'

interface ParcelProps {
  carrier: string
  tracking: string
}

/** Carrier and tracking number, linked to the tracking page of a known carrier. */
export function ParcelTracking({ carrier, tracking }: ParcelProps) {
  const words = joinDotted([carrier, tracking])
  const where = trackingPage(carrier, tracking)
  if (!where) return words
  return (
    <>
      {words}{' '}
      <a className={page.link} href={where} target="_blank" rel="noopener noreferrer">
        {m.shop_parcel_follow()}
      </a>
    </>
  )
}

/** Large tracking box of a shipped order, with a copy button. */
export function LargeParcelTracking({ carrier, tracking }: ParcelProps) {
  const [announcement, setAnnouncement] = useState('')
  const where = trackingPage(carrier, tracking)
  const copy = async () => setAnnouncement((await copyText(tracking)) ? m.shop_parcel_copied() : m.shop_copy_failed())
  return (
    <section className={styles.account} aria-label={m.shop_parcel()}>
      <div>
        <p className={styles.quiet}>{carrier}</p>
        <p className={styles.number} data-copyable="">
          {tracking}
        </p>
      </div>
      <div className={styles.actions}>
        {where && (
          <ButtonLink to={where} target="_blank" rel="noopener noreferrer">
            {m.shop_parcel_follow()}
          </ButtonLink>
        )}
        <Button look="outline" icon="copy" onClick={() => void copy()}>
          {m.shop_parcel_copy()}
        </Button>
      </div>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </section>
  )
}
