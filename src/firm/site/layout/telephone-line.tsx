import { clsx } from 'clsx'
import { m } from '#messages/messages.js'
import styles from './telephone-line.module.css'

/** Phone number of the firm as a fallback on pages without an answer. */
export function TelephoneLine({ phone, className }: { phone: string; className?: string | undefined }) {
  return (
    <p className={clsx(styles.line, className)}>
      {m.site_ask_by_phone()}{' '}
      <a className={styles.number} href={`tel:${phone}`} aria-label={m.site_call_number({ phone })}>
        {phone}
      </a>
    </p>
  )
}
