import { useQueries } from '@tanstack/react-query'
import { mayRead, mayWrite } from '#kit/scopes.ts'
import { sources } from '../manifests/manifests.ts'
import { convertKeyboard, matchText } from './match-text.ts'
import type { Entry } from './palette-entry.ts'

/** Maximum number of records per source. */
const limit = 4

/** Search sources for an account with these scopes. */
export const openSources = (scopes: readonly string[]) => sources.filter(({ scope }) => mayRead(scopes, scope))

/** Searches records for the query as typed and for the corrected keyboard layout; empty without a query. */
export const useRecordSearch = (
  words: string,
  scopes: readonly string[],
): { entries: Entry[]; total: number; isSearching: boolean } => {
  const meant = convertKeyboard(words)
  const queries = words.length < 1 ? [] : [words, ...(meant ? [meant] : [])]
  const searches = openSources(scopes).flatMap((source) => queries.map((q) => ({ source, q })))
  return useQueries({
    queries: searches.map(({ source, q }) => ({
      queryKey: ['palette', source.key, q],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { total, entries } = await source.find(q, limit, signal)
        // Users with read access only get records without actions.
        return {
          total,
          entries: mayWrite(scopes, source.scope) ? entries : entries.map(({ actions: _, ...entry }) => entry),
        }
      },
      staleTime: 30_000,
    })),
    combine: (results) => {
      const all = results.flatMap(({ data }) => data?.entries ?? [])
      const unique = [...new Map(all.map((entry) => [entry.key, entry])).values()]
      return {
        entries: unique.map((entry) => {
          const hit = matchText(entry.label, words)
          return hit ? { ...entry, range: hit.range } : entry
        }),
        total: results.reduce((sum, { data }) => sum + (data?.total ?? 0), 0),
        isSearching: results.some(({ isPending }) => isPending),
      }
    },
  })
}
