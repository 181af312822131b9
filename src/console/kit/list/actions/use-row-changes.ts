import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Recorded, Records } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { confirmDestructive } from '../../parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '../../parts/dialogs/show-toast.tsx'
import type { ListResource } from '../state/use-list.ts'
import { useReload } from '../state/use-reload.ts'
import type { ListAction } from './list-actions.ts'
import type { Selection } from './use-selection.ts'

/** Changes rows, one in place or many by an action; tracks the rows being saved and the refused ones. */
export const useRowChanges = <Item extends Recorded, Shape, Name extends string, Sort extends string>(
  resource: ListResource<Item, Shape, Name, Sort>,
  selection: Selection<Item>,
) => {
  const queries = useQueryClient()
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState<string>()

  const reload = useReload(resource.path)

  /**
   * Updates the record in every cached page, so that the row shows the stored values. Fields that only the list has are
   * kept.
   */
  const put = useCallback(
    (record: Recorded) =>
      queries.setQueriesData<Records<Item>>(
        { queryKey: [resource.path, 'list'] },
        (page) =>
          page && {
            ...page,
            records: page.records.map((one) => (one._id === record._id ? { ...one, ...record } : one)),
          },
      ),
    [queries, resource.path],
  )

  const change = useCallback(
    async (record: Item, changed: Partial<Shape>) => {
      if (!resource.update) return
      setSaving((before) => new Set(before).add(record._id))
      setRefused((before) => new Map([...before].filter(([id]) => id !== record._id)))
      try {
        put(await resource.update(record._id, changed, record.updatedAt))
        void reload((part) => part === 'count')
      } catch (error) {
        const message = refusalMessage(error)
        setRefused((before) => new Map(before).set(record._id, message))
        // 412: reload the row and let the user decide.
        if (error instanceof CallRefused && error.status === 412) void reload()
        throw error
      } finally {
        setSaving((before) => new Set([...before].filter((id) => id !== record._id)))
      }
    },
    [resource, put, reload],
  )

  const act = useCallback(
    async (one: ListAction<Item>, choice = '') => {
      const records = selection.records
      if (one.confirm && !(await confirmDestructive(one.confirm(records)))) return
      setBusy(one.key)
      try {
        const { done, pending = 0, failed, undo } = await one.run(records, choice)
        setRefused(new Map(failed.map(({ id, message }) => [id, message])))
        // Failed records stay selected for another try.
        const failedIds = new Set(failed.map(({ id }) => id))
        selection.replace(records.filter(({ _id }) => failedIds.has(_id)))
        if (done > 0) showSuccess(one.doneText(done), undo && (() => undo().then(() => reload())))
        if (pending > 0) showSuccess(m.approvals_said_asked({ count: pending }))
        const first = failed[0]
        if (first) showError(m.list_failed({ total: records.length, count: failed.length, message: first.message }))
      } catch (error) {
        showError(error)
      } finally {
        setBusy(undefined)
        await reload()
      }
    },
    [selection, reload],
  )

  return { saving, refused, busy, change, act, reload }
}
