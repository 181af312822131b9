import { useCallback, useState } from 'react'

/** Unsent draft. `key` is the idempotency key of `sent`: sending the same text again repeats the same request. */
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
    // Storage is not available.
    return []
  }
}

/** True if this member has an unsent draft on the post. */
export const hasDraft = (member: string, post: string): boolean => namesOf(prefixOf(member, post)).length > 0

/** Returns the names of the member's unsent drafts on the post. */
export const listDraftNames = (member: string, post: string): string[] => {
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
    // Storage is not available: the draft is not saved.
  }
}

interface UnsentOptions {
  member: string
  post: string
  /** Draft name: `new`, `reply-…` or `edit-…`. */
  name: string
  initial: string
}

/**
 * Draft that survives a reload, an expired session and a rejected submission: each change is stored in this tab, per
 * member, until the text is accepted or discarded.
 */
export const useCommentDraft = ({ member, post, name, initial }: UnsentOptions) => {
  const place = prefixOf(member, post) + name
  const [unsent, setUnsent] = useState<Unsent>(() => read(place) ?? { text: initial })
  const [isRestored] = useState(() => unsent.text !== initial)

  const saveDraft = useCallback(
    (next: Unsent) => {
      setUnsent(next)
      write(place, next.text === initial ? null : next)
    },
    [place, initial],
  )
  return {
    text: unsent.text,
    isRestored,
    setText: (text: string) => saveDraft({ ...unsent, text }),
    /** Returns the idempotency key for the text; unchanged until the text changes. */
    keyOf: (body: string, newKey: () => string): string => {
      const key = unsent.sent === body && unsent.key ? unsent.key : newKey()
      saveDraft({ ...unsent, sent: body, key })
      return key
    },
    forget: () => {
      write(place, null)
      setUnsent({ text: '' })
    },
  }
}
