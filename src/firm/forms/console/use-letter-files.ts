import { useCallback, useEffect, useRef, useState } from 'react'
import type { Uploading } from '#console/kit/parts/use-upload.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { Uploaded } from '../contract.ts'
import { mostLetterBytes, mostLetterFiles } from '../rules-letter.ts'
import { answeringClient } from './resource.tsx'

const refusalOf = (error: unknown): string => {
  if (error instanceof CallRefused) return Object.values(error.refusal.fields ?? {})[0] ?? error.refusal.message
  return error instanceof Error ? error.message : String(error)
}

/** Sends files ahead of the letter they go with, one after the other, with progress. */
export const useLetterFiles = (id: string, files: readonly Uploaded[], change: (files: Uploaded[]) => void) => {
  const [uploading, setUploading] = useState<Uploading>()
  const [error, setError] = useState<string>()
  const abort = useRef<AbortController>(null)
  const latest = useRef({ files, change })
  useEffect(() => {
    latest.current = { files, change }
  })
  useEffect(() => () => abort.current?.abort(), [])

  const send = useCallback(
    async (chosen: readonly File[]) => {
      setError(undefined)
      let there = [...latest.current.files]
      for (const file of chosen) {
        const bytes = there.reduce((sum, one) => sum + one.bytes, 0)
        if (there.length >= mostLetterFiles || bytes + file.size > mostLetterBytes) {
          setError(m.forms_reply_files_most({ count: mostLetterFiles, megabytes: mostLetterBytes / 1024 ** 2 }))
          break
        }
        abort.current = new AbortController()
        const { signal } = abort.current
        setUploading({ name: file.name, part: 0 })
        const form = new FormData()
        form.append('file', file, file.name)
        try {
          const { file: sent } = await answeringClient.attach(
            { params: { id }, form },
            { signal, onProgress: (part) => setUploading({ name: file.name, part }) },
          )
          there = [...there, sent]
          latest.current.change(there)
        } catch (failure) {
          if (!signal.aborted) setError(`${file.name}: ${refusalOf(failure)}`)
        }
      }
      setUploading(undefined)
    },
    [id],
  )
  const cancel = useCallback(() => abort.current?.abort(), [])
  return { uploading, error, send, cancel }
}
