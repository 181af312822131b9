import { Tooltip, VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import { Thumbnail } from '../parts/media/thumbnail.tsx'
import { listInstant } from '../parts/time/seoul-time.ts'
import { InlineEdit } from './actions/inline-edit.tsx'
import type { Selection } from './actions/use-selection.ts'
import { type CellValue, type Column, type ColumnLayout, isName, nameWidth, widthOf } from './columns/column-layout.ts'
import { type Direction, HeadCell } from './columns/head-cell.tsx'
import styles from './list.module.css'
import type { ListDeclaration } from './list-declaration.ts'
import type { ListState } from './state/list-address.ts'

/** A record, or a placeholder while it loads. */
interface Row<Item> {
  id: string
  record: Item | undefined
}

interface ListTableProps<Item extends Recorded, Shape, Name extends string, Sort extends string> {
  declaration: ListDeclaration<Item, Shape, Name, Sort>
  columns: Column<Item, Shape, Sort>[]
  layout: ColumnLayout
  resize: (key: string, width: number) => void
  state: ListState
  sortBy: (sort: string) => void
  /** Undefined before the first response. */
  records: Item[] | undefined
  /** Number of placeholder rows while loading. */
  waiting: number
  selection: Selection<Item> | undefined
  active: number
  activate: (row: number) => void
  open: (record: Item) => void
  /** Record shown in the side panel. */
  peeked: Item | undefined
  /** Ids of rows being saved; rows whose change was refused, with the reason. */
  saving: ReadonlySet<string>
  refused: ReadonlyMap<string, string>
  change: (record: Item, change: Partial<Shape>) => Promise<void>
  sheet: RefObject<HTMLDivElement | null>
  /** Replaces the rows: empty, nothing found, or an error. */
  notice: ReactNode
}

export const directionOf = (sort: string | undefined, name: string | undefined): Direction | undefined => {
  if (!sort || !name) return undefined
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : undefined
}

/** Table of a list. Wide screens only: phones get `Entries`. */
export function ListTable<Item extends Recorded, Shape, Name extends string, Sort extends string>(
  props: ListTableProps<Item, Shape, Name, Sort>,
) {
  const { declaration, columns, layout, state, records, selection, active, saving, refused, notice, sheet } = props
  const rows: Row<Item>[] = useMemo(
    () =>
      records
        ? records.map((record) => ({ id: record._id, record }))
        : Array.from({ length: props.waiting }, (_, index) => ({ id: `waiting-${index}`, record: undefined })),
    [records, props.waiting],
  )

  // mantine-datatable has no option for attributes of heading cells.
  useEffect(() => {
    for (const column of columns) {
      const head = sheet.current?.querySelector(`th[data-accessor="${column.key}"]`)
      const direction = directionOf(state.sort, column.sort)
      if (direction) head?.setAttribute('aria-sort', direction)
      else head?.removeAttribute('aria-sort')
    }
  }, [columns, state.sort, sheet])

  const shownColumns: DataTableColumn<Row<Item>>[] = columns.map((column) => {
    const width = widthOf(column, layout)
    return {
      accessor: column.key,
      title: <HeadCell {...headOf(column, props)} />,
      ...(width === undefined ? { cellsStyle: () => ({ minWidth: nameWidth }) } : { width }),
      ...(column.align && { textAlign: column.align }),
      noWrap: true,
      cellsClassName: clsx(styles.cell, isName(column) && styles.nameCell),
      render: ({ record }) =>
        record ? (
          <Cell column={column} record={record} {...props} />
        ) : (
          <SkeletonCell wide={isName(column)} picture={!!declaration.picture} />
        ),
    }
  })
  // Without selection, the space left of the margin line stays, empty.
  const margin: DataTableColumn<Row<Item>> = {
    accessor: 'margin',
    title: <VisuallyHidden>{m.list_margin()}</VisuallyHidden>,
    width: 'var(--c-margin)',
    render: () => null,
  }

  return (
    <div className={styles.sheet} ref={sheet}>
      <DataTable<Row<Item>>
        classNames={{ root: styles.table }}
        data-density={layout.dense ? 'dense' : undefined}
        idAccessor="id"
        records={rows}
        columns={selection ? shownColumns : [margin, ...shownColumns]}
        verticalSpacing={0}
        horizontalSpacing={8}
        highlightOnHover={!!records}
        rowClassName={({ id }) =>
          clsx(
            saving.has(id) && styles.saving,
            refused.has(id) && styles.refused,
            id === props.peeked?._id && styles.peeked,
          )
        }
        customRowAttributes={({ record }, index) =>
          record
            ? {
                'data-row': index,
                'data-active': index === active || undefined,
                tabIndex: index === active ? 0 : -1,
                onFocus: () => props.activate(index),
              }
            : { 'aria-hidden': true }
        }
        {...(records && {
          onRowClick: ({ event, record: { record } }: { event: React.MouseEvent; record: Row<Item> }) => {
            if (record && opens(event)) props.open(record)
          },
        })}
        {...(selection && {
          selectedRecords: rows.filter(({ record }) => record && selection.has(record)),
          onSelectedRecordsChange: (chosen: Row<Item>[]) => selection.replace(merged(selection, rows, chosen)),
          isRecordSelectable: ({ record }: Row<Item>) => record !== undefined,
          allRecordsSelectionCheckboxProps: { 'aria-label': m.list_choose_page() },
          getRecordSelectionCheckboxProps: ({ record }: Row<Item>) => ({
            tabIndex: -1,
            'aria-label': m.list_choose_row({ name: record ? declaration.name(record) : '' }),
          }),
        })}
        emptyState={notice ? <div className={styles.notice}>{notice}</div> : <span />}
        noRecordsText=""
      />
    </div>
  )
}

/** Combines the selection on this page with that of other pages. */
const merged = <Item extends Recorded>(selection: Selection<Item>, rows: Row<Item>[], chosen: Row<Item>[]): Item[] => {
  const rowIds = new Set(rows.map(({ id }) => id))
  return [
    ...selection.records.filter(({ _id }) => !rowIds.has(_id)),
    ...chosen.flatMap(({ record }) => (record ? [record] : [])),
  ]
}

/** True if a click opens the row: not if it was on a control in the row or selected text. */
const opens = (event: React.MouseEvent): boolean =>
  !(event.target instanceof Element && event.target.closest('a, button, input, select, label, [data-inline]')) &&
  !window.getSelection()?.toString()

const headOf = <Item extends Recorded, Shape, Name extends string, Sort extends string>(
  column: Column<Item, Shape, Sort>,
  { state, sortBy, resize }: ListTableProps<Item, Shape, Name, Sort>,
) => {
  const direction = directionOf(state.sort, column.sort)
  const first = column.firstDirection ?? (column.align === 'right' ? 'descending' : 'ascending')
  const next = direction === undefined ? first : direction === 'ascending' ? 'descending' : 'ascending'
  return {
    title: column.title,
    align: column.align,
    ...(column.sort && {
      sort: { direction, toggle: () => sortBy(next === 'descending' ? `-${column.sort}` : `${column.sort}`) },
    }),
    ...(!isName(column) && { resize: (width: number) => resize(column.key, width) }),
  }
}

export function Cell<Item extends Recorded, Shape, Name extends string, Sort extends string>({
  column,
  record,
  declaration,
  change,
  refused,
}: Pick<ListTableProps<Item, Shape, Name, Sort>, 'declaration' | 'change' | 'refused'> & {
  column: Column<Item, Shape, Sort>
  record: Item
}) {
  if (isName(column)) {
    const reason = refused.get(record._id)
    return (
      <span className={styles.name}>
        {declaration.picture && <Thumbnail picture={declaration.picture(record)} />}
        <Link className={styles.link} to={declaration.to(record)}>
          {declaration.name(record)}
        </Link>
        {declaration.badge?.(record)}
        {reason !== undefined && (
          <Tooltip label={m.list_row_failed({ message: reason })}>
            <button type="button" className={styles.reason} aria-label={m.list_row_failed({ message: reason })}>
              <Icon name="warning" size={14} />
            </button>
          </Tooltip>
        )}
      </span>
    )
  }
  if (column.edit && declaration.resource.update)
    return (
      <InlineEdit
        edit={column.edit}
        record={record}
        value={column.value(record)}
        save={(changed) => change(record, changed)}
      />
    )
  return column.cell ? column.cell(record) : plain(column.value(record))
}

/** Default rendering of a value: a dash for null, digit grouping for numbers, words for booleans. */
const plain = (value: CellValue): ReactNode => {
  if (value === null || value === '') return <span className={styles.nothing}>–</span>
  if (typeof value === 'number') return value.toLocaleString()
  if (typeof value === 'boolean') return value ? m.list_yes() : m.list_no()
  if (value instanceof Date) return listInstant(value.toISOString())
  return value
}

function SkeletonCell({ wide, picture }: { wide: boolean; picture: boolean }) {
  if (!wide) return <span className={styles.skeleton} />
  return (
    <span className={styles.name}>
      {picture && <span className={styles.skeletonPicture} />}
      <span className={styles.skeleton} />
    </span>
  )
}
