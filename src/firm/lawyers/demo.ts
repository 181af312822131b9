import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { LawyerInput } from './contract.ts'
import { lawyers } from './table.ts'

const folder = join(import.meta.dirname, '../../../assets/content/lawyers')

/** A profile as its file has it: the picture by the name of the asset. */
const Profile = LawyerInput.extend({ picture: z.string().transform(assetId) })

/** The lawyers in their order; one file each under `assets/content/lawyers`. */
export const demoLawyers = async (): Promise<z.infer<typeof LawyerInput>[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(names.map(async (name) => Profile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))))
}

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, lawyers, LawyerInput, await demoLawyers())
}
