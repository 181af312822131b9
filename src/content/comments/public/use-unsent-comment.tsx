import { useCallback, useState } from 'react'

/** What somebody was writing. `key` belongs to `sent`: the same words sent again are the same act. */
interface Unsent {
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
export const hasUnsent = (member: string, post: string): boolean => namesOf(prefixOf(member, post)).length > 0

/** Names of what this member has unsent on the post. */
export const unsentOf = (member: string, post: string): string[] => {
  const prefix = prefixOf(member, post)
  return namesOf(prefix).map((name) => name.slice(prefix.length))
}

const read = (name: string): Unsent | null => {
  try {
    const unsent: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return typeof unsent === 'object' && unsent !== null && 'text' in unsent && typeof unsent.text === 'string'
      ? (unsent as Unsent)
      : null
  } catch {
    return null
  }
}

const write = (name: string, unsent: Unsent | null) => {
  try {
    if (unsent) sessionStorage.setItem(name, JSON.stringify(unsent))
    else sessionStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing says nothing.
  }
}

interface UnsentOptions {
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
export const useUnsentComment = ({ member, post, name, initial }: UnsentOptions) => {
  const place = prefixOf(member, post) + name
  const [unsent, setUnsent] = useState<Unsent>(() => read(place) ?? { text: initial })
  const [isRestored] = useState(() => unsent.text !== initial)

  const keep = useCallback(
    (next: Unsent) => {
      setUnsent(next)
      write(place, next.text === initial ? null : next)
    },
    [place, initial],
  )
  return {
    text: unsent.text,
    isRestored,
    setText: (text: string) => keep({ ...unsent, text }),
    /** The key under which these words are sent; the same until they change. */
    keyOf: (body: string, newKey: () => string): string => {
      const key = unsent.sent === body && unsent.key ? unsent.key : newKey()
      keep({ ...unsent, sent: body, key })
      return key
    },
    forget: () => {
      write(place, null)
      setUnsent({ text: '' })
    },
  }
}
