import { type HouseholdBand, householdBands } from '#content/boards/rules.ts'
import { toQuery } from '#kit/client.ts'
import { composeText } from '#kit/text/compose-text.ts'

/** Filters of a list in its URL. Invalid values are ignored, so that a mistyped URL still shows a page. */
export interface ListParameters {
  page: number
  category: string | undefined
  q: string | undefined
  service: string | undefined
  region: string | undefined
  year: number | undefined
  households: HouseholdBand | undefined
}

export type Filters = Partial<Omit<ListParameters, 'page'>>

const normalizeText = (text: string | null, maxLength: number): string | undefined =>
  composeText(text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxLength) || undefined

export const parseListUrl = (url: string): ListParameters => {
  const { searchParams } = new URL(url)
  const readMatching = (name: string, pattern: RegExp) => {
    const value = searchParams.get(name) ?? ''
    return pattern.test(value) ? value : undefined
  }
  return {
    page: Number(readMatching('page', /^[1-9]\d{0,3}$/) ?? 1),
    category: readMatching('category', /^[a-z0-9-]{1,40}$/),
    q: normalizeText(searchParams.get('q'), 100),
    service: normalizeText(searchParams.get('service'), 80),
    region: normalizeText(searchParams.get('region'), 80),
    year: Number(readMatching('year', /^(?:19[5-9]|20\d)\d$/)) || undefined,
    households: householdBands.find((band) => band === searchParams.get('households')),
  }
}

/** Returns the canonical URL of a list: keys sorted, empty values and page 1 left out. */
export const buildListUrl = (path: string, { page, ...filters }: Filters & { page?: number }): string => {
  const parameters = { ...filters, ...(page && page > 1 && { page }) }
  const query = toQuery(Object.fromEntries(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns the URL of a GET form without its empty fields. */
export const buildFormUrl = (path: string, form: HTMLFormElement): string => {
  const filled = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() ? [[name, value.trim()] as const] : [],
  )
  return buildListUrl(path, Object.fromEntries(filled))
}
