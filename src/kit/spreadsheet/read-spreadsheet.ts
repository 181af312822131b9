import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { type SheetData, type SheetFileFault, SheetFileRefused } from './sheet-data.ts'
import type { ThreadAnswer } from './thread.ts'

/** One file at a time per process: each may use the whole memory of its thread. */
const queue = new PQueue({ concurrency: 1 })

interface ReadLimits {
  /** Timeout in milliseconds. */
  timeout?: number
  /** Heap limit of the thread in MB. */
  memory?: number
}

const runThread = (path: string, name: string, { timeout = 20_000, memory = 256 }: ReadLimits): Promise<SheetData[]> =>
  new Promise((resolve, reject) => {
    // Loaded from source, because the built server is a single file.
    const thread = new Worker(new URL('thread.ts', import.meta.url), {
      workerData: { path, name },
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const refuse = (fault: SheetFileFault) => reject(new SheetFileRefused(fault))
    const timer = setTimeout(() => {
      refuse('sheet_large')
      void thread.terminate()
    }, timeout)
    thread.once('message', (answer: ThreadAnswer) => {
      if ('fault' in answer) refuse(answer.fault)
      else resolve(answer.sheets)
    })
    // The heap limit, or a fault of the reader itself.
    thread.once('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'sheet_large' : 'sheet_broken'),
    )
    thread.once('exit', () => {
      clearTimeout(timer)
      refuse('sheet_broken')
    })
  })

/** Reads an Excel workbook or a CSV file in a thread with limits on time and memory. Throws `SheetFileRefused`. */
export const readSpreadsheet = (path: string, name: string, limits: ReadLimits = {}): Promise<SheetData[]> =>
  queue.add(() => runThread(path, name, limits))
