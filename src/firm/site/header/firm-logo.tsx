import { clsx } from 'clsx'
import styles from './firm-logo.module.css'

/** Mark in the colors of its ground, with the name of the firm. */
export function FirmLogo({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span className={clsx(styles.logo, className)}>
      <svg className={styles.mark} viewBox="8 8 48 50" aria-hidden="true" focusable="false">
        <path className={styles.tower} d="M12 54.6V20L28 10V54.6Z" />
        <path className={styles.accent} d="M36 54.6V26L52 18V54.6Z" />
        <path className={styles.tower} d="M8 54H56V57H8Z" />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  )
}
