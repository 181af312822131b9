import { useQueries } from '@tanstack/react-query'
import { columnInstant, listInstant } from '#console/kit/parts/seoul-time.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { boards, type Post } from '#content/boards/contract.ts'
import { type Popup, popups } from '#content/popups/contract.ts'
import { type Lawyer, lawyers } from '#firm/lawyers/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { resourceOf } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { transport } from '#session/session.ts'
import { sections } from '../navigation.ts'
import type { Entry } from './entry.ts'
import { match, otherKeyboard } from './match.ts'
import { Preview } from './preview.tsx'

const resources = {
  boards: resourceOf(boards, transport),
  lawyers: resourceOf(lawyers, transport),
  popups: resourceOf(popups, transport),
}

/** Records of one kind that are asked for at once. */
const limit = 4

interface Found {
  total: number
  entries: Entry[]
}

interface Source {
  /** List of these records; a kind whose screens are not there is not asked for. */
  base: string
  scope: string
  find: (q: string, signal: AbortSignal) => Promise<Found>
}

const title = (text: Partial<Record<'ko' | 'en' | 'cn', string>>) => textIn(getLocale(), text)

/** State of a post's Korean text now, in shape and word. */
export const postState = (post: Post): { mark: Mark; word: string } => {
  const { state, publishFrom, publishTo } = post.texts.ko
  const now = Date.now()
  if (state === 'draft') return { mark: 'draft', word: m.palette_state_draft() }
  if (state === 'hidden') return { mark: 'hidden', word: m.palette_state_hidden() }
  if (publishFrom && Date.parse(publishFrom) > now) return { mark: 'scheduled', word: m.palette_state_scheduled() }
  if (publishTo && Date.parse(publishTo) <= now) return { mark: 'ended', word: m.palette_state_ended() }
  return { mark: 'published', word: m.palette_state_published() }
}

const postEntry = (post: Post): Entry => {
  const { mark, word } = postState(post)
  const to = `/console/boards/${post._id}`
  return {
    key: to,
    to,
    label: post.texts.ko.subject,
    note: `${m.shell_place_boards()} · ${listInstant(post.updatedAt)}`,
    mark,
    preview: (
      <Preview
        title={post.texts.ko.subject}
        above={word}
        picture={post.thumb}
        text={post.texts.ko.summary}
        facts={[
          [m.palette_author(), post.author?.name],
          [m.palette_period(), post.texts.ko.publishFrom && columnInstant(post.texts.ko.publishFrom)],
          [m.palette_updated(), columnInstant(post.updatedAt)],
        ]}
      />
    ),
  }
}

const popupMark = ({ visible, startAt, endAt }: Popup): Mark => {
  if (!visible) return 'hidden'
  if (startAt && Date.parse(startAt) > Date.now()) return 'scheduled'
  return endAt && Date.parse(endAt) <= Date.now() ? 'ended' : 'published'
}

const popupEntry = (popup: Popup): Entry => {
  const to = `/console/popups/${popup._id}`
  return {
    key: to,
    to,
    label: title(popup.title),
    note: m.shell_place_popups(),
    mark: popupMark(popup),
    preview: (
      <Preview
        title={title(popup.title)}
        above={m.shell_place_popups()}
        picture={popup.picture}
        facts={[
          [m.palette_from(), popup.startAt && columnInstant(popup.startAt)],
          [m.palette_to(), popup.endAt && columnInstant(popup.endAt)],
        ]}
      />
    ),
  }
}

const lawyerEntry = (lawyer: Lawyer): Entry => {
  const to = `/console/lawyers/${lawyer._id}`
  return {
    key: to,
    to,
    label: title(lawyer.title),
    note: m.shell_place_lawyers(),
    mark: lawyer.visible ? 'published' : 'hidden',
    preview: <Preview title={title(lawyer.title)} above={lawyer.titleEn} picture={lawyer.picture} facts={[]} />,
  }
}

const sources: readonly Source[] = [
  {
    base: '/console/boards',
    scope: 'console:boards',
    find: async (q, signal) => {
      const answer = await resources.boards.list({ q, limit, sort: '-updatedAt' }, { signal })
      return { total: answer.total, entries: answer.records.map(postEntry) }
    },
  },
  {
    base: '/console/lawyers',
    scope: 'console:lawyers',
    find: async (q, signal) => {
      const answer = await resources.lawyers.list({ q, limit }, { signal })
      return { total: answer.total, entries: answer.records.map(lawyerEntry) }
    },
  },
  {
    base: '/console/popups',
    scope: 'console:popups',
    find: async (q, signal) => {
      const answer = await resources.popups.list({ q, limit }, { signal })
      return { total: answer.total, entries: answer.records.map(popupEntry) }
    },
  },
]

const isThere = (base: string) => sections.some(({ places }) => places.some(({ to }) => to === base))

/** Records found for the words, as they were typed and as they were meant. Nothing is asked below two letters. */
export const useRecords = (
  words: string,
  scopes: readonly string[],
): { entries: Entry[]; total: number; asking: boolean } => {
  const meant = otherKeyboard(words)
  const queries = words.length < 1 ? [] : [words, ...(meant ? [meant] : [])]
  const asked = sources
    .filter(({ base, scope }) => scopes.includes(scope) && isThere(base))
    .flatMap((source) => queries.map((q) => ({ source, q })))
  return useQueries({
    queries: asked.map(({ source, q }) => ({
      queryKey: ['palette', source.base, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(q, signal),
      staleTime: 30_000,
    })),
    combine: (results) => {
      const all = results.flatMap(({ data }) => data?.entries ?? [])
      const unique = [...new Map(all.map((entry) => [entry.key, entry])).values()]
      return {
        entries: unique.map((entry) => {
          const hit = match(entry.label, words)
          return hit ? { ...entry, range: hit.range } : entry
        }),
        total: results.reduce((sum, { data }) => sum + (data?.total ?? 0), 0),
        asking: results.some(({ isPending }) => isPending),
      }
    },
  })
}
