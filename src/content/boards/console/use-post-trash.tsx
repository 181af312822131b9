import { useNavigate } from 'react-router'
import { joinNames } from '#console/kit/list/actions/common-actions.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { m } from '#messages/messages.js'
import type { Post } from '../contract.ts'
import { client, getPostName, resource } from './post-resource.tsx'

/**
 * Moves a post into the trash and back. `letGo` drops unsaved changes, so that leaving does not ask for confirmation.
 */
export const usePostTrash = (post: Post | undefined, letGo: () => void) => {
  const navigate = useNavigate()
  const reload = useReload(resource.path)
  const runAction = async (name: 'trash' | 'restore') => {
    if (!post) return
    await client.bulk({ body: { ids: [post._id], act: name } })
    await reload()
  }
  const runWithError = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      showError(error)
    }
  }
  return {
    discard: () =>
      runWithError(async () => {
        if (!post) return
        await runAction('trash')
        letGo()
        showSuccess(m.boards_trashed({ name: joinNames([post], getPostName) }), () => runAction('restore'))
        setTimeout(() => void navigate('/console/boards'))
      }),
    restore: () =>
      runWithError(async () => {
        await runAction('restore')
        showSuccess(m.boards_said_restored({ count: 1 }))
      }),
  }
}
