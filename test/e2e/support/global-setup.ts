import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFonts } from '../../fonts/font-sets.ts'
import { prepareData } from '../../server/prepared-data.ts'
import { startApplication } from '../../server/start-application.ts'

/** Writes the test fonts; `playwright.config.ts` passes their path to the browsers. */
const prepareFonts = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-fonts-'))
  for (const set of ['linux', 'windows', 'apple'] as const) await writeFonts(folder, set)
  process.env.TEST_FONTS = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Runs once before all browser tests; returns the teardown. */
export default async () => {
  const undo = await Promise.all([prepareFonts(), prepareData((dataDirectory) => startApplication({ dataDirectory }))])
  return async () => {
    await Promise.all(undo.map((step) => step()))
  }
}
