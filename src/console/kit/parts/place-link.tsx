import clsx from 'clsx'
import { Link } from 'react-router'
import styles from './place-link.module.css'

interface PlaceLinkProps {
  to: string
  label: string
  /** At the right, as it is written. */
  count?: string | number | undefined
  /** The address that is shown. */
  isOpen?: boolean
  /** Beneath another. */
  isNested?: boolean
  onNavigate?: (() => void) | undefined
}

/** A line of the pane. */
export function PlaceLink({ to, label, count, isOpen = false, isNested = false, onNavigate }: PlaceLinkProps) {
  return (
    <Link
      className={clsx(styles.place, isNested && styles.nested, isOpen && styles.open)}
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      onClick={onNavigate}
    >
      <span>{label}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </Link>
  )
}
