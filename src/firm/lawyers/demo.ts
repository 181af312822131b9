import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { LawyerInput } from './contract.ts'
import { lawyers } from './table.ts'

const folder = join(import.meta.dirname, '../../../assets/content/lawyers')

/** Returns the lawyers in order, from one file each in `assets/content/lawyers`. */
export const demoLawyers = async (): Promise<z.infer<typeof LawyerInput>[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => parseDemo(LawyerInput, JSON.parse(await readFile(join(folder, name), 'utf8')))),
  )
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, lawyers, LawyerInput, await demoLawyers())
}
