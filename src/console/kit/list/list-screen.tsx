import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useElementSize, useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import { useStored } from '../parts/values/account-storage.ts'
import { Screen } from '../screen/screen.tsx'
import { useMayPerform, useMayWrite } from '../use-rights.ts'
import { useRowChanges } from './actions/use-row-changes.ts'
import { useSelection } from './actions/use-selection.ts'
import { defaultLayout, fitColumns, orderColumns, resizeColumn } from './columns/column-layout.ts'
import { ColumnMenu } from './columns/column-menu.tsx'
import { ExportButton, ExportSelectionButton } from './export/export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './list.module.css'
import type { ListDeclaration } from './list-declaration.ts'
import { ListEntries } from './list-entries.tsx'
import { BulkBar, ListFooter } from './list-footer.tsx'
import { ListNotice } from './list-notice.tsx'
import { ListTable } from './list-table.tsx'
import { type ListState, readAddress, writeAddress } from './state/list-address.ts'
import { Views } from './state/saved-views.tsx'
import { readAll, useCounts, useList } from './state/use-list.ts'
import { useRowKeys } from './state/use-row-keys.ts'
import { useSidePanel } from './state/use-side-panel.ts'

const KeptLayout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  shown: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  dense: z.boolean(),
})

const nothing: readonly never[] = []

/** Maximum number of records per action; the limit of the API's bulk routes. */
const mostChosen = 1000

