import { parentPort, workerData } from 'node:worker_threads'
import { readPaper } from './paper.ts'
import type { Place, Told } from './place.ts'
import { readWorkbook } from './workbook.ts'

/** Runs in a thread of its own: files of strangers may be made to take any time and memory. */
const { path, mime } = workerData as { path: string; mime: string }
const say = (told: Told) => parentPort?.postMessage(told)
let pages = 0
const tell = (place: Place) => {
  pages = Math.max(pages, place.page)
  say({ place })
}

if (mime === 'application/pdf') say(await readPaper(path, tell))
else say({ read: (await readWorkbook(path, tell)) ? 'whole' : 'part', pages })
