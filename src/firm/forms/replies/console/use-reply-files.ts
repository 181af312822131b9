import { useCallback, useEffect, useRef, useState } from 'react'
import type { RunningUpload } from '#console/kit/parts/media/use-upload.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { UploadedFile } from '../../submission/contract.ts'
import { maxReplyBytes, maxReplyFiles } from '../rules.ts'
import { replyClient } from './reply-client.ts'

/**
 * Uploads files before their reply is sent, one at a time, with progress. `read` returns the current files of the
 * reply, so that a file removed during an upload does not come back.
 */
export const useReplyFiles = (
  id: string,
  read: () => readonly UploadedFile[],
  change: (files: UploadedFile[]) => void,
) => {
  const [uploading, setUploading] = useState<RunningUpload>()
  const [error, setError] = useState<string>()
  const abort = useRef<AbortController>(null)
  const waiting = useRef<File[]>([])
  const latest = useRef({ read, change })
  useEffect(() => {
    latest.current = { read, change }
  })
  useEffect(
    () => () => {
      waiting.current = []
      abort.current?.abort()
    },
    [],
  )

  const uploadFile = useCallback(
    async (file: File) => {
      const there = latest.current.read()
      const bytes = there.reduce((sum, one) => sum + one.bytes, 0)
      if (there.length >= maxReplyFiles || bytes + file.size > maxReplyBytes) {
        setError(m.forms_reply_files_most({ count: maxReplyFiles, megabytes: maxReplyBytes / 1024 ** 2 }))
        return
      }
      abort.current = new AbortController()
      const { signal } = abort.current
      setUploading({ name: file.name, progress: 0 })
      const form = new FormData()
      form.append('file', file, file.name)
      try {
        const { file: uploaded } = await replyClient.attach(
          { params: { id }, form },
          { signal, onProgress: (part) => setUploading({ name: file.name, progress: part }) },
        )
        latest.current.change([...latest.current.read(), uploaded])
      } catch (failure) {
        if (!signal.aborted) setError(`${file.name}: ${refusalMessage(failure)}`)
      }
    },
    [id],
  )
  const isSending = useRef(false)
  const send = useCallback(
    async (chosen: readonly File[]) => {
      setError(undefined)
      waiting.current.push(...chosen)
      // The running loop also uploads these.
      if (isSending.current) return
      isSending.current = true
      for (let file = waiting.current.shift(); file; file = waiting.current.shift()) await uploadFile(file)
      isSending.current = false
      setUploading(undefined)
    },
    [uploadFile],
  )
  const cancel = useCallback(() => abort.current?.abort(), [])
  return { uploading, error, send, cancel }
}
