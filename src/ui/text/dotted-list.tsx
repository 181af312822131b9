import { Fragment } from 'react'
import styles from './dotted-list.module.css'

/** Facts separated by a middle dot, which disappears at line ends. */
export function DottedList({ parts }: { parts: readonly string[] }) {
  return (
    <span className={styles.parts}>
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ' '}
          <span className={styles.part}>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
