import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from '../login/login.module.css'

/** Notice above a form; `wrong` styles it as an error. */
export function Notice({ wrong, children }: { wrong?: boolean; children: ReactNode }) {
  return (
    <div className={clsx(styles.notice, wrong && styles.wrong)}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        aria-hidden="true"
      >
        <path d="M7 1.5 13 12.5H1ZM7 5.5v3.200M7 10.5v.3" strokeLinejoin="round" />
      </svg>
      <p>{children}</p>
    </div>
  )
}
