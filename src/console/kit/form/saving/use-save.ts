import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Draft } from '#kit/drafts/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { htmlBlocks } from '../../editor/editor-extensions.ts'
import { recordKey } from '../../list/state/use-list.ts'
import { exceptRecord, useReload } from '../../list/state/use-reload.ts'
import { withoutEmptyTexts } from '../../parts/values/value-paths.ts'
import type { DraftSupport, EditableResource } from '../form-declaration.ts'
import type { Errors } from '../form-errors.ts'
import type { FormBase, useRecordForm } from '../use-record-form.ts'
import { changedFields, changedUnits } from './change-units.ts'
import { type Choice, type Merge, mergeValues, resolveMerge } from './merge-values.ts'
import { useClearFailure } from './use-clear-failure.ts'

/** Save target: the public record, or its draft. */
export type SaveTarget = 'record' | 'draft'

/** Base of the form: the record or its draft; `formBase` then has the draft's version. */
interface Basis<Shape> {
  formBase: FormBase<Shape>
  draft: Draft<Shape> | undefined
}

/** A stale save (412): the merge with the other version. */
export interface Conflict<Shape> {
  /** Which newer version was found: of the record or of its draft. */
  newer: SaveTarget
  /** Save target of the refused save; repeated after resolving. */
  target: SaveTarget
  /** Time (ISO 8601) of the other save, and its author if known. */
  at: string
  by?: string
  /** New base of the form after resolving. */
  on: Basis<Shape>
  merge: Merge<Shape>
}

interface SaveInput<Item extends Recorded, Shape extends Record<string, unknown>> {
  resource: EditableResource<Item, Shape>
  record: Item | undefined
  form: ReturnType<typeof useRecordForm<Shape>>
  /** Converts a record to the form's base. */
  formBase: (record: Item) => FormBase<Shape>
  /** Moves to the first field with an error. */
  focusError: (errors: Errors) => void
  saved: (record: Item, target: SaveTarget) => void
  /** Draft support, and the existing draft. */
  drafting?: DraftSupport<Item, Shape> | undefined
  existingDraft?: Draft<Shape> | undefined
  /** Normalizes a draft's values for the form. */
  normal?: (values: Shape) => Shape
}

/** Strips the `content.` prefix of errors from a draft save. */
const inside = (fields: Errors): Errors =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^content\./, ''), message]))

