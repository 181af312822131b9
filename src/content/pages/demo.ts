import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { SectionInput } from './contract.ts'
import home from './demo.json' with { type: 'json' }
import { sections } from './table.ts'

type Section = z.infer<typeof SectionInput>

/** Demo home page. A line break in a title is its preferred break. */
export const demoSections: Section[] = parseDemo(SectionInput.array(), home)

const centerFile = join(import.meta.dirname, '../../../assets/content/pages/center.json')

/** Returns the introduction page of the firm from `assets/content/pages/center.json`. */
export const demoPages = async (): Promise<Section[]> => {
  const center = JSON.parse(await readFile(centerFile, 'utf8'))
  return [parseDemo(SectionInput, { page: 'center', kind: 'blocks', picture: 'asset:offices/seoul', ...center })]
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, sections, SectionInput, [...demoSections, ...(await demoPages())])
}
