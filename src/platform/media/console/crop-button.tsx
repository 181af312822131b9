import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import type { Media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { ReplaceDialog } from './replace-dialog.tsx'
import { resource } from './resource.tsx'
import { usesQuery } from './uses-query.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

/** Crops a picture; the result can replace the original where it is used, or be stored beside it. */
export function CropButton({ medium }: { medium: Media }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [cropped, setCropped] = useState<Media>()
  const replacement = useQuery(usesQuery(medium._id)).data?.replacement
  const { picture } = medium
  if (!picture) return null
  const handleCropped = (made: Media) => {
    setOpen(false)
    showSuccess(m.media_cropped({ name: made.name }))
    void queries.invalidateQueries({ queryKey: [resource.path] })
    if (replacement && replacement.follow > 0 && replacement.barred === 0) setCropped(made)
    else void navigate(`/console/media/${made._id}`)
  }
  return (
    <>
      <Button leftSection={<Icon name="crop" />} onClick={() => setOpen(true)}>
        {m.media_crop()}
      </Button>
      {isOpen && (
        <Suspense>
          <CropDialog medium={medium} picture={picture} close={() => setOpen(false)} onCropped={handleCropped} />
        </Suspense>
      )}
      {cropped && replacement && (
        <ReplaceDialog
          medium={medium}
          foreseen={replacement}
          chosen={cropped}
          isCut
          close={() => {
            setCropped(undefined)
            void navigate(`/console/media/${cropped._id}`)
          }}
        />
      )}
    </>
  )
}
