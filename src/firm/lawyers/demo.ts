import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import { LawyerInput } from './contract.ts'

const folder = join(import.meta.dirname, '../../../assets/content/lawyers')

/** A profile as its file has it: the picture by the name of the asset. */
const Profile = LawyerInput.extend({ picture: z.string().transform(assetId) })

/** The lawyers in their order; one file each under `assets/content/lawyers`. */
export const demoLawyers = async (): Promise<z.infer<typeof LawyerInput>[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(names.map(async (name) => Profile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))))
}
