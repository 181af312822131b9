import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { confirmHarm } from '#console/kit/parts/confirm.tsx'
import { sayDone, sayWrong } from '#console/kit/parts/toast.tsx'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { settledAfter } from '../rules.ts'
import { client, mediaName, resource } from './resource.tsx'

/** Removes a file that no record names, for good. */
export function RemoveButton({ medium }: { medium: Media }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: () => client.remove({ params: { id: medium._id } }),
    onSuccess: async () => {
      sayDone(m.list_said_removed({ count: 1 }))
      await navigate('/console/media')
      void queries.invalidateQueries({ queryKey: [resource.path] })
    },
    onError: (error) => sayWrong(error.message),
  })
  const isFresh = Date.now() - Date.parse(medium.createdAt) < settledAfter
  const reason = medium.uses > 0 ? m.media_remove_used() : isFresh ? m.media_remove_fresh() : undefined
  const remove = async () => {
    const name = mediaName(medium)
    const title = m.media_remove_title({ name })
    if (await confirmHarm({ title, text: m.media_remove_text(), label: m.list_act_remove() })) removing.mutate()
  }
  return (
    <Button
      data-harm
      variant="subtle"
      disabled={reason !== undefined || removing.isPending}
      title={reason}
      onClick={() => void remove()}
    >
      {m.list_act_remove()}
    </Button>
  )
}
