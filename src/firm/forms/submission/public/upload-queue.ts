import { m } from '#messages/messages.js'
import { maxRequestFiles } from '../../rules.ts'
import type { UploadedFile } from '../contract.ts'
import { uploadFile } from './send-request.ts'

/** File of a request. It is uploaded before the request, so that a network failure during submission loses nothing. */
export interface AttachedFile {
  key: number
  name: string
  bytes: number
  /** Local object URL of the thumbnail. */
  picture: string | null
  state: 'waiting' | 'going' | 'there' | 'refused'
  /** Uploaded fraction, from 0 to 1. */
  part: number
  error: string | null
  sent: UploadedFile | null
}

export interface FilesState {
  files: readonly AttachedFile[]
  /** True if more files were chosen than a request may have. */
  full: boolean
}

interface WaitingUpload {
  key: number
  file: File
}

/** Uploads the files of a request one at a time and publishes the state of each. */
export class UploadQueue {
  readonly #kind: string
  readonly #publish: (state: FilesState) => void
  readonly #originals = new Map<number, File>()
  readonly #sending = new Map<number, AbortController>()
  #state: FilesState
  #nextKey: number
  #waiting: WaitingUpload[] = []
  #running: Promise<void> | null = null

  /** @param files files uploaded earlier */
  constructor(kind: string, files: readonly AttachedFile[], publish: (state: FilesState) => void) {
    this.#kind = kind
    this.#publish = publish
    this.#state = { files, full: false }
    this.#nextKey = Math.max(-1, ...files.map(({ key }) => key)) + 1
  }

  add(chosen: readonly File[]): void {
    const freePlaces = Math.max(0, maxRequestFiles - this.#state.files.length)
    const added = chosen.slice(0, freePlaces).map((file): AttachedFile => {
      const key = this.#nextKey++
      this.#originals.set(key, file)
      this.#waiting.push({ key, file })
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
    this.#set({ files: [...this.#state.files, ...added], full: chosen.length > freePlaces })
    this.#run()
  }

  remove(key: number): void {
    this.#sending.get(key)?.abort()
    this.#waiting = this.#waiting.filter((one) => one.key !== key)
    this.#originals.delete(key)
    const { files } = this.#state
    const picture = files.find((one) => one.key === key)?.picture
    if (picture) URL.revokeObjectURL(picture)
    this.#set({ files: files.filter((one) => one.key !== key), full: false })
  }

  again(key: number): void {
    const file = this.#originals.get(key)
    if (!file) return
    this.#change(key, { state: 'waiting', error: null })
    this.#waiting.push({ key, file })
    this.#run()
  }

  /** Waits for running uploads. */
  async waitForUploads(): Promise<readonly AttachedFile[]> {
    while (this.#running) await this.#running
    return this.#state.files
  }

  stop(): void {
    this.#waiting = []
    for (const sending of this.#sending.values()) sending.abort()
  }

  #set(state: FilesState): void {
    this.#state = state
    this.#publish(state)
  }

  #change(key: number, values: Partial<AttachedFile>): void {
    const { files, full } = this.#state
    this.#set({ files: files.map((file) => (file.key === key ? { ...file, ...values } : file)), full })
  }

  #run(): void {
    // Without an upload the function would end before its promise is assigned, and seem to run for ever.
    if (this.#waiting.length === 0) return
    this.#running ??= (async () => {
      for (let upload = this.#waiting.shift(); upload; upload = this.#waiting.shift()) await this.#send(upload)
      this.#running = null
    })()
  }

  async #send({ key, file }: WaitingUpload): Promise<void> {
    const sending = new AbortController()
    this.#sending.set(key, sending)
    this.#change(key, { state: 'going', part: 0, error: null })
    try {
      const onProgress = (part: number) => this.#change(key, { part })
      const answer = await uploadFile(this.#kind, file, { signal: sending.signal, onProgress })
      this.#change(
        key,
        'sent' in answer ? { state: 'there', part: 1, sent: answer.sent } : { state: 'refused', error: answer.refused },
      )
    } catch {
      if (!sending.signal.aborted) this.#change(key, { state: 'refused', error: m.consult_file_broken() })
    } finally {
      this.#sending.delete(key)
    }
  }
}
