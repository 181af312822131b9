import { useCallback, useEffect, useRef, useState } from 'react'
import { type Media, media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'

const client = clientOf(media)

/** A running upload. */
export interface RunningUpload {
  name: string
  /** Progress from 0 to 1. */
  progress: number
}

/** Uploads files to the media store sequentially, with progress; calls `onUploaded` for each. */
export const useUpload = (onUploaded: (medium: Media) => void) => {
  const [uploading, setUploading] = useState<RunningUpload>()
  const [error, setError] = useState<string>()
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const send = useCallback(
    async (files: Iterable<File>) => {
      setError(undefined)
      for (const file of files) {
        if (file.size > media.upload.upload.maxBytes) {
          setError(m.form_file_too_large({ name: file.name, megabytes: media.upload.upload.maxBytes / 1024 ** 2 }))
          continue
        }
        abort.current = new AbortController()
        setUploading({ name: file.name, progress: 0 })
        const form = new FormData()
        form.append('file', file, file.name)
        try {
          const { medium } = await client.upload(
            { form },
            { signal: abort.current.signal, onProgress: (part) => setUploading({ name: file.name, progress: part }) },
          )
          onUploaded(medium)
        } catch (failure) {
          if (!abort.current.signal.aborted) setError(`${file.name}: ${refusalMessage(failure)}`)
        }
      }
      setUploading(undefined)
    },
    [onUploaded],
  )
  const cancel = useCallback(() => abort.current?.abort(), [])
  return { uploading, error, send, cancel }
}
