import type { ReactNode } from 'react'
import styles from './next-step.module.css'

interface NextStepProps {
  /** Small line above the title, naming the side that must act. */
  over: string
  title: string
  text?: string
  /** Light style: the other side's turn, or nothing to do. */
  light?: boolean
  /** At most one action. */
  children?: ReactNode
}

/** The single next action on a page. */
export function NextStep({ over, title, text, light = false, children }: NextStepProps) {
  return (
    <div className={styles.step} data-ground={light ? 'sand' : 'ink'}>
      <span className={styles.dot} aria-hidden="true" />
      <div>
        <p className={styles.over}>{over}</p>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {children && <div className={styles.act}>{children}</div>}
    </div>
  )
}
