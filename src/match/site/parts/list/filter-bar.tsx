import type { SyntheticEvent } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './filter-bar.module.css'
import chips from './filter-chips.module.css'

export interface FilterField {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

interface FilterBarProps {
  /** URL of the list without query, in the page language. */
  to: string
  /** Available filters, each a select. */
  fields: readonly FilterField[]
  /** Current filter values by name; `q` is the search text. */
  values: Readonly<Record<string, string>>
  hint: string
  /** Sentence with the number of results. */
  count: string
}

/** Returns the URL of the list without one filter, on the first page. */
const urlWithoutFilter = (to: string, values: FilterBarProps['values'], name: string): string => {
  const query = new URLSearchParams(Object.entries(values).filter(([key, value]) => key !== name && value !== ''))
  return query.size > 0 ? `${to}?${query}` : to
}

/** Search and filters of a list, stored in the URL. Without JavaScript a button submits the form. */
export function FilterBar({ to, fields, values, hint, count }: FilterBarProps) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const send = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const query = new URLSearchParams()
    for (const [name, value] of form) if (typeof value === 'string' && value.trim()) query.set(name, value.trim())
    void submit(query, { action: to, preventScrollReset: true })
  }
  const chosen = Object.entries(values).flatMap(([name, value]) => {
    if (value === '') return []
    if (name === 'q') return [{ name, words: `“${value}”` }]
    const field = fields.find((one) => one.name === name)
    const option = field?.options.find((one) => one.value === value)
    return option ? [{ name, words: option.label }] : []
  })
  return (
    <div>
      <search>
        <Form
          key={JSON.stringify(values)}
          action={to}
          className={styles.form}
          preventScrollReset
          onSubmit={(event) => {
            event.preventDefault()
            send(event)
          }}
          onChange={(event) => {
            if (event.target instanceof HTMLSelectElement) send(event)
          }}
        >
          <div className={styles.words}>
            <Icon name="search" small />
            <input
              type="search"
              name="q"
              aria-label={hint}
              placeholder={hint}
              defaultValue={values.q ?? ''}
              maxLength={100}
              autoComplete="off"
              enterKeyHint="search"
            />
          </div>
          {fields.map(({ name, label, options }) => (
            <div key={name} className={styles.menu} data-chosen={values[name] ? true : undefined}>
              <select name={name} aria-label={label} defaultValue={values[name] ?? ''}>
                <option value="">{label}</option>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" small />
            </div>
          ))}
          <Button type="submit" low look="outline" className={styles.send}>
            {m.match_filter_send()}
          </Button>
        </Form>
      </search>
      {chosen.length > 0 && (
        <ul className={`${chips.chips} ${styles.chosen}`} aria-label={m.match_filter_chosen()}>
          {chosen.map(({ name, words }) => (
            <li key={name}>
              <Link
                className={chips.chip}
                to={urlWithoutFilter(to, values, name)}
                aria-label={m.match_filter_remove({ filter: words })}
                preventScrollReset
              >
                {words}
                <Icon name="close" small />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.count} role="status" aria-busy={navigation.state !== 'idle' || undefined}>
        {count}
      </p>
    </div>
  )
}
