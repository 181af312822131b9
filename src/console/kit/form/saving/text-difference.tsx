import { textDifference } from '#kit/text/text-diff.ts'
import { m } from '#messages/messages.js'
import styles from './text-difference.module.css'

/** Text diff: additions underlined, deletions struck through, so that color is not the only sign. */
export function TextDifference({ base, next }: { base: string; next: string }) {
  if (next === '') return <em className={styles.empty}>{base === '' ? m.conflict_empty() : m.conflict_removed()}</em>
  return (
    <span className={styles.difference}>
      {textDifference(base, next).map(({ kind, text }, index) => {
        const key = `${index}${kind}`
        if (kind === 'added') return <ins key={key}>{text}</ins>
        if (kind === 'removed') return <del key={key}>{text}</del>
        return <span key={key}>{text}</span>
      })}
    </span>
  )
}
