import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readAssets } from './assets.ts'

const root = join(import.meta.dirname, '../../..')
const pictures = join(root, 'assets/pictures')

it('lists every asset picture with its texts', async () => {
  const assets = await readAssets()
  const names = assets.filter(({ kind }) => kind === 'picture').map(({ name }) => name)
  const folders = readdirSync(pictures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: part }) =>
      readdirSync(join(pictures, part), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${part}/${entry.name}`] : [],
      ),
    )
  expect(names.toSorted()).toEqual(folders.toSorted())
  // The script that creates the variants builds the manifest from these texts: its next run would drop any name missing
  // here.
  const texts = Object.keys(JSON.parse(readFileSync(join(root, 'assets/scripts/alts.json'), 'utf8')))
  expect(names.filter((name) => !texts.includes(name))).toEqual([])
})
