import clsx from 'clsx'
import type { MouseEvent } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import styles from './palette.module.css'
import type { Entry } from './palette-entry.ts'

interface LineProps {
  id: string
  entry: Entry
  isSelected: boolean
  onChoose: () => void
  onPerform: (inNewTab: boolean) => void
}

/** Option of the palette. Only pointer movement selects it, not a list that changes under a resting pointer. */
export function PaletteOption({ id, entry, isSelected, onChoose, onPerform }: LineProps) {
  const [from, to] = entry.range ?? [0, 0]
  return (
    // No key handler: the focus stays in the field, and this is its active descendant.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      className={clsx(styles.line, isSelected && styles.chosen)}
      role="option"
      aria-selected={isSelected}
      onMouseMove={isSelected ? undefined : onChoose}
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
      {isSelected && <span className={styles.enter} />}
    </button>
  )
}
