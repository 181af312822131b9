import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Query key of the desk's counts; the shell reads them and every change invalidates them. */
export const dashboardKey = ['dashboard']

/**
 * Refetches a resource and the counts of desk and rail after a change. `isStale` selects queries by the second part of
 * their key (use-list.ts); default is all.
 */
export const useReload = (path: string) => {
  const queries = useQueryClient()
  return useCallback(
    async (isStale: (part: unknown) => boolean = () => true) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [path], predicate: ({ queryKey }) => isStale(queryKey[1]) }),
        queries.invalidateQueries({ queryKey: dashboardKey }),
      ])
    },
    [queries, path],
  )
}

/** Matches everything except the displayed record, which is already updated from the response. */
export const exceptRecord = (part: unknown): boolean => part !== 'record'
