import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  /** `empty`: no content; `error`: this part failed, the rest of the page is unaffected. */
  kind?: 'empty' | 'error'
  title: string
  text?: string
  /** A single action. */
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
