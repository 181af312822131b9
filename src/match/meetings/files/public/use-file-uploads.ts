import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { maxMeetingFileBytes } from '../../rules.ts'
import { files as contract } from '../contract.ts'

const client = clientOf(contract)

/** File that is being uploaded. */
interface PendingUpload {
  /** Idempotency key: a retry after a lost response stores the file once. */
  key: string
  file: File
  /** Upload progress from 0 to 1. */
  progress: number
  /** Reason of the rejection, as text. */
  refused?: string
  /** True if a retry can succeed. */
  isLost?: boolean
}

export interface FileUploads {
  uploads: readonly PendingUpload[]
  add: (files: readonly File[]) => void
  again: (key: string) => void
  remove: (key: string) => void
}

/** True for errors of the file itself, which no retry can fix. */
const isFinal = (error: unknown) => error instanceof CallRefused && [400, 413, 415].includes(error.status)

/** Uploads files one at a time, independent of the tab shown; calls `sent` after each accepted file. */
export const useFileUploads = (matching: string, sent: () => void): FileUploads => {
  const [uploads, setUploads] = useState<readonly PendingUpload[]>([])
  const queue = useRef(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const { current } = aborts
    return () => {
      for (const abort of current.values()) abort.abort()
    }
  }, [])

  const change = useCallback(
    (key: string, values: Partial<PendingUpload>) =>
      setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )
  const remove = useCallback((key: string) => {
    aborts.current.get(key)?.abort()
    setUploads((before) => before.filter((one) => one.key !== key))
  }, [])
  const send = useCallback(
    (key: string, file: File) => {
      const abort = new AbortController()
      aborts.current.set(key, abort)
      const work = async () => {
        if (abort.signal.aborted) return
        const form = new FormData()
        form.append('file', file, file.name)
        try {
          await client.attach(
            { params: { id: matching }, query: { said: key }, form },
            { signal: abort.signal, onProgress: (progress) => change(key, { progress }) },
          )
          remove(key)
          sent()
        } catch (error) {
          if (!abort.signal.aborted) change(key, { refused: refusalMessage(error), isLost: !isFinal(error) })
        }
      }
      queue.current = queue.current.then(work)
    },
    [matching, sent, change, remove],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      const large = m.meetings_file_large({ size: maxMeetingFileBytes / 1024 ** 2 })
      const added = files.map((file) => ({
        key: newKey(),
        file,
        progress: 0,
        ...(file.size > maxMeetingFileBytes && { refused: large }),
      }))
      setUploads((before) => [...before, ...added])
      for (const one of added) if (!one.refused) send(one.key, one.file)
    },
    [send],
  )
  const again = useCallback(
    (key: string) => {
      const one = uploads.find((sending) => sending.key === key)
      if (!one?.isLost) return
      setUploads((before) =>
        before.map((sending) => (sending.key === key ? { key, file: one.file, progress: 0 } : sending)),
      )
      send(key, one.file)
    },
    [uploads, send],
  )
  return { uploads, add, again, remove }
}
