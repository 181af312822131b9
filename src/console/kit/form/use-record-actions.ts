import { useNavigate } from 'react-router'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { useReload } from '../list/state/use-reload.ts'
import { confirmDestructive } from '../parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '../parts/dialogs/show-toast.tsx'
import type { FormDeclaration } from './form-declaration.ts'
import type { useSave } from './saving/use-save.ts'
import type { useRecordForm } from './use-record-form.ts'

interface RecordActsInput<Item extends Recorded, Shape extends Record<string, unknown>> {
  declaration: FormDeclaration<Item, Shape>
  record: Item | undefined
  form: ReturnType<typeof useRecordForm<Shape>>
  saving: ReturnType<typeof useSave<Item, Shape>>
}

const attempt = async (work: () => Promise<void>) => {
  try {
    await work()
  } catch (error) {
    showError(error)
  }
}

/** Actions on a whole record: delete, save as a copy, discard the draft. */
export const useRecordActions = <Item extends Recorded, Shape extends Record<string, unknown>>({
  declaration,
  record,
  form,
  saving,
}: RecordActsInput<Item, Shape>) => {
  const { resource, back, name, recordName, fork: copy } = declaration
  const navigate = useNavigate()
  const reload = useReload(resource.path)

  const letGo = (to: string) => {
    form.undoAll()
    form.forget()
    // Wait for a render, so that the leave guard sees no unsaved changes.
    setTimeout(() => void navigate(to))
  }

  const remove = async () => {
    const { remove: take } = resource
    if (!record || !take) return
    const title = recordName?.(record) || name(form.values)
    const sure = await confirmDestructive({
      title: m.form_delete_title({ name: title }),
      // Hiding is suggested as an alternative only for records with a visibility switch.
      text: 'visible' in form.values ? m.form_delete_text() : m.form_delete_final(),
      label: m.form_delete_confirm({ name: title }),
    })
    if (!sure) return
    await attempt(async () => {
      await take(record._id)
      showSuccess(m.form_deleted({ name: title }))
      void reload()
      letGo(back.to)
    })
  }

  const fork = () =>
    attempt(async () => {
      const item = copy && (await resource.create?.(copy(form.values)))
      if (!item) return
      saving.closeConflict()
      letGo(`${back.to}/${item._id}`)
    })

  const discard = () =>
    attempt(async () => {
      const undo = await saving.discard()
      if (undo) showSuccess(m.draft_discarded(), undo)
    })

  return { remove, fork, discard }
}
