import { parentPort, workerData } from 'node:worker_threads'
import { readPaper } from './paper.ts'
import type { Place, WorkerMessage } from './place.ts'
import { readWorkbook } from './workbook.ts'

/** Worker thread: an untrusted file may be crafted to consume unlimited time and memory. */
const { path, mime } = workerData as { path: string; mime: string }
const say = (told: WorkerMessage) => parentPort?.postMessage(told)
let pages = 0
const tell = (place: Place) => {
  pages = Math.max(pages, place.page)
  say({ place })
}

if (mime === 'application/pdf') say(await readPaper(path, tell))
else say({ read: (await readWorkbook(path, tell)) ? 'whole' : 'part', pages })
