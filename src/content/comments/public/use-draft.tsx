import { useCallback, useState } from 'react'

/** What somebody was writing. `key` belongs to `sent`: the same words sent again are the same act. */
interface Draft {
  text: string
  sent?: string
  key?: string
}

const prefixOf = (member: string, post: string) => `comment-draft:${member}:${post}:`

const namesOf = (prefix: string): string[] => {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // A browser that keeps nothing.
    return []
  }
}

/** Whether this member has something unsent on the post. */
export const hasDrafts = (member: string, post: string): boolean => namesOf(prefixOf(member, post)).length > 0

/** Names of what this member has unsent on the post. */
export const draftsOf = (member: string, post: string): string[] => {
  const prefix = prefixOf(member, post)
  return namesOf(prefix).map((name) => name.slice(prefix.length))
}

const read = (name: string): Draft | null => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return typeof draft === 'object' && draft !== null && 'text' in draft && typeof draft.text === 'string'
      ? (draft as Draft)
      : null
  } catch {
    return null
  }
}

const write = (name: string, draft: Draft | null) => {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
    else sessionStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing says nothing.
  }
}

interface DraftOptions {
  member: string
  post: string
  /** What is written: `new`, `reply-…`, `edit-…`. */
  name: string
  /** The initial text. */
  initial: string
}

/**
 * Text that outlives a reload, a lost session and a refused sending: each letter is kept in this tab until it has
 * arrived or is thrown away, apart for each member.
 */
export const useDraft = ({ member, post, name, initial }: DraftOptions) => {
  const place = prefixOf(member, post) + name
  const [draft, setDraft] = useState<Draft>(() => read(place) ?? { text: initial })
  const [isRestored] = useState(() => draft.text !== initial)

  const keep = useCallback(
    (next: Draft) => {
      setDraft(next)
      write(place, next.text === initial ? null : next)
    },
    [place, initial],
  )
  return {
    text: draft.text,
    isRestored,
    setText: (text: string) => keep({ ...draft, text }),
    /** The key under which these words are sent; the same until they change. */
    keyOf: (body: string, newKey: () => string): string => {
      const key = draft.sent === body && draft.key ? draft.key : newKey()
      keep({ ...draft, sent: body, key })
      return key
    },
    forget: () => {
      write(place, null)
      setDraft({ text: '' })
    },
  }
}
