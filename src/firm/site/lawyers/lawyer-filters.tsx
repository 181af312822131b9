import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './lawyer-filters.module.css'

interface Option {
  key: string
  title: string
}

interface Filter {
  practice: string
  office: string
  name: string
}

interface LawyerFiltersProps {
  filter: Filter
  practices: Option[]
  offices: Option[]
  /** Number of matching lawyers. */
  count: number
}

/** Serializes the filled fields as a query. */
const buildUrl = (form: HTMLFormElement): string => {
  const chosen = [...new FormData(form)].filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(chosen).toString()
  return query ? `?${query}` : ''
}

/**
 * GET form that works without script. After hydration a selection applies immediately and a name on Enter; the scroll
 * position stays, and the number of matches is announced.
 */
export function LawyerFilters({ filter, practices, offices, count }: LawyerFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const action = localizePath('/introduction/lawyer')

  // After history navigation, restore the field values without moving the focus.
  useEffect(() => {
    for (const [name, value] of Object.entries(filter)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value
    }
  }, [filter])

  const navigateToFilters = (event?: FormEvent) => {
    event?.preventDefault()
    if (form.current) void navigate(action + buildUrl(form.current), { preventScrollReset: true })
  }

  return (
    <Form
      ref={form}
      method="get"
      action={action}
      role="search"
      aria-label={m.people_filter()}
      className={styles.filters}
      onSubmit={navigateToFilters}
    >
      <Choice
        name="practice"
        label={m.people_filter_practice()}
        chosen={filter.practice}
        all={m.people_filter_practice_all()}
        options={practices}
        onChange={() => navigateToFilters()}
      />
      <Choice
        name="office"
        label={m.people_filter_office()}
        chosen={filter.office}
        all={m.people_filter_office_all()}
        options={offices}
        onChange={() => navigateToFilters()}
      />
      <Labelled label={m.people_filter_name()} className={styles.byName}>
        {(id) => (
          <>
            <input
              id={id}
              className={styles.input}
              type="search"
              name="name"
              maxLength={40}
              autoComplete="off"
              enterKeyHint="search"
              placeholder={m.people_filter_name_hint()}
              defaultValue={filter.name}
            />
            <IconButton icon="search" type="submit" label={m.people_filter_find()} />
          </>
        )}
      </Labelled>
      <p className={styles.count} role="status">
        {m.people_lawyers_count({ count })}
      </p>
    </Form>
  )
}

interface LabelledProps {
  label: string
  className?: string | undefined
  children: (id: string) => ReactNode
}

function Labelled({ label, className, children }: LabelledProps) {
  const id = useId()
  return (
    <div className={clsx(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

interface ChoiceProps {
  name: string
  label: string
  chosen: string
  all: string
  options: Option[]
  onChange: () => void
}

function Choice({ name, label, chosen, all, options, onChange }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <select id={id} name={name} className={styles.select} defaultValue={chosen} onChange={onChange}>
            <option value="">{all}</option>
            {options.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </>
      )}
    </Labelled>
  )
}
