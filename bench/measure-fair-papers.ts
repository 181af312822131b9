import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startEmbedded } from '#kit/db/embedded.ts'
import { migrate } from '#kit/db/migrate.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { checkPaper, pdfOf } from '#kit/pdf/write-pdf.ts'
import type { Context } from '#kit/server/context.ts'
import { readSnapshot } from '#kit/server/records/read-snapshot.ts'
import { workbookWithin } from '#kit/spreadsheet/write-workbook.ts'
import { fairPapers } from '#match/matchings/documents/contract.ts'
import { sheetsOf } from '#match/matchings/documents/server/export-workbook.ts'
import { makePaper } from '#match/matchings/documents/server/make-papers.ts'
import { matchings } from '#match/matchings/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { processContext } from '../test/processes/process-context.ts'
import { buildLargeFair, buyers, days, sellers } from './datasets/build-large-fair.ts'

/** Memory in MB that creating a document may add. */
const goal = 32

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
setFlagsFromString('--expose-gc')
/** Forces garbage collection, so that garbage is not counted as memory of the document. */
const collect: () => void = runInNewContext('gc')

/** Returns the peak heap growth in MB and the duration in ms of `work`. */
const measure = async <T>(work: () => Promise<T>) => {
  collect()
  const before = process.memoryUsage().heapUsed
  let peak = 0
  const sampleMemory = () => {
    collect()
    peak = Math.max(peak, process.memoryUsage().heapUsed - before)
  }
  const timer = setInterval(sampleMemory, 250)
  const begin = performance.now()
  const answer = await work()
  const milliseconds = performance.now() - begin
  clearInterval(timer)
  sampleMemory()
  return { answer, milliseconds: Math.round(milliseconds), MB: megabytes(peak) }
}

const readAll = async (paper: Paper): Promise<number> => {
  let bytes = 0
  for await (const chunk of pdfOf(paper)) bytes += (chunk as Buffer).length
  return bytes
}

/** Creates the workbook of a fair as its route does; returns its size in bytes. */
const readWorkbook = async (context: Context, fair: string): Promise<number> => {
  let bytes = 0
  const workbook = await workbookWithin((give) => readSnapshot(context, (within) => give(sheetsOf(within, fair))))
  for await (const chunk of workbook) bytes += (chunk as Buffer).length
  return bytes
}

/**
 * Measures time and memory of the badges, table plan and workbook of a fair with 300 sellers and 200 buyers over three
 * days.
 */
export const measureFairPapers = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-papers-'))
  const database = await startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })
  await migrate(database.url)
  process.env.DATA_DIR = join(folder, 'application')
  const { context, close } = processContext({ databaseUrl: database.url, now: new Date().toISOString() })
  try {
    await buildSetting(context, {})
    const { fair } = await buildLargeFair(context)
    const meetings = await context.database.$count(matchings)
    console.log(`\nPapers of a fair: ${sellers} sellers, ${buyers} buyers, ${days} days, ${meetings} meetings`)
    const lines: Record<string, object> = {}
    let peak = 0
    for (const kind of fairPapers) {
      const at = context.now().toISOString()
      const read = await measure(() => makePaper(context, { id: fair.id, kind, at }))
      const checked = await measure(() => checkPaper(read.answer))
      const written = await measure(() => readAll(read.answer))
      peak = Math.max(peak, read.MB, checked.MB, written.MB)
      const { answer: bytes, ...rest } = written
      lines[kind] = {
        'read ms': read.milliseconds,
        'read MB': read.MB,
        'checked ms': checked.milliseconds,
        'checked MB': checked.MB,
        'written ms': rest.milliseconds,
        'written MB': rest.MB,
        'size MB': megabytes(bytes),
      }
    }
    const workbook = await measure(() => readWorkbook(context, fair.id))
    peak = Math.max(peak, workbook.MB)
    lines.workbook = {
      'written ms': workbook.milliseconds,
      'written MB': workbook.MB,
      'size MB': Math.round(workbook.answer / 1024 ** 2 / 0.01) / 100,
    }
    console.table(lines)
    return peak <= goal
  } finally {
    await close()
    await database.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
