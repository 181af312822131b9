import { data } from 'react-router'
import { m } from '#messages/messages.js'

export const sortOrders = ['sought', 'new', 'cheap', 'reviewed'] as const
type Order = (typeof sortOrders)[number]

export const sortLabels: Record<Order, () => string> = {
  sought: m.shop_order_sought,
  new: m.shop_order_new,
  cheap: m.shop_order_cheap,
  reviewed: m.shop_order_reviewed,
}

/** Checkbox filters, in order. */
export const filterNames = ['available', 'reduced', 'awarded'] as const
type Mark = (typeof filterNames)[number]

export const filterLabels: Record<Mark, () => string> = {
  available: m.shop_filter_available,
  reduced: m.shop_filter_reduced,
  awarded: m.shop_filter_awarded,
}

export interface Filters {
  from?: number
  to?: number
  available?: 'true'
  reduced?: 'true'
  awarded?: 'true'
  order: Order
  page: number
}

const sumOf = (text: string | null): number | undefined => {
  const digits = text?.replace(/[,\s]/g, '') ?? ''
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

/** Parses the filters of a URL and ignores unknown ones. Throws 404 for an invalid page number. */
export const parseFilters = (search: URLSearchParams): Filters => {
  const page = search.get('page') ?? '1'
  if (!/^[1-9]\d{0,2}$/.test(page)) throw data(null, { status: 404 })
  const [from, to] = [sumOf(search.get('from')), sumOf(search.get('to'))]
  const order = sortOrders.find((one) => one === search.get('order')) ?? 'sought'
  const filters: Filters = { order, page: Number(page) }
  if (from) filters.from = from
  if (to) filters.to = to
  for (const mark of filterNames) if (search.get(mark)) filters[mark] = 'true'
  return filters
}

/** Builds the query of a list with these filters. */
export const createQuery = ({ order, page, ...activeFilters }: Filters): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(activeFilters)) if (value) query.set(name, String(value))
  if (order !== 'sought') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  return query
}

/** Builds the path of a list with these filters. */
export const createListPath = (path: string, filters: Filters): string => {
  const query = createQuery(filters)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns the filters without the named ones, on the first page. */
export const withoutFilters = (filters: Filters, ...names: (keyof Filters)[]): Filters => {
  const rest = Object.entries(filters).filter(([name]) => !names.some((left) => left === name))
  return { ...(Object.fromEntries(rest) as Partial<Filters>), order: filters.order, page: 1 }
}
