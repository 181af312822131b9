import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import type { BoardChoices } from '#content/reading/contract.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { CategoryLinks } from '../article/category-links.tsx'
import { buildFormUrl, buildListUrl, type Filters } from '../article/list-url.ts'
import { getHouseholdLabel } from './household-labels.ts'
import styles from './project-filter.module.css'

interface ProjectFilterProps {
  /** URL of the list in the current locale. */
  path: string
  filters: Filters
  choices: BoardChoices
}

interface Option {
  value: string
  title: string
  lang?: string | undefined
}

/** Filters of projects: categories as links, facts as a GET form. Works without script. */
export function ProjectFilter({ path, filters, choices }: ProjectFilterProps) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(buildFormUrl(path, event.currentTarget), { preventScrollReset: true })
  }
  const toOptions = (list: BoardChoices['services']): Option[] =>
    list.map(({ value, title, lang }) => ({ value, title, lang: foreignLang(lang) }))
  return (
    <div className={styles.filter}>
      <CategoryLinks
        choices={choices}
        current={filters.category}
        to={(category) => buildListUrl(path, { ...filters, category })}
        label={m.reading_project_categories()}
      />
      {/* Remount for a new URL, so that the fields show its filters. */}
      <form key={buildListUrl(path, filters)} className={styles.form} action={path} onSubmit={submit}>
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        <Choose
          name="service"
          label={m.reading_fact_service()}
          options={toOptions(choices.services)}
          value={filters.service}
        />
        <Choose
          name="region"
          label={m.reading_fact_region()}
          options={toOptions(choices.regions)}
          value={filters.region}
        />
        <Choose
          name="year"
          label={m.reading_fact_year()}
          options={choices.years.map(({ value }) => ({ value: String(value), title: m.reading_year({ year: value }) }))}
          value={filters.year ? String(filters.year) : undefined}
        />
        <Choose
          name="households"
          label={m.reading_fact_households()}
          options={choices.households.map(({ value }) => ({ value, title: getHouseholdLabel(value) }))}
          value={filters.households}
        />
        <Button type="submit" look="outline" className={styles.submit}>
          {m.reading_apply()}
        </Button>
      </form>
    </div>
  )
}

interface ChooseProps {
  name: string
  label: string
  options: readonly Option[]
  value: string | undefined
}

function Choose({ name, label, options, value = '' }: ChooseProps) {
  const id = useId()
  // The URL may name a value that no project has any more: show it, so that it can be cleared.
  const missing = value && !options.some((option) => option.value === value) ? [{ value, title: value }] : []
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select id={id} name={name} className={styles.select} defaultValue={value}>
        <option value="">{m.reading_any()}</option>
        {[...options, ...missing].map((option: Option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.title}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" small />
    </div>
  )
}
