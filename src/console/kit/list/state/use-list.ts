import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Recorded, Records, Resource } from '#kit/resource.ts'
import { type ListState, toListQuery } from './list-address.ts'

/** Part of a resource that a list needs. A change returns the full record, which has more fields than a list line. */
export type ListResource<Line extends Recorded, Shape, Filter extends string, Sort extends string> = Pick<
  Resource<Recorded, Shape, Filter, Sort, Line>,
  'path' | 'access' | 'names' | 'list'
> &
  Partial<Pick<Resource<Recorded, Shape, Filter, Sort, Line>, 'update'>>

/** Query key of a list. All queries of a resource share the prefix `[path]`. */
export const listKey = (path: string, state: ListState) => [path, 'list', toListQuery(state)] as const
export const countKey = (path: string, state: ListState) =>
  [path, 'count', { ...toListQuery(state), page: 1, limit: 1 }] as const
export const recordKey = (path: string, id: string) => [path, 'record', id] as const

interface Lister<Item> {
  path: string
  list: (query: ReturnType<typeof toListQuery>, options?: { signal?: AbortSignal }) => Promise<Records<Item>>
}

/** Resource that can be counted, with records of any type. */
export interface CountableResource {
  path: string
  list: (query: ReturnType<typeof toListQuery>, options?: { signal?: AbortSignal }) => Promise<{ total: number }>
}

const pageOf = <Item>(resource: Lister<Item>, state: ListState) => ({
  queryKey: listKey(resource.path, state),
  queryFn: ({ signal }: { signal: AbortSignal }) => resource.list(toListQuery(state), { signal }),
})

/**
 * Loads one page of a list. The previous page stays visible until it arrives, and the next one is prefetched. Never
 * refetches automatically: rows must not move under the pointer.
 */
export const useList = <Item>(resource: Lister<Item>, state: ListState) => {
  const queries = useQueryClient()
  const result = useQuery({
    ...pageOf(resource, state),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, isPlaceholderData } = result
  const more = data !== undefined && !isPlaceholderData && data.total > state.page * state.limit
  useEffect(() => {
    if (more) void queries.prefetchQuery({ ...pageOf(resource, { ...state, page: state.page + 1 }), staleTime: 30_000 })
  }, [more, queries, resource, state])
  return result
}

/** Number of records for each state; requests one record and reads the total. */
export const useCounts = (resource: CountableResource, states: ListState[], every?: number): (number | undefined)[] =>
  useQueries({
    queries: states.map((state) => ({
      queryKey: countKey(resource.path, state),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        resource.list({ ...toListQuery(state), page: 1, limit: 1 }, { signal }).then(({ total }) => total),
      staleTime: 30_000,
      ...(every && { refetchInterval: every }),
    })),
    combine: (results) => results.map(({ data }) => data),
  })

/** Loads all records of a state page by page; `onProgress` gets 0 to 1. Stops at `maxRecords`. */
export const readAll = async <Item>(
  resource: Lister<Item>,
  state: ListState,
  { maxRecords, signal, onProgress }: { maxRecords: number; signal?: AbortSignal; onProgress?: (part: number) => void },
): Promise<{ records: Item[]; total: number }> => {
  const records: Item[] = []
  let total = 0
  for (let page = 1; ; page += 1) {
    const found = await resource.list({ ...toListQuery(state), page, limit: 100 }, signal ? { signal } : {})
    records.push(...found.records)
    total = found.total
    onProgress?.(total === 0 ? 1 : Math.min(1, records.length / Math.min(total, maxRecords)))
    if (found.records.length === 0 || records.length >= Math.min(total, maxRecords)) break
  }
  return { records: records.slice(0, maxRecords), total }
}
