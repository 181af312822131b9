import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Recorded, Records, Resource } from '#kit/resource.ts'
import { type ListState, toListQuery } from './list-address.ts'

/** The part of a resource a list needs; a change answers the whole record, which has more than a line. */
export type Listed<Line extends Recorded, Shape, Filter extends string, Sort extends string> = Pick<
  Resource<Recorded, Shape, Filter, Sort, Line>,
  'path' | 'access' | 'names' | 'list'
> &
  Partial<Pick<Resource<Recorded, Shape, Filter, Sort, Line>, 'update'>>

/** Keys of everything the console has read of a resource: `[path]` is the prefix of them all. */
export const listKey = (path: string, state: ListState) => [path, 'list', toListQuery(state)] as const
export const countKey = (path: string, state: ListState) =>
  [path, 'count', { ...toListQuery(state), page: 1, limit: 1 }] as const
export const recordKey = (path: string, id: string) => [path, 'record', id] as const

interface Lister<Item> {
  path: string
  list: (query: ReturnType<typeof toListQuery>, options?: { signal?: AbortSignal }) => Promise<Records<Item>>
}

/** What counting needs: the records themselves may be of any kind. */
export interface Counted {
  path: string
  list: (query: ReturnType<typeof toListQuery>, options?: { signal?: AbortSignal }) => Promise<{ total: number }>
}

const pageOf = <Item>(resource: Lister<Item>, state: ListState) => ({
  queryKey: listKey(resource.path, state),
  queryFn: ({ signal }: { signal: AbortSignal }) => resource.list(toListQuery(state), { signal }),
})

/**
 * One page of the list; the page before stays until this one has come, and the next one is read ahead. It is never
 * read again by itself: rows must not move under the pointer.
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

/** How many records each state would show. A list of one record is asked for: its total is the answer. */
export const useCounts = (resource: Counted, states: ListState[], every?: number): (number | undefined)[] =>
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

/** Reads every record of a state page by page; `progress` from 0 to 1. Stops at `most`. */
export const readAll = async <Item>(
  resource: Lister<Item>,
  state: ListState,
  { most, signal, progress }: { most: number; signal?: AbortSignal; progress?: (part: number) => void },
): Promise<{ records: Item[]; total: number }> => {
  const records: Item[] = []
  let total = 0
  for (let page = 1; ; page += 1) {
    const found = await resource.list({ ...toListQuery(state), page, limit: 100 }, signal ? { signal } : {})
    records.push(...found.records)
    total = found.total
    progress?.(total === 0 ? 1 : Math.min(1, records.length / Math.min(total, most)))
    if (found.records.length === 0 || records.length >= Math.min(total, most)) break
  }
  return { records: records.slice(0, most), total }
}
