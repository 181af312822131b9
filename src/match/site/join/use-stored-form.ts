import { type RefObject, useEffect, useState } from 'react'

interface Kept {
  fields: [string, string][]
  chosen: string[]
}

const read = (key: string): Kept | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isKept = (value: unknown): value is Kept =>
      typeof value === 'object' && value !== null && 'fields' in value && 'chosen' in value
    return isKept(kept) && Array.isArray(kept.fields) && Array.isArray(kept.chosen) ? kept : null
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once
  useEffect(() => {
    const kept = read(key)
    const fields = form.current?.elements
    if (!kept || !fields) return
    restore(kept.chosen)
    const values = Map.groupBy(kept.fields, ([name]) => name)
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
      const given = (values.get(field.name) ?? []).map(([, value]) => value)
      if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type))
        field.checked = given.includes(field.value)
      else field.value = given[0] ?? ''
    }
  }, [key])
  const keep = () => {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when the choice changes
  useEffect(() => {
    if (chosen.length > 0) keep()
  }, [chosen])
  return { at, keep, forget: () => localStorage.removeItem(key) }
}