/** Saves changes. Refusals become field errors; a stale save (412) becomes a conflict. */
export const useSave = <Item extends Recorded, Shape extends Record<string, unknown>>({
  resource,
  record,
  form,
  formBase,
  focusError,
  saved,
  drafting,
  existingDraft,
  normal = (values) => values,
}: SaveInput<Item, Shape>) => {
  const queries = useQueryClient()
  const [saving, setSaving] = useState<SaveTarget>()
  const [failure, setFailure] = useState<string>()
  const clearFailure = useCallback(() => setFailure(undefined), [])
  const noteFailure = useClearFailure(clearFailure)
  const [conflict, setConflict] = useState<Conflict<Shape>>()
  const [draft, setDraft] = useState(existingDraft)

  const refuse = (errors: Errors) => {
    form.setErrors(errors)
    focusError(errors)
  }

  const reload = useReload(resource.path)

  /** Rebases the form on a draft, or on the record, with these values as its changes. */
  const rebase = (on: Basis<Shape>, values?: Shape) => {
    setDraft(on.draft)
    form.rebase(on.formBase, values)
    setConflict(undefined)
    void reload(exceptRecord)
  }

  const onDraft = (next: Draft<Shape>): Basis<Shape> => ({
    formBase: { base: normal(next.content), updatedAt: next.updatedAt },
    draft: next,
  })

  const arrived = (item: Item) => {
    queries.setQueryData(recordKey(resource.path, item._id), item)
    rebase({ formBase: formBase(item), draft: undefined })
    saved(item, 'record')
  }

  /** With drafts, creates the record hidden and saves the typed values as its draft. */
  const create = async (target: SaveTarget, values: Shape): Promise<void> => {
    if (!resource.create) return
    const once = { headers: { 'idempotency-key': form.key } }
    if (target === 'record' || !drafting) return arrived(await resource.create(values, once))
    const item = await resource.create(drafting.hidden(values), once)
    const content = withoutEmptyTexts(values)
    rebase(onDraft(await drafting.calls.save(item._id, { content, madeFrom: item.updatedAt })))
    saved(item, 'draft')
  }

  /** Draft version the last call was based on; null without a draft. */
  const stamp = useRef<string | null>(null)

  const send = async (target: SaveTarget, on: Basis<Shape>, values: Shape, merged: boolean): Promise<void> => {
    stamp.current = on.draft ? on.formBase.updatedAt : null
    if (!record || on.formBase.updatedAt === null) return create(target, values)
    if (!drafting || (target === 'record' && !on.draft))
      return arrived(await resource.update(record._id, changedFields(on.formBase.base, values), on.formBase.updatedAt))
    const { calls } = drafting
    if (target === 'draft' || merged || changedUnits(form.units, on.formBase.base, values).length > 0) {
      const next = await calls.save(record._id, {
        content: withoutEmptyTexts(values),
        madeFrom: on.draft?.madeFrom ?? on.formBase.updatedAt,
        ...(stamp.current !== null && { updatedAt: stamp.current }),
      })
      stamp.current = next.updatedAt
      rebase(onDraft(next))
    }
    if (target === 'draft') return saved(record, 'draft')
    arrived(await calls.publish(record._id, stamp.current ?? on.formBase.updatedAt))
  }

  /** Opens the conflict with the newer version: another draft, or the record changed since this draft began. */
  const compare = async (id: string, target: SaveTarget, on: Basis<Shape>, values: Shape) => {
    const theirs = await resource.get(id)
    const theirDraft = theirs.draft ? await drafting?.calls.read(id) : undefined
    const merge = (base: Shape, with_: Shape) => mergeValues(form.units, base, values, with_, htmlBlocks)
    if (theirDraft && theirDraft.updatedAt !== stamp.current) {
      const next = onDraft(theirDraft)
      const at = { at: theirDraft.updatedAt, by: theirDraft.by }
      return setConflict({
        newer: 'draft',
        target,
        ...at,
        on: next,
        merge: merge(on.formBase.base, next.formBase.base),
      })
    }
    const now = formBase(theirs)
    const next = theirDraft
      ? onDraft({ ...theirDraft, madeFrom: theirs.updatedAt, base: now.base })
      : { formBase: now, draft: undefined }
    const base = on.draft ? normal(on.draft.base) : on.formBase.base
    setConflict({ newer: 'record', target, at: theirs.updatedAt, on: next, merge: merge(base, now.base) })
  }

  const refused = async (error: unknown, target: SaveTarget, on: Basis<Shape>, values: Shape) => {
    noteFailure(error)
    if (!(error instanceof CallRefused)) return setFailure(errorMessage(error))
    if (error.status === 412 && record) return compare(record._id, target, on, values)
    const fields = inside(error.refusal.fields ?? {})
    if (Object.keys(fields).length > 0) return refuse(fields)
    if (error.status === 404) return setFailure(m.form_gone())
    setFailure(error.refusal.message)
  }

  const attempt = async (target: SaveTarget, on: Basis<Shape>, values: Shape, merged = false): Promise<boolean> => {
    setSaving(target)
    setFailure(undefined)
    try {
      await send(target, on, values, merged)
      return true
    } catch (error) {
      await refused(error, target, on, values).catch((again: unknown) => {
        noteFailure(again)
        setFailure(errorMessage(again))
      })
      return false
    } finally {
      setSaving(undefined)
    }
  }

  /** Returns true once everything typed is on the server. */
  const saveAs = async (target: SaveTarget): Promise<boolean> => {
    if (saving) return false
    const errors = form.check()
    if (Object.keys(errors).length > 0) {
      focusError(errors)
      return false
    }
    return attempt(target, { formBase: form.ground, draft }, form.values)
  }

  /** Saves the merged and chosen values on top of the other version. */
  const saveResolved = async (choices: ReadonlyMap<string, Choice>): Promise<boolean> => {
    if (!conflict) return false
    const values = resolveMerge(conflict.merge, choices)
    rebase(conflict.on, values)
    return attempt(conflict.target, conflict.on, values, true)
  }

  /** Discards the draft and the changes on it; returns a function that restores them. */
  const discard = async (): Promise<(() => Promise<void>) | undefined> => {
    if (!record || !draft || !drafting) return undefined
    const { calls } = drafting
    const { values } = form
    await calls.discard(record._id, draft.updatedAt)
    rebase({ formBase: formBase(await resource.get(record._id)), draft: undefined })
    return async () => {
      const { content, madeFrom } = draft
      rebase(onDraft(await calls.save(record._id, { content, madeFrom })), values)
    }
  }

  return {
    saving,
    failure,
    conflict,
    draft,
    save: () => saveAs('record'),
    saveDraft: () => saveAs('draft'),
    saveResolved,
    refuse: (fields: Errors) => refuse(inside(fields)),
    discard,
    closeConflict: () => setConflict(undefined),
  }
}
