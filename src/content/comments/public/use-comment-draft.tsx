import { useCallback, useState } from 'react'

/** Unsent draft. `key` is the idempotency key of `sent`: sending the same text again repeats the same request. */
interface CommentDraft {
  text: string
  sent?: string
  key?: string
}

const getKeyPrefix = (member: string, post: string) => `comment-draft:${member}:${post}:`

const listStorageKeys = (prefix: string): string[] => {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // Storage is not available.
    return []
  }
}

/** True if this member has an unsent draft on the post. */
export const hasDraft = (member: string, post: string): boolean =>
  listStorageKeys(getKeyPrefix(member, post)).length > 0

/** Returns the names of the member's unsent drafts on the post. */
export const listDraftNames = (member: string, post: string): string[] => {
  const prefix = getKeyPrefix(member, post)
  return listStorageKeys(prefix).map((name) => name.slice(prefix.length))
}

const readDraft = (name: string): CommentDraft | null => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return typeof draft === 'object' && draft !== null && 'text' in draft && typeof draft.text === 'string'
      ? (draft as CommentDraft)
      : null
  } catch {
    return null
  }
}

const storeDraft = (name: string, draft: CommentDraft | null) => {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
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
  const storageKey = getKeyPrefix(member, post) + name
  const [draft, setDraft] = useState<CommentDraft>(() => readDraft(storageKey) ?? { text: initial })
  const [isRestored] = useState(() => draft.text !== initial)

  const saveDraft = useCallback(
    (next: CommentDraft) => {
      setDraft(next)
      storeDraft(storageKey, next.text === initial ? null : next)
    },
    [storageKey, initial],
  )
  return {
    text: draft.text,
    isRestored,
    setText: (text: string) => saveDraft({ ...draft, text }),
    /** Returns the idempotency key for the text; unchanged until the text changes. */
    keyOf: (body: string, newKey: () => string): string => {
      const key = draft.sent === body && draft.key ? draft.key : newKey()
      saveDraft({ ...draft, sent: body, key })
      return key
    },
    forget: () => {
      storeDraft(storageKey, null)
      setDraft({ text: '' })
    },
  }
}
