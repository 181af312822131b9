import { useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import type { Uploaded } from '../contract.ts'
import { mostFiles } from '../rules.ts'
import { exchange } from './call.tsx'

/** A file on its way: it goes ahead of the request, so that a line that breaks later loses nothing. */
export interface Attached {
  key: number
  name: string
  bytes: number
  /** Address of the small picture of this browser. */
  picture: string | null
  state: 'waiting' | 'going' | 'there' | 'refused'
  /** Part that has gone, from 0 to 1. */
  part: number
  error: string | null
  sent: Uploaded | null
}

interface Waiting {
  key: number
  file: File
}

/** The files of a request, sent one by one as they are chosen. */
export const useFiles = (kind: string, before: readonly Uploaded[]) => {
  const next = useRef(0)
  const fromSent = useCallback(
    (sent: Uploaded): Attached => ({
      key: next.current++,
      name: sent.name,
      bytes: sent.bytes,
      picture: null,
      state: 'there',
      part: 1,
      error: null,
      sent,
    }),
    [],
  )
  const [files, setFiles] = useState<Attached[]>(() => before.map(fromSent))
  const [full, setFull] = useState(false)
  const queue = useRef<Waiting[]>([])
  const running = useRef<Promise<void> | null>(null)
  const originals = useRef(new Map<number, File>())
  const gone = useRef(new Map<number, AbortController>())
  const latest = useRef(files)
  latest.current = files

  const change = useCallback((key: number, values: Partial<Attached>) => {
    setFiles((list) => list.map((file) => (file.key === key ? { ...file, ...values } : file)))
  }, [])

  const sendOne = useCallback(
    async ({ key, file }: Waiting) => {
      const leaving = new AbortController()
      gone.current.set(key, leaving)
      change(key, { state: 'going', part: 0, error: null })
      try {
        const { sendFile } = await exchange()
        const onProgress = (part: number) => change(key, { part })
        const answer = await sendFile(kind, file, { signal: leaving.signal, onProgress })
        change(
          key,
          'sent' in answer
            ? { state: 'there', part: 1, sent: answer.sent }
            : { state: 'refused', error: answer.refused },
        )
      } catch {
        if (!leaving.signal.aborted) change(key, { state: 'refused', error: m.consult_file_broken() })
      } finally {
        gone.current.delete(key)
      }
    },
    [change, kind],
  )

  const run = useCallback(() => {
    running.current ??= (async () => {
      for (let one = queue.current.shift(); one; one = queue.current.shift()) await sendOne(one)
      running.current = null
    })()
  }, [sendOne])

  const add = useCallback(
    (chosen: readonly File[]) => {
      const room = mostFiles - latest.current.length
      setFull(chosen.length > room)
      const taken = chosen.slice(0, Math.max(0, room)).map((file): Attached => {
        const key = next.current++
        originals.current.set(key, file)
        queue.current.push({ key, file })
        return {
          key,
          name: file.name,
          bytes: file.size,
          picture: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
          state: 'waiting',
          part: 0,
          error: null,
          sent: null,
        }
      })
      setFiles((list) => [...list, ...taken])
      run()
    },
    [run],
  )

  const remove = useCallback((key: number) => {
    gone.current.get(key)?.abort()
    queue.current = queue.current.filter((one) => one.key !== key)
    originals.current.delete(key)
    setFull(false)
    setFiles((list) => {
      const file = list.find((one) => one.key === key)
      if (file?.picture) URL.revokeObjectURL(file.picture)
      return list.filter((one) => one.key !== key)
    })
  }, [])

  const again = useCallback(
    (key: number) => {
      const file = originals.current.get(key)
      if (!file) return
      change(key, { state: 'waiting', error: null })
      queue.current.push({ key, file })
      run()
    },
    [change, run],
  )

  /** Waits for what is under way. */
  const settle = useCallback(async () => {
    while (running.current) await running.current
    // What was set last is rendered by then.
    await new Promise((resolve) => setTimeout(resolve))
    return latest.current
  }, [])

  const restore = useCallback((sent: readonly Uploaded[]) => setFiles(sent.map(fromSent)), [fromSent])

  useEffect(() => {
    const under = gone.current
    return () => {
      for (const leaving of under.values()) leaving.abort()
    }
  }, [])

  return { files, full, add, remove, again, settle, restore }
}
export type Files = ReturnType<typeof useFiles>
