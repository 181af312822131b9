import { parentPort, workerData } from 'node:worker_threads'
import { readPaper } from './paper.ts'
import type { Place, WorkerMessage } from './place.ts'
import { readWorkbook } from './workbook.ts'

/** Worker thread: an untrusted file may be crafted to consume unlimited time and memory. */
const { path, mime } = workerData as { path: string; mime: string }
const post = (message: WorkerMessage) => parentPort?.postMessage(message)
let pages = 0
const reportPlace = (place: Place) => {
  pages = Math.max(pages, place.page)
  post({ place })
}

if (mime === 'application/pdf') post(await readPaper(path, reportPlace))
else post({ read: (await readWorkbook(path, reportPlace)) ? 'whole' : 'part', pages })
