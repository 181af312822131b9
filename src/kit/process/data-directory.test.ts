import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDataDirectory } from './data-directory.ts'
import { SettingsError } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const refusal = async (...parameters: Parameters<typeof checkDataDirectory>): Promise<string> => {
  const error = await checkDataDirectory(...parameters).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SettingsError)
  return (error as Error).message
}

describe('the data directory', () => {
  it('is created empty if it is missing', async () => {
    const deep = join(folder, 'a/b')
    await checkDataDirectory(deep, 'database')
    expect(await readdir(deep)).toEqual([])
  })

  it('must not be a file or below one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await refusal(file, 'files')).toBe(`The folder ${file} of the setting DATA_DIR is a file, not a folder.`)
    expect(await refusal(join(file, 'below'), 'files')).toMatch(/DATA_DIR is a file or below one, not a folder\.$/)
  })

  it('must be writable', async () => {
    expect(await refusal('/proc/1/data', 'files')).toMatch(/^The folder \/proc\/1\/data of the setting DATA_DIR .+\.$/)
  })

  it('needs free space: most for a new database, least for files alone', async () => {
    const has = (megabytes: number) => () => Promise.resolve(megabytes * 1024 * 1024)
    expect(await refusal(folder, 'database', has(100))).toBe(
      `The folder ${folder} of the setting DATA_DIR has 100 MB of room and needs 160 MB at least.`,
    )
    await mkdir(join(folder, 'postgres'))
    await checkDataDirectory(folder, 'database', has(100))
    expect(await refusal(folder, 'database', has(10))).toContain('needs 16 MB')
    await checkDataDirectory(folder, 'files', has(10))
    expect(await refusal(folder, 'files', has(0))).toContain('has 0 MB of room')
  })
})
