import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { newKey } from '#kit/client.ts'
import { getLocale } from '#messages/runtime.js'
import { readStored, useAccountKey, writeStored } from '../parts/values/account-storage.ts'
import { valueAt, withValue } from '../parts/values/value-paths.ts'
import { type Errors, validateValues, withoutErrors } from './form-errors.ts'
import { changedUnits, type Unit, withValues } from './saving/change-units.ts'

/** Base of a form: the record as loaded, and its version. */
export interface FormBase<Shape> {
  base: Shape
  /** Version of the base; null for a new record. */
  updatedAt: string | null
}

const UnsavedInput = z.object({
  updatedAt: z.string().nullable(),
  /** When it was stored, ISO 8601. */
  at: z.string(),
  /** Idempotency key for creating a new record. */
  key: z.string(),
  entries: z.array(z.object({ path: z.string(), base: z.unknown(), mine: z.unknown() })),
})
type UnsavedInput = z.infer<typeof UnsavedInput>

/** Debounce in ms before unsaved values are stored in the browser. */
const keepAfter = 300

interface RecordFormInput<Shape extends Record<string, unknown>> {
  formBase: FormBase<Shape>
  schema: z.ZodType<Shape>
  unitsOf: (values: Shape) => Unit[]
  /** Storage name of the unsaved values. */
  draft: string
}

/** State of one record's form: values, errors and changes. Unsaved changes survive a reload. */
export const useRecordForm = <Shape extends Record<string, unknown>>(input: RecordFormInput<Shape>) => {
  const { schema, unitsOf, draft } = input
  const account = useAccountKey()
  const [restored] = useState(() => readStored(account, draft, UnsavedInput))
  const [ground, setGround] = useState(() => groundOf(input.formBase, restored))
  const [values, setValues] = useState(() => restoredValues(ground.base, restored))
  const [errors, setErrors] = useState<Errors>({})
  const [restoredAt, setRestoredAt] = useState(restored?.at)
  const [storedAt, setStoredAt] = useState(restored?.at)
  const [key, setKey] = useState(() => restored?.key ?? newKey())

  const units = useMemo(() => unitsOf(values), [unitsOf, values])
  const changed = useMemo(() => changedUnits(units, ground.base, values), [units, ground.base, values])

  const latest = useRef({ values, changed, ground, key })
  useEffect(() => {
    latest.current = { values, changed, ground, key }
  })

  // After discarding, a pending timer must not store the values again.
  const released = useRef(false)
  const keep = useCallback(() => {
    if (released.current) return
    const now = latest.current
    if (now.changed.length === 0) return writeStored(account, draft, undefined)
    const at = new Date().toISOString()
    const unsaved: UnsavedInput = {
      updatedAt: now.ground.updatedAt,
      at,
      key: now.key,
      entries: now.changed.map(({ path }) => ({
        path,
        base: valueAt(now.ground.base, path) ?? null,
        mine: valueAt(now.values, path) ?? null,
      })),
    }
    writeStored(account, draft, unsaved)
    setStoredAt(at)
  }, [account, draft])

  const mounted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept follows what was typed
  useEffect(() => {
    if (!mounted.current) {
      mounted.current = true
      return
    }
    const timer = setTimeout(keep, keepAfter)
    return () => clearTimeout(timer)
  }, [values, ground, keep])
  // Also store pending values when the tab closes within the debounce.
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [keep])

  const set = useCallback((path: string, value: unknown) => {
    // Update the ref immediately: a field may be set and validated before the next render.
    latest.current = { ...latest.current, values: withValue(latest.current.values, path, value) }
    setValues((before) => withValue(before, path, value))
    setErrors((before) => (Object.keys(before).length === 0 ? before : withoutErrors(before, path)))
  }, [])

  /** Validates a field on blur; errors of other fields are not shown yet. */
  const blur = useCallback(
    (path: string) => {
      const found = validateValues(schema, latest.current.values, getLocale())
      setErrors((before) => ({
        ...withoutErrors(before, path),
        ...Object.fromEntries(Object.entries(found).filter(([at]) => at === path || at.startsWith(`${path}.`))),
      }))
    },
    [schema],
  )

  /** Reverts the changes at these paths. */
  const undo = useCallback((paths: readonly string[]) => {
    const { base } = latest.current.ground
    setValues((before) =>
      withValues(
        before,
        paths.map((path) => [path, valueAt(base, path)]),
      ),
    )
    setErrors((before) => paths.reduce(withoutErrors, before))
  }, [])

  const undoAll = useCallback(() => {
    setValues(latest.current.ground.base)
    setErrors({})
    setRestoredAt(undefined)
  }, [])

  /** Rebases the form on another version, with these values as its changes. */
  const rebase = useCallback(
    (next: FormBase<Shape>, nextValues: Shape = next.base) => {
      setGround(next)
      setValues(nextValues)
      setErrors({})
      setRestoredAt(undefined)
      if (nextValues === next.base) {
        writeStored(account, draft, undefined)
        setStoredAt(undefined)
        setKey(newKey())
      }
    },
    [account, draft],
  )

  /** Validates all values against the schema. */
  const check = useCallback((): Errors => {
    const found = validateValues(schema, latest.current.values, getLocale())
    setErrors(found)
    return found
  }, [schema])

  /** Drops unsaved changes: removes them from storage and disables the leave guard. */
  const forget = useCallback(() => {
    released.current = true
    writeStored(account, draft, undefined)
  }, [account, draft])

  return {
    ground,
    values,
    units,
    changed,
    errors,
    setErrors,
    set,
    blur,
    undo,
    undoAll,
    rebase,
    check,
    keep,
    forget,
    released,
    key,
    restoredAt,
    storedAt: changed.length > 0 ? storedAt : undefined,
  }
}

/**
 * Base for restored values: the stored base at the changed paths, with the old version. Saving it is refused as stale
 * and then merged like any other conflict.
 */
const groundOf = <Shape extends Record<string, unknown>>(
  ground: FormBase<Shape>,
  draft: UnsavedInput | undefined,
): FormBase<Shape> => {
  if (!draft || ground.updatedAt === null || draft.updatedAt === null || draft.updatedAt === ground.updatedAt)
    return ground
  return {
    base: withValues(
      ground.base,
      draft.entries.map(({ path, base }) => [path, base ?? undefined]),
    ),
    updatedAt: draft.updatedAt,
  }
}

/** JSON has no `undefined`: a missing text comes back as null, which is kept only if the base has null there. */
const restoredValues = <Shape extends Record<string, unknown>>(base: Shape, draft: UnsavedInput | undefined): Shape =>
  draft
    ? withValues(
        base,
        draft.entries.map(({ path, mine }) => [
          path,
          mine === null && valueAt(base, path) === undefined ? undefined : mine,
        ]),
      )
    : base
