import { Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { workbookType } from '#kit/files/file-types.ts'
import type { DaySpan } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import type { CellValue } from '../list/columns/column-layout.ts'
import { saveFile, toExcel } from '../list/export/export-list.ts'
import { showError } from '../parts/dialogs/show-toast.tsx'
import { Icon } from '../parts/icon.tsx'
import styles from './report.module.css'

export interface ReportColumn<Row> {
  key: string
  title: string
  /** Value in the spreadsheet: numbers stay numbers. */
  value: (row: Row) => CellValue
  text: (row: Row) => ReactNode
  /** True for text columns, which are left-aligned. */
  isWord?: boolean
}

interface ReportTableProps<Row> {
  title: string
  span: DaySpan
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Totals row. */
  total?: Row
}

/** Table of the figures behind a chart, with an Excel export. */
export function ReportTable<Row>({ title, span, columns, rows, keyOf, total }: ReportTableProps<Row>) {
  const write = async () => {
    try {
      const all = total === undefined ? rows : [...rows, total]
      const sheet = {
        heads: columns.map((column) => column.title),
        rows: all.map((row) => columns.map(({ value }) => value(row))),
      }
      saveFile(await toExcel(sheet, title), `${title} ${span.from} ${span.to}.xlsx`, workbookType)
    } catch (error) {
      showError(error)
    }
  }
  const cells = (row: Row) =>
    columns.map(({ key, text, isWord }) => (
      <Table.Td key={key} ta={isWord ? 'left' : 'right'}>
        {text(row)}
      </Table.Td>
    ))
  return (
    <section className={styles.table}>
      <div className={styles.tableHead}>
        <h2>{title}</h2>
        <span className={styles.acts}>
          <Button variant="default" onClick={() => window.print()}>
            {m.report_print()}
          </Button>
          <Button leftSection={<Icon name="download" />} onClick={() => void write()}>
            {m.report_excel()}
          </Button>
        </span>
      </div>
      <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ key, title: head, isWord }) => (
                <Table.Th key={key} ta={isWord ? 'left' : 'right'}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>{cells(row)}</Table.Tr>
            ))}
          </Table.Tbody>
          {total !== undefined && (
            <Table.Tfoot>
              <Table.Tr className={styles.total}>{cells(total)}</Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}
