import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'

/** What is wrong with a form: with one of its fields, or with the whole of it. */
export type Faults = Record<string, string | undefined>

/** Faults of a form, and the focus on the first field that has one; `form` is the form they are in. */
export const useFaults = (): {
  form: RefObject<HTMLFormElement | null>
  faults: Faults
  say: (faults: Faults) => void
  /** Says what a refusal says of the fields, or of the form. */
  refuse: (error: unknown) => void
} => {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  // After the messages are in the page, so that they are read with the field.
  useEffect(() => {
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLElement && faults[element.getAttribute('name') ?? ''],
    )
    if (first instanceof HTMLElement) first.focus()
  }, [faults])
  const refuse = useCallback((error: unknown) => {
    const fields = error instanceof CallRefused ? error.refusal.fields : undefined
    setFaults(
      fields ? { ...fields, form: undefined } : { form: error instanceof Error ? error.message : String(error) },
    )
  }, [])
  return { form, faults, say: setFaults, refuse }
}
