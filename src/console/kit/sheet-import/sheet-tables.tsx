import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CheckedSheet } from '#kit/spreadsheet/import-contract.ts'
import type { ImportColumn, ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import styles from './sheet-import.module.css'

/** Scrolls sideways on small screens; focusable, so that it can be scrolled by keyboard. */
function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.region} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

interface SheetTableProps {
  checked: CheckedSheet
  definition: ImportDefinition<string>
}

/** Faults with row, column and value. */
export function FaultTable({ checked: { faults }, definition }: SheetTableProps) {
  return (
    <ScrollRegion label={m.sheet_faults_title()}>
      <Table aria-label={m.sheet_faults_title()}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.sheet_row()}</Table.Th>
            <Table.Th>{m.sheet_column()}</Table.Th>
            <Table.Th>{m.sheet_value()}</Table.Th>
            <Table.Th>{m.sheet_what()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {faults.map(({ row, column, value, message }) => (
            <Table.Tr key={`${row} ${column}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{definition.columns[column]?.heading({})}</Table.Td>
              <Table.Td>{value || '–'}</Table.Td>
              <Table.Td className={styles.error}>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

/** First rows with the fields that have a column. */
export function PreviewTable({ checked: { layout, preview, faults }, definition }: SheetTableProps) {
  const columns = layout.columns as Record<string, number | null>
  const shown = Object.entries<ImportColumn>(definition.columns).filter(([name]) => typeof columns[name] === 'number')
  const hasNotes = preview.some(({ note }) => note !== '')
  const faultyCells = new Set(faults.map(({ row, column }) => `${row} ${column}`))
  return (
    <ScrollRegion label={m.sheet_preview()}>
      <Table aria-label={m.sheet_preview()}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.sheet_row()}</Table.Th>
            {hasNotes && <Table.Th>{m.sheet_result()}</Table.Th>}
            {shown.map(([name, { heading }]) => (
              <Table.Th key={name}>{heading({})}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.map(({ row, cells, note }) => (
            <Table.Tr key={row}>
              <Table.Td>{row}</Table.Td>
              {hasNotes && <Table.Td>{note}</Table.Td>}
              {shown.map(([name]) => (
                <Table.Td key={name} className={faultyCells.has(`${row} ${name}`) ? styles.error : undefined}>
                  {(cells as Record<string, string>)[name]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
