import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Uploaded } from '../contract.ts'

interface Draft {
  /** Epoch milliseconds. */
  at: number
  answers: Record<string, string>
  files: Uploaded[]
}

/** What this browser kept is what this form wrote: only another release may have written otherwise. */
const isDraft = (kept: unknown): kept is Draft => {
  const { at, answers, files } = (kept ?? {}) as Partial<Draft>
  return (
    typeof at === 'number' &&
    Object.values(answers ?? { none: null }).every((answer) => typeof answer === 'string') &&
    Array.isArray(files) &&
    files.every(({ ticket, name, bytes }) => typeof ticket === 'string' && typeof name === 'string' && bytes > 0)
  )
}

/** Milliseconds of stillness after which what was typed is kept, and for which a draft is offered again: a week. */
const pause = 600
const life = 7 * 24 * 3_600_000

/** Names of what is not an answer. */
const besides = new Set(['consent', 'website', 'file', 'uploaded'])

/** What stands in the form now, by field. */
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
    const draft: unknown = JSON.parse(localStorage.getItem(name) ?? '')
    return isDraft(draft) && Date.now() - draft.at < life ? draft : null
  } catch {
    // None, or one of an older release, or a browser that keeps nothing.
    return null
  }
}

interface DraftOptions {
  form: RefObject<HTMLFormElement | null>
  kind: string
  files: readonly Uploaded[]
  /** Answers the page came with: they are newer than a draft. */
  given: Record<string, string>
  /** Takes back what had been uploaded. */
  onRestore: (files: readonly Uploaded[]) => void
}

/** Keeps what is typed in this browser until it is sent or thrown away. Answers when it was kept. */
export const useDraft = ({ form, kind, files, given, onRestore }: DraftOptions) => {
  const name = `form-draft:${kind}`
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const [restored, setRestored] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const first = useRef({ given, onRestore })
  const attached = useRef(files)
  attached.current = files

  const keep = useCallback(() => {
    if (!form.current) return
    const at = Date.now()
    try {
      const answers = readAnswers(form.current)
      if (!Object.values(answers).some(Boolean) && attached.current.length === 0) return
      localStorage.setItem(name, JSON.stringify({ at, answers, files: attached.current }))
      setKeptAt(at)
    } catch {
      // A browser that keeps nothing says nothing.
    }
  }, [form, name])

  const keepSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, pause)
  }, [keep])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    localStorage.removeItem(name)
    setKeptAt(null)
    setRestored(false)
  }, [name])

  useEffect(() => {
    const draft = read(name)
    if (!draft || !form.current) return
    // What was typed before the page woke, and what its address or a refusal brought along, stands above a draft.
    const typed = Object.entries(readAnswers(form.current)).filter(([, value]) => value !== '')
    write(form.current, { ...draft.answers, ...Object.fromEntries(typed), ...first.current.given })
    if (draft.files.length > 0) first.current.onRestore(draft.files)
    setKeptAt(draft.at)
    setRestored(true)
  }, [form, name])

  const arrived = files.length
  useEffect(() => {
    if (arrived > 0) keepSoon()
  }, [arrived, keepSoon])

  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      clearTimeout(timer.current)
    }
  }, [keep])

  return { keptAt, restored, keepSoon, forget }
}
