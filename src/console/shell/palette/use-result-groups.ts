import { useDebouncedValue } from '@mantine/hooks'
import { useRecent } from '#console/kit/recent-screens.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { openSections } from '../navigation/navigation.ts'
import { matchText } from './match-text.ts'
import { usePaletteActions, useRecordActs } from './palette-actions.ts'
import type { Entry, Group } from './palette-entry.ts'
import { openSources, useRecordSearch } from './search-records.ts'

interface PaletteResult {
  groups: Group[]
  /** Record that the actions apply to: the one selected last, initially the first. */
  subject: Entry | undefined
  isSearching: boolean
}

const nothing: readonly string[] = []

/** Entries whose label or search words match, best first. */
const findMatching = (entries: readonly (Entry & { keywords?: string | undefined })[], words: string): Entry[] =>
  entries
    .flatMap((entry) => {
      const hit = matchText(entry.label, words)
      if (hit) return [{ entry: { ...entry, range: hit.range } as Entry, rank: hit.rank }]
      const other = entry.keywords ? matchText(entry.keywords, words) : null
      return other ? [{ entry: entry as Entry, rank: 500 + other.rank }] : []
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)

/**
 * Groups of the palette for a query: records, actions (those of the selected record first), places. A leading `>`
 * leaves only the actions.
 */
export const useResultGroups = (typed: string, subjectKey: string | null): PaletteResult => {
  const session = useSession()
  const scopes = session?.scope ?? nothing
  const recent = useRecent()
  const allActs = usePaletteActions()
  const actsOn = useRecordActs()
  const onlyActs = typed.startsWith('>')
  const words = typed.replace(/^>/, '').trim()
  const [settled] = useDebouncedValue(words, 150)
  const found = useRecordSearch(onlyActs ? '' : settled, scopes)

  const records: Entry[] = words
    ? found.entries
    : recent.map(({ to, title }) => ({ key: to, to, label: title, icon: 'restore' as const }))
  const places = openSections(scopes).flatMap((section) =>
    section.places.map((place) => ({
      key: place.to,
      to: place.to,
      label: place.label(),
      note: section.label(),
      icon: 'forward' as const,
      keywords: place.keywords,
    })),
  )
  const narrowed: Entry[] = words
    ? openSources(scopes).flatMap(({ key, narrow }) =>
        narrow
          ? [{ key: `filter-${key}`, label: narrow.label(words), icon: 'search' as const, to: narrow.to(words) }]
          : [],
      )
    : []
  const subject = onlyActs ? undefined : (records.find(({ key }) => key === subjectKey) ?? records[0])
  const onRecord = subject && words ? actsOn(subject) : []

  const groups: Group[] = [
    {
      key: 'records',
      title: words ? m.palette_records({ count: found.total }) : m.shell_recent(),
      entries: onlyActs ? [] : records,
    },
    {
      key: 'acts',
      title: m.palette_acts(),
      entries: [...onRecord, ...(onlyActs || words ? findMatching(allActs, words) : allActs.slice(0, 2))],
    },
    {
      key: 'places',
      title: m.palette_places(),
      entries: onlyActs ? [] : [...findMatching(places, words), ...narrowed],
    },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    subject,
    isSearching: found.isSearching || settled !== words,
  }
}