/** List screen of a module. Its state is in the address; the column layout belongs to the user. */
export function ListScreen<Item extends Recorded, Shape, Name extends string, Sort extends string>(
  declaration: ListDeclaration<Item, Shape, Name, Sort>,
) {
  const { resource, filters = [], views = [], order } = declaration
  const mayWrite = useMayWrite(resource.access)
  // Users with read access only see the list without actions and inline editing.
  const mayAct = useMayPerform(resource.access)
  const actions = (declaration.actions ?? nothing).filter(mayAct)
  const create = mayWrite ? declaration.create : undefined
  const columns = useMemo(
    () => (mayWrite ? declaration.columns : declaration.columns.map(({ edit: _, ...column }) => column)),
    [mayWrite, declaration.columns],
  )
  const counted = declaration.countText ?? ((count: number) => m.list_counted({ count: count.toLocaleString() }))
  const navigate = useNavigate()
  const [parameters, setParameters] = useSearchParams()
  const filterNames = filters.map(({ name }) => name).join()
  const addressing = useMemo(() => ({ filters: filterNames.split(','), order }), [filterNames, order])
  const state = useMemo(() => readAddress(parameters, addressing), [parameters, addressing])
  const show = (next: ListState) =>
    setParameters((before) => writeAddress(before, addressing, next), {
      preventScrollReset: true,
      // Typing in the search must not add a history entry for every key.
      replace: next.q !== state.q,
    })

  const [layout, keepLayout] = useStored(`layout:${resource.path}`, KeptLayout, defaultLayout)
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const sheet = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => fitColumns(columns, layout, narrow ? 0 : width), [columns, layout, narrow, width])

  const list = useList(resource, state)
  const { data, error } = list
  // Shows the skeleton only if the response takes longer than 200 ms.
  const [late] = useDebouncedValue(list.isPending, 200)
  const records = error && !data ? [] : data?.records
  const total = data?.total ?? 0
  const [newest] = useCounts(resource, [state], 30_000)
  const newer = data && !list.isPlaceholderData && newest !== undefined ? Math.max(0, newest - data.total) : 0

  const selection = useSelection<Item>(JSON.stringify([state.q, state.filters]))
  const { saving, refused, busy, change, act, reload } = useRowChanges(resource, selection)
  const [active, activate] = useState(0)
  const [choosing, setChoosing] = useState(false)
  const selectable = actions.length > 0
  const usable = actions.filter(({ appliesTo }) => appliesTo?.(state.filters, selection.records.length) ?? true)

  const chooseAll = async () => {
    setChoosing(true)
    try {
      selection.replace((await readAll(resource, state, { maxRecords: mostChosen })).records)
    } finally {
      setChoosing(false)
    }
  }
  const at = (row: number) => records?.[row]
  const { sidePanel } = declaration
  const peeked = useSidePanel(records, active, sidePanel !== undefined)
  useRowKeys({
    rows: sheet,
    active,
    count: records?.length ?? 0,
    move: activate,
    open: (row) => {
      const record = at(row)
      if (record) void navigate(declaration.to(record))
    },
    choose: (row) => {
      const record = at(row)
      if (record && selectable) selection.toggle(record)
    },
    release: () => {
      if (selection.records.length === 0) return peeked.close()
      selection.clear()
      return true
    },
  })

  const conditions = Object.keys(state.filters).length + (state.q ? 1 : 0)
  const exported = { resource, state, title: declaration.title, columns: orderColumns(columns, layout) }
  const notice = (
    <ListNotice
      resource={resource}
      state={state}
      change={show}
      filters={filters}
      counted={counted}
      total={total}
      empty={declaration.empty}
      create={create}
      error={data ? undefined : error}
      at={list.errorUpdatedAt}
      onRetry={() => void list.refetch()}
    />
  )
  const rows = {
    declaration,
    records,
    waiting: late && !data ? 12 : 0,
    selection: selectable ? selection : undefined,
    refused,
    sheet,
    notice: records?.length === 0 ? notice : null,
  }

  const tabs = views.length > 0 || filters.length > 0
  return (
    <Screen
      fillsScreen
      title={declaration.title}
      note={
        <span className={styles.total}>
          {data && counted(total)}
          {conditions > 0 && ` · ${m.list_conditions({ count: conditions })}`}
        </span>
      }
      actions={
        <>
          {declaration.head}
          {total > 0 && !declaration.exports && <ExportButton {...exported} total={total} />}
          {mayWrite && declaration.exports}
          {create && (
            <Button component={Link} to={create.to} variant="filled" leftSection={<Icon name="add" />}>
              {create.label}
            </Button>
          )}
        </>
      }
      tabs={tabs && <Views resource={resource} views={views} state={state} order={order} change={show} />}
      filters={
        <FilterBar filters={filters} state={state} change={show} search={declaration.search} resource={resource}>
          {newer > 0 && (
            // Placed in an existing row, because table rows must not move under the pointer.
            <UnstyledButton className={styles.newer} onClick={() => void reload()}>
              {m.list_newer({ count: newer })}
            </UnstyledButton>
          )}
          {!narrow && <ColumnMenu columns={columns} layout={layout} change={keepLayout} />}
        </FilterBar>
      }
      aside={sidePanel && peeked.record && sidePanel(peeked.record, () => void peeked.close())}
      foot={
        selection.records.length > 0 ? (
          <BulkBar
            state={state}
            change={show}
            selectedCount={selection.records.length}
            total={total}
            maxSelected={mostChosen}
            actions={usable}
            busy={busy}
            runAction={(one, choice) => void act(one, choice)}
            selectAll={() => void chooseAll()}
            isSelecting={choosing}
            clearSelection={selection.clear}
            exported={
              !declaration.exports && <ExportSelectionButton {...exported} chosen={selection.records} total={total} />
            }
          />
        ) : (
          <ListFooter state={state} total={total} change={show} counted={counted} />
        )
      }
    >
      <VisuallyHidden role="status">{late ? m.list_loading() : data ? counted(total) : ''}</VisuallyHidden>
      {!narrow && declaration.figures}
      <div
        className={styles.body}
        ref={sizeRef}
        aria-busy={list.isFetching}
        data-stale={list.isPlaceholderData || undefined}
      >
        {narrow && declaration.figures}
        {narrow ? (
          <ListEntries {...rows} columns={shown} />
        ) : (
          <ListTable
            {...rows}
            columns={shown}
            layout={layout}
            resize={(key, next) => keepLayout(resizeColumn(layout, key, next))}
            state={state}
            sortBy={(sort) => show({ ...state, page: 1, sort })}
            active={active}
            activate={activate}
            open={(record) => {
              activate(records?.indexOf(record) ?? 0)
              if (!peeked.press()) void navigate(declaration.to(record))
            }}
            peeked={peeked.record}
            saving={saving}
            change={change}
          />
        )}
      </div>
    </Screen>
  )
}
