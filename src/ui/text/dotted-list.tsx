import { Fragment } from 'react'
import styles from './dotted-list.module.css'

/** Facts with a middle dot between two on one line; where a line ends between them there is none. */
export function Dotted({ parts }: { parts: readonly string[] }) {
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
