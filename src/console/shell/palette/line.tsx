import clsx from 'clsx'
import type { MouseEvent } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import type { Entry } from './entry.ts'
import styles from './palette.module.css'

interface LineProps {
  id: string
  entry: Entry
  chosen: boolean
  onChoose: () => void
  onPerform: (inNewTab: boolean) => void
}

/** One option. The pointer chooses by moving, not by lying there when the list changes under it. */
export function Line({ id, entry, chosen, onChoose, onPerform }: LineProps) {
  const [from, to] = entry.range ?? [0, 0]
  return (
    // The keyboard acts on the field, whose active descendant this is.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      className={clsx(styles.line, chosen && styles.chosen)}
      role="option"
      aria-selected={chosen}
      onMouseMove={chosen ? undefined : onChoose}
      onClick={(event: MouseEvent) => onPerform(event.ctrlKey || event.metaKey)}
    >
      <span className={styles.sign}>
        {entry.mark ? <StateShape mark={entry.mark} /> : entry.icon && <Icon name={entry.icon} />}
      </span>
      <span className={styles.label}>
        {entry.label.slice(0, from)}
        {to > from && <mark>{entry.label.slice(from, to)}</mark>}
        {entry.label.slice(to)}
      </span>
      {entry.note && <span className={styles.note}>{entry.note}</span>}
      {chosen && <span className={styles.enter} />}
    </button>
  )
}
