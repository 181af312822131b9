import type { ReactNode } from 'react'
import styles from './fact-list.module.css'

export interface Fact {
  name: string
  value: ReactNode
  lang?: string | undefined
}

/** Definition list; facts without a value are omitted. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== '' && value !== null && value !== undefined)
        .map(({ name, value, lang }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd lang={lang}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
