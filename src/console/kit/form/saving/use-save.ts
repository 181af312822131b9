import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Draft } from '#kit/drafts/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
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

/** Base of the form: the record or its draft; `ground` then has the draft's version. */
interface Basis<Shape> {
  ground: FormBase<Shape>
  draft: Draft<Shape> | undefined
}

/** A stale save (412): the merge with the other version. */
export interface Conflict<Shape> {
  /** Which newer version was found: of the record or of its draft. */
  with: SaveTarget
  /** Save target of the refused save; repeated after resolving. */
  way: SaveTarget
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
  ground: (record: Item) => FormBase<Shape>
  /** Moves to the first field with an error. */
  lead: (errors: Errors) => void
  saved: (record: Item, way: SaveTarget) => void
  /** Draft support, and the existing draft. */
  drafting?: DraftSupport<Item, Shape> | undefined
  begun?: Draft<Shape> | undefined
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
  ground,
  lead,
  saved,
  drafting,
  begun,
  normal = (values) => values,
}: SaveInput<Item, Shape>) => {
  const queries = useQueryClient()
  const [saving, setSaving] = useState<SaveTarget>()
  const [failure, setFailure] = useState<string>()
  const clearFailure = useCallback(() => setFailure(undefined), [])
  const noteFailure = useClearFailure(clearFailure)
  const [conflict, setConflict] = useState<Conflict<Shape>>()
  const [draft, setDraft] = useState(begun)

  const refuse = (errors: Errors) => {
    form.setErrors(errors)
    lead(errors)
  }

  const reload = useReload(resource.path)

  /** Rebases the form on a draft, or on the record, with these values as its changes. */
  const rebase = (on: Basis<Shape>, values?: Shape) => {
    setDraft(on.draft)
    form.rebase(on.ground, values)
    setConflict(undefined)
    void reload(exceptRecord)
  }

  const onDraft = (next: Draft<Shape>): Basis<Shape> => ({
    ground: { base: normal(next.content), updatedAt: next.updatedAt },
    draft: next,
  })

  const arrived = (item: Item) => {
    queries.setQueryData(recordKey(resource.path, item._id), item)
    rebase({ ground: ground(item), draft: undefined })
    saved(item, 'record')
  }

  /** With drafts, creates the record hidden and saves the typed values as its draft. */
  const create = async (way: SaveTarget, values: Shape): Promise<void> => {
    if (!resource.create) return
    const once = { headers: { 'idempotency-key': form.key } }
    if (way === 'record' || !drafting) return arrived(await resource.create(values, once))
    const item = await resource.create(drafting.hidden(values), once)
    const content = withoutEmptyTexts(values)
    rebase(onDraft(await drafting.calls.save(item._id, { content, madeFrom: item.updatedAt })))
    saved(item, 'draft')
  }

  /** Draft version the last call was based on; null without a draft. */
  const stamp = useRef<string | null>(null)

  const send = async (way: SaveTarget, on: Basis<Shape>, values: Shape, merged: boolean): Promise<void> => {
    stamp.current = on.draft ? on.ground.updatedAt : null
    if (!record || on.ground.updatedAt === null) return create(way, values)
    if (!drafting || (way === 'record' && !on.draft))
      return arrived(await resource.update(record._id, changedFields(on.ground.base, values), on.ground.updatedAt))
    const { calls } = drafting
    if (way === 'draft' || merged || changedUnits(form.units, on.ground.base, values).length > 0) {
      const next = await calls.save(record._id, {
        content: withoutEmptyTexts(values),
        madeFrom: on.draft?.madeFrom ?? on.ground.updatedAt,
        ...(stamp.current !== null && { updatedAt: stamp.current }),
      })
      stamp.current = next.updatedAt
      rebase(onDraft(next))
    }
    if (way === 'draft') return saved(record, 'draft')
    arrived(await calls.publish(record._id, stamp.current ?? on.ground.updatedAt))
  }

  /** Opens the conflict with the newer version: another draft, or the record changed since this draft began. */
  const compare = async (id: string, way: SaveTarget, on: Basis<Shape>, values: Shape) => {
    const theirs = await resource.get(id)
    const theirDraft = theirs.draft ? await drafting?.calls.read(id) : undefined
    const merge = (base: Shape, with_: Shape) => mergeValues(form.units, base, values, with_, htmlBlocks)
    if (theirDraft && theirDraft.updatedAt !== stamp.current) {
      const next = onDraft(theirDraft)
      const at = { at: theirDraft.updatedAt, by: theirDraft.by }
      return setConflict({ with: 'draft', way, ...at, on: next, merge: merge(on.ground.base, next.ground.base) })
    }
    const now = ground(theirs)
    const next = theirDraft
      ? onDraft({ ...theirDraft, madeFrom: theirs.updatedAt, base: now.base })
      : { ground: now, draft: undefined }
    const base = on.draft ? normal(on.draft.base) : on.ground.base
    setConflict({ with: 'record', way, at: theirs.updatedAt, on: next, merge: merge(base, now.base) })
  }

  const refused = async (error: unknown, way: SaveTarget, on: Basis<Shape>, values: Shape) => {
    noteFailure(error)
    if (!(error instanceof CallRefused)) return setFailure(error instanceof Error ? error.message : String(error))
    if (error.status === 412 && record) return compare(record._id, way, on, values)
    const fields = inside(error.refusal.fields ?? {})
    if (Object.keys(fields).length > 0) return refuse(fields)
    if (error.status === 404) return setFailure(m.form_gone())
    setFailure(error.refusal.message)
  }

  const attempt = async (way: SaveTarget, on: Basis<Shape>, values: Shape, merged = false): Promise<boolean> => {
    setSaving(way)
    setFailure(undefined)
    try {
      await send(way, on, values, merged)
      return true
    } catch (error) {
      await refused(error, way, on, values).catch((again: unknown) => {
        noteFailure(again)
        setFailure(again instanceof Error ? again.message : String(again))
      })
      return false
    } finally {
      setSaving(undefined)
    }
  }

  /** Returns true once everything typed is on the server. */
  const saveAs = async (way: SaveTarget): Promise<boolean> => {
    if (saving) return false
    const errors = form.check()
    if (Object.keys(errors).length > 0) {
      lead(errors)
      return false
    }
    return attempt(way, { ground: form.ground, draft }, form.values)
  }

  /** Saves the merged and chosen values on top of the other version. */
  const saveResolved = async (choices: ReadonlyMap<string, Choice>): Promise<boolean> => {
    if (!conflict) return false
    const values = resolveMerge(conflict.merge, choices)
    rebase(conflict.on, values)
    return attempt(conflict.way, conflict.on, values, true)
  }

  /** Discards the draft and the changes on it; returns a function that restores them. */
  const discard = async (): Promise<(() => Promise<void>) | undefined> => {
    if (!record || !draft || !drafting) return undefined
    const { calls } = drafting
    const { values } = form
    await calls.discard(record._id, draft.updatedAt)
    rebase({ ground: ground(await resource.get(record._id)), draft: undefined })
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
