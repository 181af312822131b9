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

const placeOf = (member: string, name: string) => `question-draft:${member}:${name}`

const read = (place: string): QuestionDraft | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'text' in kept && 'files' in kept
      ? { ...blank, ...(kept as Partial<QuestionDraft>) }
      : null
  } catch {
    return null
  }
}

const write = (place: string, draft: QuestionDraft | null): boolean => {
  try {
    if (draft) localStorage.setItem(place, JSON.stringify(draft))
    else localStorage.removeItem(place)
    return true
  } catch {
    // Storage is full or blocked; the draft stays on the page.
    return false
  }
}

/** Draft that survives a reload or an expired session, stored per member; `name` is `new` or a question's id. */
export const useDraft = (member: string, name: string) => {
  const place = placeOf(member, name)
  const [draft, setDraft] = useState<QuestionDraft>(() => read(place) ?? blank)
  const [isKept, setKept] = useState(() => read(place) !== null)
  const change = useCallback(
    (values: Partial<QuestionDraft>) => {
      setDraft((before) => {
        const next = { ...before, ...values, at: Date.now() }
        // A changed text is a new request, so it needs a new idempotency key.
        if (!('key' in values)) delete next.key
        setKept(write(place, next))
        return next
      })
    },
    [place],
  )
  const forget = useCallback(() => {
    write(place, null)
    setDraft(blank)
    setKept(false)
  }, [place])
  return { draft, isKept, change, forget }
}
