import { useCallback, useEffect, useRef, useState } from 'react'
import type { Uploaded } from '../contract.ts'
import { readFiles } from './call.tsx'
import type { FileQueue } from './file-queue.ts'

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

export interface FilesState {
  files: readonly Attached[]
  /** Whether more were chosen than a request may have. */
  full: boolean
}

const fromSent = (sent: Uploaded, key: number): Attached => ({
  key,
  name: sent.name,
  bytes: sent.bytes,
  picture: null,
  state: 'there',
  part: 1,
  error: null,
  sent,
})

/** The files of a request. What sends them is asked for with the first of them. */
export const useFiles = (kind: string, before: readonly Uploaded[]) => {
  const [state, setState] = useState<FilesState>(() => ({ files: before.map(fromSent), full: false }))
  /** Chosen while what sends them could not be loaded. */
  const [held, setHeld] = useState<readonly File[]>([])
  const latest = useRef(state)
  latest.current = state
  const queue = useRef<FileQueue | null>(null)
  const adding = useRef<Promise<void>>(undefined)
  const lost = useRef<readonly File[]>([])

  const open = useCallback(async () => {
    const { FileQueue } = await readFiles()
    queue.current ??= new FileQueue(kind, latest.current.files, setState)
    return queue.current
  }, [kind])

  const add = useCallback(
    (chosen: readonly File[]) => {
      const hold = (isLost: boolean) => {
        const others = lost.current.filter((file) => !chosen.includes(file))
        lost.current = isLost ? [...others, ...chosen] : others
        setHeld(lost.current)
      }
      adding.current = open().then(
        (files) => {
          hold(false)
          files.add(chosen)
        },
        () => hold(true),
      )
    },
    [open],
  )

  // A file is in the list only where what shows and sends it is loaded.
  const remove = useCallback((key: number) => void open().then((files) => files.remove(key)), [open])
  const again = useCallback((key: number) => void open().then((files) => files.again(key)), [open])

  /** Waits for what is under way; `lost` is the number of files that were chosen and are not there. */
  const settle = useCallback(async () => {
    await adding.current
    const files = (await queue.current?.settle()) ?? latest.current.files
    return { files, lost: files.filter(({ state }) => state === 'refused').length + lost.current.length }
  }, [])

  const restore = useCallback((sent: readonly Uploaded[]) => setState({ files: sent.map(fromSent), full: false }), [])

  useEffect(() => () => queue.current?.stop(), [])

  return { ...state, held, add, remove, again, settle, restore }
}
export type Files = ReturnType<typeof useFiles>
