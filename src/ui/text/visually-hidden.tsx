import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Said but not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
