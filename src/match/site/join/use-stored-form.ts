import { type RefObject, useEffect, useState } from 'react'

interface StoredForm {
  fields: [string, string][]
  chosen: string[]
}

const readStored = (key: string): StoredForm | null => {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isStored = (value: unknown): value is StoredForm =>
      typeof value === 'object' && value !== null && 'fields' in value && 'chosen' in value
    return isStored(parsed) && Array.isArray(parsed.fields) && Array.isArray(parsed.chosen) ? parsed : null
  } catch {
    return null
  }
}

/** Stores form input in the browser until it is sent, and restores it. `at` is the time it was stored (HH:MM). */
export const useStoredForm = (
  key: string,
  form: RefObject<HTMLFormElement | null>,
  chosen: readonly string[],
  restore: (chosen: readonly string[]) => void,
) => {
  const [at, setAt] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: stored input is restored once
  useEffect(() => {
    const stored = readStored(key)
    const fields = form.current?.elements
    if (!stored || !fields) return
    restore(stored.chosen)
    const values = Map.groupBy(stored.fields, ([name]) => name)
    for (const field of fields) {
      if (
        !(
          field instanceof HTMLInputElement ||
          field instanceof HTMLTextAreaElement ||
          field instanceof HTMLSelectElement
        ) ||
        !field.name
      )
        continue
      const storedValues = (values.get(field.name) ?? []).map(([, value]) => value)
      if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type))
        field.checked = storedValues.includes(field.value)
      else field.value = storedValues[0] ?? ''
    }
  }, [key])
  const store = () => {
    if (!form.current) return
    const fields = [...new FormData(form.current)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    try {
      localStorage.setItem(key, JSON.stringify({ fields, chosen } satisfies { fields: unknown; chosen: unknown }))
      setAt(new Date().toTimeString().slice(0, 5))
    } catch {
      // Storage is unavailable; the form still works.
    }
  }
  // Choices are buttons and do not fire a change event of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores when the choice changes
  useEffect(() => {
    if (chosen.length > 0) store()
  }, [chosen])
  return { at, store, forget: () => localStorage.removeItem(key) }
}
