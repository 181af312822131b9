import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { SheetChoice, SheetLayout } from '#kit/spreadsheet/import-contract.ts'
import { formatColumns } from '#kit/spreadsheet/import-contract.ts'
import type { ImportColumn, ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import styles from './sheet-import.module.css'

/** Returns the letters of a column as the spreadsheet shows them. */
const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const longestOption = 40
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longestOption ? `${line.slice(0, longestOption)}…` : line
}

interface LayoutFormProps {
  layout: SheetLayout
  definition: ImportDefinition<string>
  isDisabled: boolean
  choose: (choice: SheetChoice) => void
}

/** Sheet, heading row and the column of each field: guessed, and changeable. */
export function LayoutForm({ layout, definition, isDisabled, choose }: LayoutFormProps) {
  const { sheets, sheet, head, top, heads, columns, missing } = layout
  const mapped = columns as Record<string, number | null>
  const mappedCount = Object.values(mapped).filter((column) => column !== null).length
  const [isOpen, setOpen] = useState(false)
  const headOptions = top.map(({ row, cells }) => ({
    value: String(row),
    label: m.sheet_head_option({ row, text: shorten(cells.filter(Boolean).join(' · ')) }),
  }))
  const columnOptions = [
    { value: '', label: m.sheet_unmapped() },
    ...heads.map(({ column, text, sample }) => ({
      value: String(column),
      label: `${columnLetters(column)} · ${shorten(text || sample)}`,
    })),
  ]
  return (
    <div className={styles.layout}>
      <div className={styles.places}>
        {sheets.length > 1 && (
          <NativeSelect
            label={m.sheet_sheet()}
            value={String(sheet)}
            disabled={isDisabled}
            data={sheets.map(({ name, isHidden, rows }, index) => ({
              value: String(index),
              label: isHidden ? m.sheet_hidden({ name, rows }) : m.sheet_option({ name, rows }),
            }))}
            onChange={({ currentTarget }) => choose({ sheet: Number(currentTarget.value) })}
          />
        )}
        <NativeSelect
          label={m.sheet_head()}
          value={String(head)}
          disabled={isDisabled}
          data={headOptions}
          onChange={({ currentTarget }) => choose({ sheet, head: Number(currentTarget.value) })}
        />
      </div>
      <details
        className={styles.mapping}
        open={isOpen || missing.length > 0}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{m.sheet_mapping({ count: mappedCount, all: Object.keys(definition.columns).length })}</summary>
        <p>{m.sheet_mapping_help()}</p>
        <div className={styles.columns}>
          {Object.entries<ImportColumn>(definition.columns).map(([name, { heading, isRequired = false }]) => (
            <NativeSelect
              key={name}
              label={heading({})}
              withAsterisk={isRequired}
              value={String(mapped[name] ?? '')}
              disabled={isDisabled}
              data={columnOptions}
              error={missing.includes(name) ? m.sheet_missing() : undefined}
              onChange={({ currentTarget: { value } }) =>
                choose({
                  sheet,
                  head,
                  columns: formatColumns({ ...mapped, [name]: value === '' ? null : Number(value) }),
                })
              }
            />
          ))}
        </div>
      </details>
    </div>
  )
}
