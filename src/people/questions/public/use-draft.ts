import { useCallback, useState } from 'react'
import type { QuestionType } from '#people/faqs/contract.ts'
import type { QuestionFile } from '../contract.ts'

/** Draft of a question. `key` is its idempotency key. */
export interface QuestionDraft {
  type: QuestionType
  title: string
  text: string
  files: readonly QuestionFile[]
  key?: string
  /** Epoch ms of the last change. */
  at?: number
}

const blank: QuestionDraft = { type: 'inquiry', title: '', text: '', files: [] }

const getStorageKey = (member: string, name: string) => `question-draft:${member}:${name}`

const readDraft = (storageKey: string): QuestionDraft | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'text' in stored && 'files' in stored
      ? { ...blank, ...(stored as Partial<QuestionDraft>) }
      : null
  } catch {
    return null
  }
}

const storeDraft = (storageKey: string, draft: QuestionDraft | null): boolean => {
  try {
    if (draft) localStorage.setItem(storageKey, JSON.stringify(draft))
    else localStorage.removeItem(storageKey)
    return true
  } catch {
    // Storage is full or blocked; the draft stays on the page.
    return false
  }
}

/** Draft that survives a reload or an expired session, stored per member; `name` is `new` or a question's id. */
export const useDraft = (member: string, name: string) => {
  const storageKey = getStorageKey(member, name)
  const [draft, setDraft] = useState<QuestionDraft>(() => readDraft(storageKey) ?? blank)
  const [isStored, setStored] = useState(() => readDraft(storageKey) !== null)
  const change = useCallback(
    (values: Partial<QuestionDraft>) => {
      setDraft((before) => {
        const next = { ...before, ...values, at: Date.now() }
        // A changed text is a new request, so it needs a new idempotency key.
        if (!('key' in values)) delete next.key
        setStored(storeDraft(storageKey, next))
        return next
      })
    },
    [storageKey],
  )
  const deleteDraft = useCallback(() => {
    storeDraft(storageKey, null)
    setDraft(blank)
    setStored(false)
  }, [storageKey])
  return { draft, isKept: isStored, change, forget: deleteDraft }
}
