import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** `empty`: nothing here; `error`: this part could not be shown, the rest of the page stays. */
  kind?: 'empty' | 'error'
  title: string
  text?: string
  /** One way out. */
  act?: ReactNode
}

export function Notice({ kind = 'empty', title, text, act }: NoticeProps) {
  return (
    <div className={clsx(styles.notice, styles[kind])} role={kind === 'error' ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {act}
    </div>
  )
}
