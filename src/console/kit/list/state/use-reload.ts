import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Key of the desk's figures, which the shell reads and every change makes stale. */
export const todayKey = ['dashboard']

/**
 * Refetches the records of a resource after a change, and the counts of desk and rail, so that finished work is gone
 * from them. `isStale` chooses by the second word of a key (use-list.ts); everything without it.
 */
export const useReload = (path: string) => {
  const queries = useQueryClient()
  return useCallback(
    async (isStale: (part: unknown) => boolean = () => true) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [path], predicate: ({ queryKey }) => isStale(queryKey[1]) }),
        queries.invalidateQueries({ queryKey: todayKey }),
      ])
    },
    [queries, path],
  )
}

/** Everything but the record on the screen, which has what the change answered. */
export const besideRecord = (part: unknown): boolean => part !== 'record'
