import { CloseButton, Menu, NativeSelect, Popover, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import { StateShape } from '../parts/state-mark.tsx'
import styles from './filter-bar.module.css'
import type { Filter } from './list-declaration.ts'
import { PeriodFields, periodLabel } from './period-filter.tsx'
import { SearchField } from './search-field.tsx'
import { isFiltered, type ListState, withFilter } from './state/list-address.ts'
import { type CountableResource, useCounts } from './state/use-list.ts'

interface FilterBarProps {
  filters: readonly Filter<string>[]
  state: ListState
  change: (next: ListState) => void
  search: string | undefined
  resource: CountableResource
  children: React.ReactNode
}

/** Row between views and table: search, filter chips, and buttons at its end. */
export function FilterBar({ filters, state, change, search, resource, children }: FilterBarProps) {
  const [opened, setOpened] = useState<string>()
  // The address updates asynchronously; until then this keeps the chip, and thereby the focus.
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen((name) => (name && state.filters[name] !== undefined ? undefined : name)), [state])
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const shown = filters.filter(({ name }) => state.filters[name] !== undefined || name === opened || name === chosen)
  const waiting = filters.filter((filter) => !shown.includes(filter))
  return (
    <>
      {search !== undefined && (
        <SearchField
          className={styles.search}
          placeholder={search}
          value={state.q}
          change={(q) => change({ ...state, page: 1, q })}
        />
      )}
      {wide &&
        shown.map((filter) => (
          <FilterChip
            key={filter.name}
            filter={filter}
            state={state}
            change={(next) => {
              if (next.filters[filter.name] !== undefined) setChosen(filter.name)
              change(next)
            }}
            resource={resource}
            opened={opened === filter.name}
            setOpened={(open) => setOpened(open ? filter.name : undefined)}
          />
        ))}
      {wide && waiting.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={styles.addChip}>
              <Icon name="add" size={14} />
              {m.list_add_condition()}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {waiting.map((filter) => (
              // Runs after the menu has returned the focus to its button.
              <Menu.Item key={filter.name} onClick={() => setTimeout(() => setOpened(filter.name))}>
                {filter.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!wide && filters.length > 0 && <FilterPanel filters={filters} state={state} change={change} />}
      {isFiltered(state) && (
        <UnstyledButton className={styles.reset} onClick={() => change({ ...state, page: 1, q: '', filters: {} })}>
          {m.list_reset()}
        </UnstyledButton>
      )}
      <span className={styles.spring} />
      {children}
    </>
  )
}

interface FilterChipProps {
  filter: Filter<string>
  state: ListState
  change: (next: ListState) => void
  resource: CountableResource
  opened: boolean
  setOpened: (opened: boolean) => void
}

/** Filter with its value; opens a menu of the other values with the number of records each would show. */
function FilterChip({ filter, state, change, resource, opened, setOpened }: FilterChipProps) {
  const value = state.filters[filter.name]
  const chosen = filter.options.find((option) => option.value === value)
  const button = useRef<HTMLButtonElement>(null)
  const label =
    chosen?.label ?? (value === undefined ? m.list_filter_any() : filter.isPeriod ? periodLabel(value) : value)
  const remove = value !== undefined && (
    <CloseButton
      size="xs"
      className={styles.chipClose}
      aria-label={m.list_filter_remove({ title: filter.title })}
      onClick={() => change(withFilter(state, filter.name, undefined))}
    />
  )
  if (filter.isPeriod)
    return (
      <span className={clsx(styles.chip, opened && styles.open)}>
        <Popover opened={opened} onChange={setOpened} position="bottom-start" offset={6} trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={styles.chipValue} onClick={() => setOpened(!opened)}>
              <span className={styles.chipName}>{filter.title}</span> {label}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={styles.panel}>
            <PeriodFields
              title={filter.title}
              value={value}
              change={(next) => change(withFilter(state, filter.name, next))}
            />
          </Popover.Dropdown>
        </Popover>
        {remove}
      </span>
    )
  return (
    <span className={clsx(styles.chip, opened && styles.open)}>
      <Menu
        opened={opened}
        onChange={setOpened}
        // A newly added chip was not opened by its own button, so the focus would have nowhere to return to.
        returnFocus={false}
        onClose={() => setTimeout(() => button.current?.focus())}
        position="bottom-start"
        offset={6}
        loop
      >
        <Menu.Target>
          <UnstyledButton ref={button} className={styles.chipValue}>
            <span className={styles.chipName}>{filter.title}</span> {label}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={styles.options}>
          {opened && <Options filter={filter} state={state} change={change} resource={resource} />}
        </Menu.Dropdown>
      </Menu>
      {remove}
    </span>
  )
}

function Options({ filter, state, change, resource }: Omit<FilterChipProps, 'opened' | 'setOpened'>) {
  const value = state.filters[filter.name]
  const counts = useCounts(
    resource,
    filter.options.map((option) => withFilter(state, filter.name, option.value)),
  )
  return (
    <Menu.RadioGroup value={value ?? ''} onChange={(chosen) => change(withFilter(state, filter.name, chosen))}>
      {filter.options.map((option, index) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          closeMenuOnClick
          className={styles.option}
          rightSection={<span className={styles.optionCount}>{counts[index]?.toLocaleString()}</span>}
        >
          {option.mark && <StateShape mark={option.mark} className={styles.optionMark} />}
          {option.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** One button for all filters on narrow screens. */
function FilterPanel({ filters, state, change }: Pick<FilterBarProps, 'filters' | 'state' | 'change'>) {
  const active = Object.keys(state.filters).length
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.addChip} data-active={active > 0 || undefined}>
          {active > 0 ? m.list_conditions({ count: active }) : m.list_add_condition()}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel}>
        {filters
          .filter(({ isPeriod }) => isPeriod)
          .map(({ name, title }) => (
            <fieldset key={name} className={styles.periodSet}>
              <legend>{title}</legend>
              <PeriodFields
                title={title}
                value={state.filters[name]}
                change={(next) => change(withFilter(state, name, next))}
              />
            </fieldset>
          ))}
        {filters
          .filter(({ isPeriod }) => !isPeriod)
          .map((filter) => (
            <NativeSelect
              key={filter.name}
              label={filter.title}
              value={state.filters[filter.name] ?? ''}
              data={[
                { value: '', label: m.list_filter_any() },
                ...filter.options.map(({ value, label }) => ({ value, label })),
              ]}
              onChange={({ currentTarget }) => change(withFilter(state, filter.name, currentTarget.value || undefined))}
            />
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}
