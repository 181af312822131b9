/** What a list shows, as its address says it. Two people with the same address see the same list. */
export interface ListState {
  page: number
  limit: number
  /** `createdAt` or `-createdAt`; undefined is the API's own order. */
  sort: string | undefined
  q: string
  filters: Record<string, string>
}

/** What an address of one list may say. */
export interface Addressing {
  filters: readonly string[]
  /** Default order of a list; it is not in the address. */
  order: string | undefined
}

export const pageSizes = [20, 50, 100] as const
export const pageSize = 50

const whole = (text: string | null, fallback: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** Reads the address; what is not understood is left aside, so that an old bookmark still opens. */
export const readAddress = (parameters: URLSearchParams, addressing: Addressing): ListState => {
  const limit = whole(parameters.get('limit'), pageSize)
  const filters: Record<string, string> = {}
  for (const name of addressing.filters) {
    const value = parameters.get(name)
    if (value) filters[name] = value
  }
  return {
    page: whole(parameters.get('page'), 1),
    limit: pageSizes.some((size) => size === limit) ? limit : pageSize,
    sort: parameters.get('sort') || addressing.order,
    q: parameters.get('q')?.slice(0, 100) ?? '',
    filters,
  }
}

/** Writes the state into an address; parameters that are not the list's (`view`) stay as they are. */
export const writeAddress = (
  parameters: URLSearchParams,
  addressing: Addressing,
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

/** What the API is asked. */
export const toListQuery = ({ page, limit, sort, q, filters }: ListState) => ({
  page,
  limit,
  sort,
  q: q || undefined,
  ...filters,
})

/** A change of what is shown leads back to the first page. */
export const withFilter = (state: ListState, name: string, value: string | undefined): ListState => {
  const { [name]: _, ...others } = state.filters
  return { ...state, page: 1, filters: value === undefined ? others : { ...others, [name]: value } }
}

export const isFiltered = ({ q, filters }: ListState): boolean => q !== '' || Object.keys(filters).length > 0

/** A view: conditions and an order under a name. */
export interface View {
  key: string
  title: string
  q?: string
  sort?: string
  filters?: { readonly [name: string]: string | undefined }
}

/** Whether the list shows just what the view says, on whichever page. */
export const showsView = (state: ListState, view: View, order: string | undefined): boolean => {
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
