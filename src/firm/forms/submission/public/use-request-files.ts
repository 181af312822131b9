import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '../contract.ts'
import { loadFileList } from './load-form-code.ts'
import type { AttachedFile, FilesState, UploadQueue } from './upload-queue.ts'

const fromUploaded = (uploaded: UploadedFile, key: number): AttachedFile => ({
  key,
  name: uploaded.name,
  bytes: uploaded.bytes,
  picture: null,
  state: 'there',
  part: 1,
  error: null,
  sent: uploaded,
})

/** Manages the files of a request. The upload code is loaded with the first file. */
export const useRequestFiles = (kind: string, before: readonly UploadedFile[]) => {
  const [state, setState] = useState<FilesState>(() => ({ files: before.map(fromUploaded), full: false }))
  /** Files chosen after the upload code failed to load. The browser caches a failed import for the life of the page. */
  const [waitingFiles, setWaitingFiles] = useState<readonly File[]>([])
  const latest = useRef(state)
  latest.current = state
  const queue = useRef<UploadQueue | null>(null)
  const adding = useRef<Promise<void>>(undefined)
  const holding = useRef<readonly File[]>([])

  const open = useCallback(async () => {
    const { UploadQueue } = await loadFileList()
    queue.current ??= new UploadQueue(kind, latest.current.files, setState)
    return queue.current
  }, [kind])

  const hold = useCallback((chosen: readonly File[]) => {
    holding.current = chosen
    setWaitingFiles(chosen)
  }, [])

  /**
   * Uploads the chosen files; if that is impossible, they stay in `input` and are submitted with the form, as without
   * script.
   */
  const add = useCallback(
    (chosen: readonly File[], input: HTMLInputElement) => {
      adding.current = open().then(
        (files) => {
          // Allow choosing the same file again, and do not submit it a second time with the form.
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

  // A listed file implies that the upload code is loaded.
  const remove = useCallback((key: number) => void open().then((files) => files.remove(key)), [open])
  const again = useCallback((key: number) => void open().then((files) => files.again(key)), [open])

  /** Waits for running uploads. `isHeld`: files are in the form itself. */
  const settle = useCallback(async () => {
    await adding.current
    const files = (await queue.current?.waitForUploads()) ?? latest.current.files
    return {
      files,
      refused: files.filter(({ state }) => state === 'refused').length,
      isHeld: holding.current.length > 0,
    }
  }, [])

  /** Removes all files after the form was cleared. */
  const clear = useCallback(() => {
    hold([])
    for (const { key } of latest.current.files) remove(key)
  }, [hold, remove])

  const restore = useCallback(
    (uploads: readonly UploadedFile[]) => setState({ files: uploads.map(fromUploaded), full: false }),
    [],
  )

  useEffect(() => () => queue.current?.stop(), [])

  return { ...state, held: waitingFiles, add, remove, again, settle, clear, restore }
}
export type RequestFiles = ReturnType<typeof useRequestFiles>
