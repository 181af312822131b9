import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFonts } from '../fonts/sets.ts'

/** Before all tests: writes the fonts the browsers of this run know, for `playwright.config.ts` to name to them. */
export default async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-fonts-'))
  for (const set of ['linux', 'windows', 'apple'] as const) await writeFonts(folder, set)
  process.env.TEST_FONTS = folder
  return () => rm(folder, { recursive: true, force: true })
}
