import type { ReactNode } from 'react'
import styles from './style-guide.module.css'

export function Family({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.family}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** One part or state, with its name at the left. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.sample}>
      <p className={styles.name}>{name}</p>
      <div className={styles.parts}>{children}</div>
    </div>
  )
}
