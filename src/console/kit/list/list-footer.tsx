import { Menu, NativeSelect, Pagination, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import type { ListAction } from './actions/list-actions.ts'
import styles from './list-footer.module.css'
import { type ListState, pageSizes } from './state/list-address.ts'

interface FootProps {
  state: ListState
  total: number
  change: (next: ListState) => void
  counted: (count: number) => string
}

/** Pagination footer. */
export function ListFooter({ state, total, change, counted }: FootProps) {
  const from = total === 0 ? 0 : (state.page - 1) * state.limit + 1
  const to = Math.min(total, state.page * state.limit)
  return (
    <div className={styles.foot}>
      <span className={styles.range}>
        {m.list_range({ from: from.toLocaleString(), to: to.toLocaleString(), total: counted(total) })}
      </span>
      <NativeSelect
        className={styles.pageSize}
        variant="unstyled"
        aria-label={m.list_page_size_label()}
        value={String(state.limit)}
        data={pageSizes.map((size) => ({ value: String(size), label: m.list_page_size({ count: size }) }))}
        onChange={({ currentTarget }) => change({ ...state, page: 1, limit: Number(currentTarget.value) })}
      />
      <span className={styles.spring} />
      <span className={styles.keys} aria-hidden="true">
        {m.list_keys()}
      </span>
      <Pages state={state} total={total} change={change} />
    </div>
  )
}

/** Page buttons; empty if all records fit on one page. */
function Pages({ state, total, change }: Pick<FootProps, 'state' | 'total' | 'change'>) {
  const pages = Math.max(1, Math.ceil(total / state.limit))
  if (pages === 1) return null
  return (
    <nav className={styles.pages} aria-label={m.list_pages()}>
      <Pagination
        total={pages}
        value={Math.min(state.page, pages)}
        siblings={1}
        size="sm"
        classNames={{ control: styles.pageControl }}
        onChange={(page) => change({ ...state, page })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? m.list_page_previous() : m.list_page_next(),
        })}
      />
    </nav>
  )
}

/**
 * Compact pagination in the bulk bar: previous, next and position. Page numbers would leave no room for the actions.
 */
function PageTurner({ state, total, change }: Pick<FootProps, 'state' | 'total' | 'change'>) {
  const pages = Math.max(1, Math.ceil(total / state.limit))
  if (pages === 1) return null
  const turn = (page: number, label: string, icon: 'left' | 'right') => (
    <UnstyledButton
      className={styles.bulkTurn}
      aria-label={label}
      disabled={page < 1 || page > pages}
      onClick={() => change({ ...state, page })}
    >
      <Icon name={icon} />
    </UnstyledButton>
  )
  return (
    <nav className={styles.bulkPages} aria-label={m.list_pages()}>
      {turn(state.page - 1, m.list_page_previous(), 'left')}
      <span>
        {Math.min(state.page, pages)} / {pages}
      </span>
      {turn(state.page + 1, m.list_page_next(), 'right')}
    </nav>
  )
}

/** Splits actions into visible ones and those behind "more", by the bar's width in px; 0 means not measured yet. */
const foldActions = <Item,>(acts: readonly ListAction<Item>[], width: number) => {
  const room = width === 0 || width >= 1120 || acts.length === 1 ? acts.length : width >= 960 ? 2 : 0
  return { open: acts.slice(0, room), folded: acts.slice(room) }
}

function MoreActions<Item>({ actions, busy, runAction }: Pick<BulkBarProps<Item>, 'actions' | 'busy' | 'runAction'>) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton className={styles.bulkAct} disabled={busy !== undefined}>
          <Icon name="more" />
          {m.list_more()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((one) =>
          one.choices ? (
            <Menu.Sub key={one.key}>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<Icon name={one.icon} />}>{one.label}</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {one.choices.map(({ value, label }) => (
                  <Menu.Item key={value} onClick={() => runAction(one, value)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          ) : (
            <Menu.Item key={one.key} leftSection={<Icon name={one.icon} />} onClick={() => runAction(one)}>
              {one.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface BulkBarProps<Item> extends Pick<FootProps, 'state' | 'change'> {
  selectedCount: number
  /** Number of filtered records; `maxSelected` is the maximum that one action accepts. */
  total: number
  maxSelected: number
  actions: readonly ListAction<Item>[]
  /** Key of the running action. */
  busy: string | undefined
  runAction: (act: ListAction<Item>, choice?: string) => void
  selectAll: () => void
  isSelecting: boolean
  exported: React.ReactNode
  clearSelection: () => void
}

/** Replaces the footer while records are selected, at the same height, so that the table does not move. */
export function BulkBar<Item>({
  selectedCount,
  total,
  maxSelected,
  actions,
  busy,
  runAction,
  selectAll,
  isSelecting,
  exported,
  clearSelection,
  state,
  change,
}: BulkBarProps<Item>) {
  const { ref, width } = useElementSize()
  const harmful = actions.filter(({ isHarmful }) => isHarmful)
  const { open, folded } = foldActions(
    actions.filter(({ isHarmful }) => !isHarmful),
    width,
  )
  const button = (one: ListAction<Item>) => {
    const face = (
      <UnstyledButton
        key={one.key}
        className={styles.bulkAct}
        data-harm={one.isHarmful || undefined}
        data-busy={busy === one.key || undefined}
        disabled={busy !== undefined}
        {...(!one.choices && { onClick: () => runAction(one) })}
      >
        <Icon name={one.icon} />
        {one.label}
      </UnstyledButton>
    )
    if (!one.choices) return face
    return (
      <Menu key={one.key} position="top-start">
        <Menu.Target>{face}</Menu.Target>
        <Menu.Dropdown>
          {one.choices.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => runAction(one, value)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  }
  return (
    <section ref={ref} className={styles.bulk} aria-label={m.list_chosen({ count: selectedCount })}>
      <strong role="status">{m.list_chosen({ count: selectedCount.toLocaleString() })}</strong>
      {selectedCount < Math.min(total, maxSelected) && (
        <UnstyledButton className={styles.bulkAll} onClick={selectAll} disabled={isSelecting}>
          {isSelecting
            ? m.list_choosing()
            : total > maxSelected
              ? m.list_choose_most({ total: total.toLocaleString(), count: maxSelected.toLocaleString() })
              : m.list_choose_all({ count: total.toLocaleString() })}
        </UnstyledButton>
      )}
      <span className={styles.spring} />
      <PageTurner state={state} total={total} change={change} />
      <span className={styles.bulkActs}>
        {open.map(button)}
        {folded.length > 0 && <MoreActions actions={folded} busy={busy} runAction={runAction} />}
        {exported}
        {harmful.length > 0 && <span className={styles.bulkRule} />}
        {harmful.map(button)}
        <span className={styles.bulkRule} />
        <UnstyledButton className={styles.bulkAct} onClick={clearSelection}>
          {m.list_release()} <kbd>Esc</kbd>
        </UnstyledButton>
      </span>
    </section>
  )
}
