import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Uploaded } from '../contract.ts'

interface Unsent {
  /** Epoch ms. */
  at: number
  answers: Record<string, string>
  files: Uploaded[]
}

/** Validates a stored draft: another release may have written it. */
const isUnsent = (kept: unknown): kept is Unsent => {
  const { at, answers, files } = (kept ?? {}) as Partial<Unsent>
  return (
    typeof at === 'number' &&
    Object.values(answers ?? { none: null }).every((answer) => typeof answer === 'string') &&
    Array.isArray(files) &&
    files.every(({ ticket, name, bytes }) => typeof ticket === 'string' && typeof name === 'string' && bytes > 0)
  )
}

/** Debounce in ms before a draft is saved; `life` is its lifetime in ms: a week. */
const pause = 600
const life = 7 * 24 * 3_600_000

/** Form fields that are not answers. */
const besides = new Set(['consent', 'website', 'file', 'uploaded'])

/** Returns the current answers by field. */
export const readAnswers = (form: HTMLFormElement): Record<string, string> => {
  const answers: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !besides.has(name)) answers[name] = value
  return answers
}

const write = (form: HTMLFormElement, answers: Record<string, string>) => {
  for (const [name, value] of Object.entries(answers)) {
    const field = form.elements.namedItem(name)
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = value
    else if (field instanceof HTMLSelectElement) field.value = value
  }
}

const read = (name: string) => {
  try {
    const unsent: unknown = JSON.parse(localStorage.getItem(name) ?? '')
    if (isUnsent(unsent) && Date.now() - unsent.at < life) return unsent
    localStorage.removeItem(name)
  } catch {
    // No draft, or storage is not available.
  }
  return null
}

interface UnsentOptions {
  form: RefObject<HTMLFormElement | null>
  kind: string
  files: readonly Uploaded[]
  /** Values from the URL. */
  given: Record<string, string>
  /** Values of a rejected submission without script. */
  refused: Record<string, string> | undefined
  /** Restores uploaded files. */
  onRestore: (files: readonly Uploaded[]) => void
}

/**
 * Saves the draft in this browser until it is sent or discarded. Returns the time of the last save. Pages with the same
 * form share the draft; a page without typed text leaves it unchanged.
 */
export const useRequestDraft = ({ form, kind, files, given, refused, onRestore }: UnsentOptions) => {
  const name = `form-draft:${kind}`
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [restored, setRestored] = useState(false)
  /** Set while a save is pending. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const first = useRef({ given, refused, onRestore })
  const attached = useRef(files)
  attached.current = files

  const rest = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  const forget = useCallback(() => {
    rest()
    localStorage.removeItem(name)
    setKeptAt(null)
    setRestored(false)
  }, [name, rest])

  const keep = useCallback(
    (element: HTMLFormElement | null) => {
      if (!element || timer.current === undefined) return
      rest()
      const answers = readAnswers(element)
      const isTyped = Object.entries(answers).some(([field, value]) => value && value !== first.current.given[field])
      const at = Date.now()
      try {
        if (!isTyped && attached.current.length === 0) return forget()
        localStorage.setItem(name, JSON.stringify({ at, answers, files: attached.current }))
        setKeptAt(at)
      } catch {
        // Storage is not available: the draft is not saved.
      }
    },
    [name, rest, forget],
  )

  const keepSoon = useCallback(() => {
    rest()
    timer.current = setTimeout(() => keep(form.current), pause)
  }, [form, keep, rest])

  useEffect(() => {
    if (!form.current) return
    const { given, refused, onRestore } = first.current
    const before = { ...given, ...refused }
    // Text typed before hydration and values from the URL or a rejected submission override the stored draft.
    const typed = Object.entries(readAnswers(form.current)).filter(([field, value]) => value && value !== before[field])
    const unsent = read(name)
    if (unsent) {
      write(form.current, { ...unsent.answers, ...before, ...Object.fromEntries(typed) })
      if (unsent.files.length > 0) onRestore(unsent.files)
      setKeptAt(unsent.at)
      setRestored(true)
    }
    if (typed.length > 0) keepSoon()
  }, [form, name, keepSoon])

  const arrived = files.length
  const before = useRef(0)
  useEffect(() => {
    if (arrived > 0 || before.current > 0) keepSoon()
    before.current = arrived
  }, [arrived, keepSoon])

  useEffect(() => {
    // Client-side navigation removes the form, so keep the element to read the typed text from.
    const element = form.current
    const leave = () => keep(element)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [form, keep])

  return { keptAt, restored, keepSoon, forget }
}
