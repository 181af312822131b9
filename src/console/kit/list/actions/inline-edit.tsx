import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { CellValue, InlineEdit as Declared } from '../columns/column-layout.ts'
import styles from './inline-edit.module.css'

interface InlineEditProps<Item, Shape> {
  edit: Declared<Item, Shape>
  record: Item
  value: CellValue
  /** Saves; throws if refused. */
  save: (change: Partial<Shape>) => Promise<void>
}

/** Edits a field within its row. A refused value is reverted; the row shows the reason. */
export function InlineEdit<Item, Shape>({ edit, record, value, save }: InlineEditProps<Item, Shape>) {
  const label = edit.label(record)
  switch (edit.kind) {
    case 'switch':
      return (
        <span data-inline>
          <Switch
            size="xs"
            checked={value === true}
            aria-label={label}
            onChange={({ currentTarget }) => void save(edit.change(currentTarget.checked)).catch(() => undefined)}
          />
        </span>
      )
    case 'choice':
      return (
        <span data-inline>
          <NativeSelect
            className={styles.inlineChoice}
            aria-label={label}
            data={edit.options(record)}
            value={edit.current(record)}
            onChange={({ currentTarget }) => void save(edit.change(currentTarget.value)).catch(() => undefined)}
          />
        </span>
      )
    case 'number':
      return <InlineNumber edit={edit} label={label} value={Number(value ?? 0)} save={save} />
  }
}

function InlineNumber<Item, Shape>({
  edit,
  label,
  value,
  save,
}: {
  edit: Extract<Declared<Item, Shape>, { kind: 'number' }>
  label: string
  value: number
  save: (change: Partial<Shape>) => Promise<void>
}) {
  const [typed, setTyped] = useState<number | string>(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    const next = typeof typed === 'number' ? Math.min(edit.max, Math.max(edit.min, Math.round(typed))) : value
    setTyped(next)
    if (next !== value) save(edit.change(next)).catch(() => setTyped(value))
  }
  return (
    <span data-inline>
      <NumberInput
        className={styles.inlineNumber}
        aria-label={label}
        hideControls
        allowDecimal={false}
        allowNegative={edit.min < 0}
        min={edit.min}
        max={edit.max}
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') {
            commit()
            event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
            event.preventDefault()
          }
          if (pressedKey(event) === 'Escape') {
            setTyped(value)
            event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
            event.preventDefault()
            event.stopPropagation()
          }
        }}
      />
    </span>
  )
}
