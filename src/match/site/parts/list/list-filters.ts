import { data } from 'react-router'
import { categoryLabels, wayLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { categories, meetingLanguages, ways } from '../../../participants/rules.ts'
import { languageName } from '../../text/field-labels.ts'
import type { FilterField } from './filter-bar.tsx'

/** Reads the page number of a URL. Throws 404 for anything but a number from 1 to 999. */
export const readPageNumber = (search: URLSearchParams): number => {
  const text = search.get('page')
  if (text === null) return 1
  if (!/^[1-9]\d{0,2}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

const isOneOf = <T extends string>(allowed: readonly T[], text: string | null): text is T =>
  text !== null && (allowed as readonly string[]).includes(text)

/** Reads all filters of a URL, ignoring unknown values. */
const readFilters = (search: URLSearchParams) => {
  const parseValue = <T extends string>(name: string, allowed: readonly T[]): T | undefined => {
    const text = search.get(name)
    return isOneOf(allowed, text) ? text : undefined
  }
  const q = search.get('q')?.trim().slice(0, 100)
  const year = search.get('year')
  return {
    q: q || undefined,
    category: parseValue('category', categories),
    language: parseValue('language', meetingLanguages),
    way: parseValue('way', ways),
    programme: parseValue('programme', ['award', 'rookie'] as const),
    certificate: parseValue('certificate', ['award', 'rookie'] as const),
    year: year && /^20\d\d$/.test(year) ? Number(year) : undefined,
  }
}

type Filters = ReturnType<typeof readFilters>

const perPage = 24

/** Reads the filters `names` and the page of a list from its URL: for the API, and as values of the filter form. */
export const readListQuery = <Name extends keyof Filters>(search: URLSearchParams, names: readonly Name[]) => {
  const page = readPageNumber(search)
  const given = readFilters(search)
  const known = names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]))
  // Undefined values are left out: API queries do not accept them.
  const filters = Object.fromEntries(known) as { [K in Name]?: Exclude<Filters[K], undefined> }
  const values: Record<string, string> = Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
  return { page, filters, limits: { page, limit: perPage }, values }
}

export const countPages = (total: number): number => Math.ceil(total / perPage)

/** URL of a page of a filtered list. */
export const pageUrl = (to: string, values: Readonly<Record<string, string>>, page: number): string => {
  const query = new URLSearchParams(values)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${to}?${query}` : to
}

export const categoryField = (label: string): FilterField => ({
  name: 'category',
  label,
  options: categories.map((value) => ({ value, label: categoryLabels[value]() })),
})

export const languageField = (): FilterField => ({
  name: 'language',
  label: m.match_filter_language(),
  options: meetingLanguages.map((value) => ({ value, label: languageName(value) })),
})

export const wayField = (): FilterField => ({
  name: 'way',
  label: m.match_filter_way(),
  options: ways.map((value) => ({ value, label: wayLabels[value]() })),
})

/** Programme filter of companies or products. */
export const programmeField = (name: 'programme' | 'certificate'): FilterField => ({
  name,
  label: m.match_filter_certificate(),
  options: [
    { value: 'award', label: m.match_award_name() },
    { value: 'rookie', label: m.match_rookie_name() },
  ],
})
