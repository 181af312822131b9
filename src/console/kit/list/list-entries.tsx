import { Checkbox } from '@mantine/core'
import clsx from 'clsx'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { Thumbnail } from '../parts/media/thumbnail.tsx'
import { listInstant } from '../parts/time/seoul-time.ts'
import type { Selection } from './actions/use-selection.ts'
import { type CellValue, type Column, isName } from './columns/column-layout.ts'
import styles from './list.module.css'
import type { ListDeclaration } from './list-declaration.ts'

interface EntriesProps<Item extends Recorded, Shape, Name extends string, Sort extends string> {
  declaration: ListDeclaration<Item, Shape, Name, Sort>
  columns: Column<Item, Shape, Sort>[]
  records: Item[] | undefined
  waiting: number
  selection: Selection<Item> | undefined
  refused: ReadonlyMap<string, string>
  sheet: RefObject<HTMLDivElement | null>
  notice: ReactNode
}

/** Rows on phones: the name, and below it the other columns in one line. */
export function ListEntries<Item extends Recorded, Shape, Name extends string, Sort extends string>({
  declaration,
  columns,
  records,
  waiting,
  selection,
  refused,
  sheet,
  notice,
}: EntriesProps<Item, Shape, Name, Sort>) {
  const details = columns.filter((column) => !isName(column) && column.entry !== false && !column.optional)
  return (
    <div className={styles.sheet} ref={sheet}>
      <ul className={styles.entries}>
        {records?.map((record, index) => (
          <li
            key={record._id}
            className={clsx(styles.entry, selection?.has(record) && styles.entryChosen)}
            data-row={index}
          >
            <span className={styles.entryMargin}>
              {selection && (
                <Checkbox
                  checked={selection.has(record)}
                  onChange={() => selection.toggle(record)}
                  aria-label={m.list_choose_row({ name: declaration.name(record) })}
                />
              )}
            </span>
            <span className={styles.entryText}>
              <Link className={styles.entryName} to={declaration.to(record)}>
                {declaration.name(record)}
              </Link>
              <span className={styles.entryDetails}>
                {details.map((column) => {
                  const value = column.value(record)
                  if (value === null || value === '') return null
                  return (
                    <span key={column.key} className={styles.entryDetail}>
                      {isNamed(column, record) && <span className={styles.entryTitle}>{column.title} </span>}
                      {column.cell ? column.cell(record) : entryText(value)}
                    </span>
                  )
                })}
              </span>
              {refused.has(record._id) && (
                <span className={styles.entryRefused}>
                  {m.list_row_failed({ message: refused.get(record._id) ?? '' })}
                </span>
              )}
            </span>
            {declaration.picture && <Thumbnail picture={declaration.picture(record)} width={64} height={48} />}
          </li>
        )) ??
          Array.from({ length: waiting }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <li key={index} className={styles.entry} aria-hidden="true">
              <span className={styles.entryMargin} />
              <span className={styles.entryText}>
                <span className={styles.skeleton} />
                <span className={styles.skeleton} />
              </span>
            </li>
          ))}
      </ul>
      {records?.length === 0 && <div className={styles.notice}>{notice}</div>}
    </div>
  )
}

/**
 * True if the column title precedes the value: numbers and booleans need it without a column heading, and columns can
 * request it.
 */
const isNamed = <Item, Shape, Sort extends string>({ entry, align, value }: Column<Item, Shape, Sort>, record: Item) =>
  entry === 'named' || align === 'right' || ['number', 'boolean'].includes(typeof value(record))

const entryText = (value: NonNullable<CellValue>): string => {
  if (typeof value === 'number') return value.toLocaleString()
  if (typeof value === 'boolean') return value ? m.list_yes() : m.list_no()
  return value instanceof Date ? listInstant(value.toISOString()) : value
}
