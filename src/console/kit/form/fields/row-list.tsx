import { Button, UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode, useRef } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../../parts/icon.tsx'
import square from '../../parts/icon-button.module.css'
import { fieldId, usePath } from '../form-context.ts'
import styles from './row-list.module.css'

interface RowsProps {
  name: string
  maxRows: number
  /** Value of an added row. */
  blank: unknown
  add: string
  /** Title of a row, numbered from 1: 'Card 2'. */
  title: (place: number) => string
  /** Renders the controls of a row; `path` points to its value. */
  children: (path: string, index: number) => ReactNode
}

/** Repeatable rows within a record. Buttons add, remove and move rows, so the keyboard works too. */
export function RowList({ name, maxRows, blank, add, title, children }: RowsProps) {
  const { value, set } = usePath(name)
  const place = useRef<HTMLDivElement>(null)
  const rows: unknown[] = Array.isArray(value) ? value : []
  const move = (from: number, to: number) => {
    if (to >= 0 && to < rows.length) set(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]))
  }
  const append = () => {
    set([...rows, blank])
    setTimeout(() =>
      place.current
        ?.querySelector<HTMLElement>('[data-rows] > :last-child :is(input, textarea, [contenteditable])')
        ?.focus(),
    )
  }
  return (
    <div ref={place} id={fieldId(name)} tabIndex={-1} className={styles.rows}>
      <div data-rows>
        {rows.map((_, index) => {
          const words = title(index + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, its values are in the form
            <Fragment key={index}>
              <fieldset className={styles.row}>
                <legend className={styles.legend}>{words}</legend>
                <div className={styles.acts}>
                  <UnstyledButton
                    className={square.square}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                    aria-label={m.form_move_up({ name: words })}
                  >
                    <Icon name="sortUp" size={14} />
                  </UnstyledButton>
                  <UnstyledButton
                    className={square.square}
                    disabled={index === rows.length - 1}
                    onClick={() => move(index, index + 1)}
                    aria-label={m.form_move_down({ name: words })}
                  >
                    <Icon name="sortDown" size={14} />
                  </UnstyledButton>
                  <UnstyledButton
                    className={square.square}
                    onClick={() => set(rows.toSpliced(index, 1))}
                    aria-label={m.form_file_remove({ name: words })}
                  >
                    <Icon name="close" size={14} />
                  </UnstyledButton>
                </div>
                <div className={styles.body}>{children(`${name}.${index}`, index)}</div>
              </fieldset>
            </Fragment>
          )
        })}
      </div>
      {rows.length < maxRows ? (
        <Button leftSection={<Icon name="add" />} onClick={append}>
          {add}
        </Button>
      ) : (
        <p className={styles.full}>{m.form_files_full({ count: maxRows })}</p>
      )}
    </div>
  )
}

/** Control of a row with its own small label. */
export function RowField({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      {htmlFor ? (
        <label className={styles.name} htmlFor={htmlFor}>
          {label}
        </label>
      ) : (
        <span className={styles.name}>{label}</span>
      )}
      {children}
    </div>
  )
}
