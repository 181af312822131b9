import clsx from 'clsx'
import { Link } from 'react-router'
import styles from './place-link.module.css'

interface PlaceLinkProps {
  to: string
  label: string
  /** Count at the right, already formatted. */
  count?: string | number | undefined
  /** True for the current address. */
  isOpen?: boolean
  /** Indented below another entry. */
  isNested?: boolean
  onNavigate?: (() => void) | undefined
}

/** Entry of the navigation pane. */
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
