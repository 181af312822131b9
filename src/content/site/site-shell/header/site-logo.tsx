import type { SiteIdentity } from '../site-identity.ts'
import styles from './site-logo.module.css'

/** Mark of the trade center (two doors and a dot) with the name of the site. */
export function SiteLogo({ site: { name, latin } }: { site: SiteIdentity }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="6 6 52 50" aria-hidden="true" focusable="false">
        <path className={styles.seller} d="M10 55V31a11 11 0 0 1 22 0V55" />
        <path className={styles.buyer} d="M32 55V31a11 11 0 0 1 22 0V55" />
        <circle className={styles.dot} cx="32" cy="11.5" r="4.5" />
      </svg>
      <span className={styles.words}>
        <span className={styles.name}>{name()}</span>{' '}
        <span className={styles.latin} aria-hidden="true">
          {latin.toUpperCase()}
        </span>
      </span>
    </span>
  )
}
