import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '../contract.ts'

interface StoredDraft {
  /** Epoch ms. */
  at: number
  answers: Record<string, string>
  files: UploadedFile[]
}

/** Validates a stored draft: another release may have written it. */
const isUnsent = (value: unknown): value is StoredDraft => {
  const { at, answers, files } = (value ?? {}) as Partial<StoredDraft>
  return (
    typeof at === 'number' &&
    Object.values(answers ?? { none: null }).every((answer) => typeof answer === 'string') &&
    Array.isArray(files) &&
    files.every(({ ticket, name, bytes }) => typeof ticket === 'string' && typeof name === 'string' && bytes > 0)
  )
}

/** Debounce in ms before a draft is saved; `draftLifetime` is a week in ms. */
const storeDelay = 600
const draftLifetime = 7 * 24 * 3_600_000

/** Form fields that are not answers. */
const nonAnswerFields = new Set(['consent', 'website', 'file', 'uploaded'])

/** Returns the current answers by field. */
export const readAnswers = (form: HTMLFormElement): Record<string, string> => {
  const answers: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !nonAnswerFields.has(name)) answers[name] = value
  return answers
}

const fillForm = (form: HTMLFormElement, answers: Record<string, string>) => {
  for (const [name, value] of Object.entries(answers)) {
    const field = form.elements.namedItem(name)
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = value
    else if (field instanceof HTMLSelectElement) field.value = value
  }
}

const readDraft = (name: string) => {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(name) ?? '')
    if (isUnsent(draft) && Date.now() - draft.at < draftLifetime) return draft
    localStorage.removeItem(name)
  } catch {
    // No draft, or storage is not available.
  }
  return null
}

interface UnsentOptions {
  form: RefObject<HTMLFormElement | null>
  kind: string
  files: readonly UploadedFile[]
  /** Values from the URL. */
  presetAnswers: Record<string, string>
  /** Values of a rejected submission without script. */
  refused: Record<string, string> | undefined
  /** Restores uploaded files. */
  onRestore: (files: readonly UploadedFile[]) => void
}

/**
 * Saves the draft in this browser until it is sent or discarded. Returns the time of the last save. Pages with the same
 * form share the draft; a page without typed text leaves it unchanged.
 */
export const useRequestDraft = ({ form, kind, files, presetAnswers, refused, onRestore }: UnsentOptions) => {
  const name = `form-draft:${kind}`
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [restored, setRestored] = useState(false)
  /** Set while a save is pending. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const first = useRef({ given: presetAnswers, refused, onRestore })
  const attached = useRef(files)
  attached.current = files

  const pauseStoring = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  const deleteDraft = useCallback(() => {
    pauseStoring()
    localStorage.removeItem(name)
    setKeptAt(null)
    setRestored(false)
  }, [name, pauseStoring])

  const storeDraft = useCallback(
    (element: HTMLFormElement | null) => {
      if (!element || timer.current === undefined) return
      pauseStoring()
      const answers = readAnswers(element)
      const isTyped = Object.entries(answers).some(([field, value]) => value && value !== first.current.given[field])
      const at = Date.now()
      try {
        if (!isTyped && attached.current.length === 0) return deleteDraft()
        localStorage.setItem(name, JSON.stringify({ at, answers, files: attached.current }))
        setKeptAt(at)
      } catch {
        // Storage is not available: the draft is not saved.
      }
    },
    [name, pauseStoring, deleteDraft],
  )

  const keepSoon = useCallback(() => {
    pauseStoring()
    timer.current = setTimeout(() => storeDraft(form.current), storeDelay)
  }, [form, storeDraft, pauseStoring])

  useEffect(() => {
    if (!form.current) return
    const { given, refused, onRestore } = first.current
    const before = { ...given, ...refused }
    // Text typed before hydration and values from the URL or a rejected submission override the stored draft.
    const typed = Object.entries(readAnswers(form.current)).filter(([field, value]) => value && value !== before[field])
    const draft = readDraft(name)
    if (draft) {
      fillForm(form.current, { ...draft.answers, ...before, ...Object.fromEntries(typed) })
      if (draft.files.length > 0) onRestore(draft.files)
      setKeptAt(draft.at)
      setRestored(true)
    }
    if (typed.length > 0) keepSoon()
  }, [form, name, keepSoon])

  const fileCount = files.length
  const before = useRef(0)
  useEffect(() => {
    if (fileCount > 0 || before.current > 0) keepSoon()
    before.current = fileCount
  }, [fileCount, keepSoon])

  useEffect(() => {
    // Client-side navigation removes the form, so keep the element to read the typed text from.
    const element = form.current
    const storeOnLeave = () => storeDraft(element)
    addEventListener('pagehide', storeOnLeave)
    return () => {
      removeEventListener('pagehide', storeOnLeave)
      storeOnLeave()
    }
  }, [form, storeDraft])

  return { keptAt, restored, keepSoon, forget: deleteDraft }
}
