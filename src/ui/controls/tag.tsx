import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** Label that classifies an item: a title, a category. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
