import { parentPort, workerData } from 'node:worker_threads'
import { readSheets } from './read-sheets.ts'
import { type SheetData, type SheetFileFault, SheetFileRefused } from './sheet-data.ts'

/** Worker thread: an untrusted file may be crafted to consume unlimited time and memory. */
export type ThreadAnswer = { sheets: SheetData[] } | { fault: SheetFileFault }

const { path, name } = workerData as { path: string; name: string }
const answer: ThreadAnswer = await readSheets(path, name).then(
  (sheets) => ({ sheets }),
  (error: unknown) => ({ fault: error instanceof SheetFileRefused ? error.fault : 'sheet_broken' }),
)
parentPort?.postMessage(answer)
