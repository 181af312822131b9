import { useSearchParams } from 'react-router'

/** Keeps the state of a log in the address; any change except the page returns to the first page. */
export const useLogAddress = <Name extends string>(names: readonly Name[]) => {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Name, string>
  const writeParameters = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ page: '', ...changes }))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: !('page' in changes) },
    )
  return {
    page: Math.max(1, Number(search.get('page')) || 1),
    values,
    change: (changes: { [name in Name | 'page']?: string }) => writeParameters(changes as Record<string, string>),
    reset: () => writeParameters(Object.fromEntries(names.map((name) => [name, '']))),
    isNarrowed: names.some((name) => values[name] !== ''),
  }
}
