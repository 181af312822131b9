import { ActionIcon, Menu, NativeSelect, Popover, UnstyledButton } from '@mantine/core'
import { isFiltered, type ListState, withFilter } from '#console/kit/list/state/list-address.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import type { RequestNames } from '../../console/request-resource.tsx'
import styles from './request-list.module.css'

interface ToolProps {
  state: ListState
  change: (next: ListState) => void
}

export type Filter = { name: string; title: string; options: { value: string; label: string }[] }

/** Returns the filters of the list of requests. */
export const listFilters = (names: RequestNames): Filter[] => [
  {
    name: 'practice',
    title: m.forms_column_practice(),
    options: names.practices.map(({ key, title }) => ({ value: key, label: title })),
  },
  {
    name: 'office',
    title: m.forms_column_office(),
    options: names.offices.map(({ key, title }) => ({ value: key, label: title })),
  },
  {
    name: 'assignee',
    title: m.forms_column_assignee(),
    options: [
      { value: 'me', label: m.forms_me() },
      { value: 'nobody', label: m.forms_nobody() },
      ...names.staff.map(({ _id, name }) => ({ value: _id, label: name })),
    ],
  },
  {
    name: 'age',
    title: m.forms_filter_age(),
    options: [
      { value: 'today', label: m.forms_age_today() },
      { value: 'overdue', label: m.forms_view_overdue() },
    ],
  },
]

/** Button with the filters in a popover. */
export function FilterPopover({ state, change, filters }: ToolProps & { filters: Filter[] }) {
  const active = filters.filter(({ name }) => state.filters[name] !== undefined).length
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          aria-label={active > 0 ? m.list_conditions({ count: active }) : m.list_add_condition()}
          data-active={active > 0 || undefined}
          className={styles.tool}
        >
          <Icon name="filter" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel}>
        {filters.map((filter) => (
          <NativeSelect
            key={filter.name}
            label={filter.title}
            value={state.filters[filter.name] ?? ''}
            data={[{ value: '', label: m.list_filter_any() }, ...filter.options]}
            onChange={({ currentTarget }) => change(withFilter(state, filter.name, currentTarget.value || undefined))}
          />
        ))}
        {isFiltered(state) && (
          <UnstyledButton className={styles.reset} onClick={() => change({ ...state, page: 1, q: '', filters: {} })}>
            {m.list_reset()}
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Button with the sort orders. */
export function SortMenu({ state, change }: ToolProps) {
  const orders = [
    ['-createdAt', m.forms_desk_newest()],
    ['createdAt', m.forms_desk_oldest()],
    ['-updatedAt', m.forms_desk_changed()],
  ] as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={m.forms_desk_order()} className={styles.tool}>
          <Icon name="order" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={state.sort ?? '-createdAt'}
          onChange={(sort) => change({ ...state, page: 1, sort: sort === '-createdAt' ? undefined : sort })}
        >
          {orders.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
