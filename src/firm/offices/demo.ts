import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { MapPart, OfficeInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { offices } from './table.ts'

const maps = join(import.meta.dirname, '../../../assets/content/offices')

const readMap = async (key: string) =>
  z.array(MapPart).parse(JSON.parse(await readFile(join(maps, `${key}.json`), 'utf8')))

/**
 * Returns the offices in order, each with its map from `assets/content/offices`. Streets and buildings are fictional;
 * the phone numbers are not assigned.
 */
export const demoOffices = async (): Promise<z.infer<typeof OfficeInput>[]> => {
  const { opening, hours, offices } = records
  const complete = offices.map(async (office) => ({ ...office, opening, hours, map: await readMap(office.key) }))
  return parseDemo(OfficeInput.array(), await Promise.all(complete))
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, offices, OfficeInput, await demoOffices())
}
