import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useUpload } from '#console/kit/parts/media/use-upload.ts'
import { type Media, media } from '#kit/files/contract.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { getMediaName, resource } from './resource.tsx'

/** Uploads files, several at once; they can also be pasted anywhere on the list. */
export function UploadButton() {
  const queries = useQueryClient()
  const handleUploaded = useCallback(
    (medium: Media) => {
      showSuccess(m.media_uploaded({ name: getMediaName(medium) }))
      void queries.invalidateQueries({ queryKey: [resource.path] })
    },
    [queries],
  )
  const { uploading, error, send, cancel } = useUpload(handleUploaded)
  useEffect(() => {
    if (error) showError(error)
  }, [error])
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) void send(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [send])
  if (uploading)
    return (
      <Button onClick={cancel}>
        {m.form_uploading({ name: uploading.name, percent: Math.round(uploading.progress * 100) })} · {m.list_cancel()}
      </Button>
    )
  return (
    <FileButton multiple accept={acceptOf(media.upload.upload)} onChange={(files) => void send(files)}>
      {(props) => (
        <Button variant="filled" leftSection={<Icon name="upload" />} {...props}>
          {m.media_upload()}
        </Button>
      )}
    </FileButton>
  )
}
