/** State of a list, as encoded in its address. The same address shows every user the same list. */
export interface ListState {
  page: number
  limit: number
  /** `createdAt` or `-createdAt`; undefined is the API's default order. */
  sort: string | undefined
  q: string
  filters: Record<string, string>
}

/** Parameters that the address of a list may have. */
export interface AddressOptions {
  filters: readonly string[]
  /** Default order; omitted from the address. */
  order: string | undefined
}

export const pageSizes = [20, 50, 100] as const
export const pageSize = 50

const positiveInteger = (text: string | null, fallback: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** Parses the address; ignores invalid parameters, so that old bookmarks still work. */
export const readAddress = (parameters: URLSearchParams, addressing: AddressOptions): ListState => {
  const limit = positiveInteger(parameters.get('limit'), pageSize)
  const filters: Record<string, string> = {}
  for (const name of addressing.filters) {
    const value = parameters.get(name)
    if (value) filters[name] = value
  }
  return {
    page: positiveInteger(parameters.get('page'), 1),
    limit: pageSizes.some((size) => size === limit) ? limit : pageSize,
    sort: parameters.get('sort') || addressing.order,
    q: parameters.get('q')?.slice(0, 100) ?? '',
    filters,
  }
}

/** Writes the state into an address; keeps parameters of others (`view`). */
export const writeAddress = (
  parameters: URLSearchParams,
  addressing: AddressOptions,
  state: ListState,
): URLSearchParams => {
  const next = new URLSearchParams(parameters)
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name))
  for (const name of addressing.filters) put(name, state.filters[name])
  put('q', state.q)
  put('sort', state.sort === addressing.order ? undefined : state.sort)
  put('limit', state.limit === pageSize ? undefined : String(state.limit))
  put('page', state.page === 1 ? undefined : String(state.page))
  return next
}

/** Query of the API call. */
export const toListQuery = ({ page, limit, sort, q, filters }: ListState) => ({
  page,
  limit,
  sort,
  q: q || undefined,
  ...filters,
})

/** Sets a filter and returns to the first page. */
export const withFilter = (state: ListState, name: string, value: string | undefined): ListState => {
  const { [name]: _, ...others } = state.filters
  return { ...state, page: 1, filters: value === undefined ? others : { ...others, [name]: value } }
}

export const isFiltered = ({ q, filters }: ListState): boolean => q !== '' || Object.keys(filters).length > 0

/** Named filters and order. */
export interface View {
  key: string
  title: string
  q?: string
  sort?: string
  filters?: { readonly [name: string]: string | undefined }
}

/** True if the list shows exactly this view, on any page. */
export const isViewShown = (state: ListState, view: View, order: string | undefined): boolean => {
  const filters = view.filters ?? {}
  const names = new Set([...Object.keys(filters), ...Object.keys(state.filters)])
  return (
    state.q === (view.q ?? '') &&
    state.sort === (view.sort ?? order) &&
    [...names].every((name) => filters[name] === state.filters[name])
  )
}

export const viewState = (state: ListState, view: View, order: string | undefined): ListState => ({
  page: 1,
  limit: state.limit,
  sort: view.sort ?? order,
  q: view.q ?? '',
  filters: Object.fromEntries(
    Object.entries(view.filters ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
})
