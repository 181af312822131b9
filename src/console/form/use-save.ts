import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { htmlBlocks } from '../editor/extensions.ts'
import { recordKey } from '../list/use-list.ts'
import type { Edited } from './declaration.ts'
import type { Errors } from './errors.ts'
import { type Choice, type Merge, mergeValues, resolved } from './merge.ts'
import { changedFields } from './units.ts'
import type { Ground, useRecordForm } from './use-record-form.ts'

/** A save that came too late: what both changed, and the other's version. */
export interface Conflict<Item, Shape> {
  theirs: Item
  ground: Ground<Shape>
  merge: Merge<Shape>
}

interface SaveInput<Item extends Recorded, Shape extends Record<string, unknown>> {
  resource: Edited<Item, Shape>
  record: Item | undefined
  form: ReturnType<typeof useRecordForm<Shape>>
  /** A record as the form holds it. */
  ground: (record: Item) => Ground<Shape>
  /** Leads to what is to be corrected. */
  lead: (errors: Errors) => void
  saved: (record: Item) => void
}

/** Saves what was changed; refusals become messages at their fields, and a save that came too late becomes a conflict. */
export const useSave = <Item extends Recorded, Shape extends Record<string, unknown>>({
  resource,
  record,
  form,
  ground,
  lead,
  saved,
}: SaveInput<Item, Shape>) => {
  const queries = useQueryClient()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [conflict, setConflict] = useState<Conflict<Item, Shape>>()

  const refuse = (errors: Errors) => {
    form.setErrors(errors)
    lead(errors)
  }

  const arrived = (item: Item) => {
    queries.setQueryData(recordKey(resource.path, item._id), item)
    void queries.invalidateQueries({ queryKey: [resource.path], predicate: ({ queryKey }) => queryKey[1] !== 'record' })
    void queries.invalidateQueries({ queryKey: ['dashboard'] })
    form.stand(ground(item))
    setConflict(undefined)
    saved(item)
  }

  const send = async (on: Ground<Shape>, values: Shape): Promise<void> => {
    if (record && on.updatedAt !== null)
      return arrived(await resource.update(record._id, changedFields(on.base, values), on.updatedAt))
    if (resource.create) arrived(await resource.create(values, { headers: { 'idempotency-key': form.key } }))
  }

  /** Opens the comparison with the version the other saved. */
  const compare = async (id: string) => {
    const theirs = await resource.get(id)
    const theirGround = ground(theirs)
    const merge = mergeValues(form.units, form.ground.base, form.values, theirGround.base, htmlBlocks)
    setConflict({ theirs, ground: theirGround, merge })
  }

  const refused = async (error: unknown) => {
    if (!(error instanceof CallRefused)) return setFailure(error instanceof Error ? error.message : String(error))
    if (error.status === 412 && record) return compare(record._id)
    const { fields } = error.refusal
    if (fields && Object.keys(fields).length > 0) return refuse(fields)
    if (error.status === 404) return setFailure(m.form_gone())
    setFailure(error.refusal.message)
  }

  const attempt = async (on: Ground<Shape>, values: Shape): Promise<boolean> => {
    setSaving(true)
    setFailure(undefined)
    try {
      await send(on, values)
      return true
    } catch (error) {
      await refused(error).catch((again: unknown) => setFailure(again instanceof Error ? again.message : String(again)))
      return false
    } finally {
      setSaving(false)
    }
  }

  /** True when everything typed is on the server. */
  const save = async (): Promise<boolean> => {
    if (saving) return false
    const errors = form.check()
    if (Object.keys(errors).length > 0) {
      lead(errors)
      return false
    }
    return attempt(form.ground, form.values)
  }

  /** Saves what was merged and chosen, on top of the other's version. */
  const saveResolved = async (choices: ReadonlyMap<string, Choice>): Promise<boolean> => {
    if (!conflict) return false
    const values = resolved(conflict.merge, choices)
    form.stand(conflict.ground, values)
    setConflict(undefined)
    return attempt(conflict.ground, values)
  }

  return { saving, failure, conflict, save, saveResolved, closeConflict: () => setConflict(undefined) }
}
