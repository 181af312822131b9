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
  /** Chosen while what sends them could not be loaded. A browser remembers that for as long as the page lives. */
  const [held, setHeld] = useState<readonly File[]>([])
  const latest = useRef(state)
  latest.current = state
  const queue = useRef<FileQueue | null>(null)
  const adding = useRef<Promise<void>>(undefined)
  const holding = useRef<readonly File[]>([])

  const open = useCallback(async () => {
    const { FileQueue } = await readFiles()
    queue.current ??= new FileQueue(kind, latest.current.files, setState)
    return queue.current
  }, [kind])

  const hold = useCallback((chosen: readonly File[]) => {
    holding.current = chosen
    setHeld(chosen)
  }, [])

  /** Sends what was chosen; where that cannot be, it stays in `input` and goes with the form, as without script. */
  const add = useCallback(
    (chosen: readonly File[], input: HTMLInputElement) => {
      adding.current = open().then(
        (files) => {
          // The same file may be chosen again, and nothing is sent a second time with the form.
          input.value = ''
          files.add(chosen)
        },
        () => {
          const all = chosen.length > 0 ? [...holding.current, ...chosen] : []
          const transfer = new DataTransfer()
          for (const file of all) transfer.items.add(file)
          input.files = transfer.files
          hold(all)
        },
      )
    },
    [open, hold],
  )

  // A file is in the list only where what shows and sends it is loaded.
  const remove = useCallback((key: number) => void open().then((files) => files.remove(key)), [open])
  const again = useCallback((key: number) => void open().then((files) => files.again(key)), [open])

  /** Waits for what is under way; `isHeld`: files are in the form itself. */
  const settle = useCallback(async () => {
    await adding.current
    const files = (await queue.current?.settle()) ?? latest.current.files
    return {
      files,
      refused: files.filter(({ state }) => state === 'refused').length,
      isHeld: holding.current.length > 0,
    }
  }, [])

  /** Takes all of them out; the form has been emptied. */
  const clear = useCallback(() => {
    hold([])
    for (const { key } of latest.current.files) remove(key)
  }, [hold, remove])

  const restore = useCallback((sent: readonly Uploaded[]) => setState({ files: sent.map(fromSent), full: false }), [])

  useEffect(() => () => queue.current?.stop(), [])

  return { ...state, held, add, remove, again, settle, clear, restore }
}
export type Files = ReturnType<typeof useFiles>
