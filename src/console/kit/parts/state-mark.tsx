import clsx from 'clsx'
import type { ReactNode } from 'react'
import styles from './state-mark.module.css'

/**
 * Status of a record as shape and word, never by color alone: full = in effect, half = in progress, dotted = not yet,
 * struck = removed, line = over.
 */
export type Mark =
  | 'published'
  | 'scheduled'
  | 'draft'
  | 'hidden'
  | 'ended'
  | 'new'
  | 'assigned'
  | 'answered'
  | 'closed'
  | 'wrong'
  | 'locked'

const drawings: Record<Mark, ReactNode> = {
  published: <circle cx="5" cy="5" r="4" fill="currentColor" stroke="none" />,
  scheduled: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" stroke="none" />
    </>
  ),
  draft: <circle cx="5" cy="5" r="4" strokeDasharray="1.4 1.74" />,
  hidden: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path d="M2.2 7.8l5.6-5.6" />
    </>
  ),
  ended: <path d="M1.5 5h7" strokeWidth="1.6" />,
  new: <path d="M5 .5L9.5 5 5 9.5.5 5z" fill="currentColor" stroke="none" />,
  assigned: (
    <>
      <path d="M5 .8L9.2 5 5 9.2.8 5z" />
      <path d="M5 .8L9.2 5 5 9.2z" fill="currentColor" stroke="none" />
    </>
  ),
  answered: <path d="M1 5.3l2.7 2.7L9 2.2" strokeWidth="1.5" />,
  closed: <path d="M1.5 5h7" strokeWidth="1.6" />,
  wrong: <path d="M5 1L9.3 8.8H.7zM5 4v2.3M5 7.6h.01" />,
  locked: <path d="M2 4.5h6v4.5H2zM3.3 4.5V3.2a1.7 1.7 0 0 1 3.4 0v1.3" />,
}

/** True if a server-provided name is a known mark. */
export const isMark = (name: string | undefined): name is Mark => name !== undefined && Object.hasOwn(drawings, name)

/** Shape only, for use beside the word. */
export function StateShape({ mark, className }: { mark: Mark; className?: string | undefined }) {
  return (
    <svg
      className={clsx(styles.shape, className)}
      data-mark={mark}
      width="10"
      height="10"
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      {drawings[mark]}
    </svg>
  )
}

/** Shape and word. */
export function StateMark({ mark, children }: { mark: Mark; children: ReactNode }) {
  return (
    <span className={styles.mark}>
      <StateShape mark={mark} />
      <span>{children}</span>
    </span>
  )
}
