// @module-tag deep
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDataFolder } from '#kit/process/private-folder.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { nodeFlags } from '../../scripts/setup/prepare-product.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
/** When run as root, the database uses another account, which must be able to enter. */
const outermost = process.getuid?.() === 0 ? 0o711 : 0o700

/** Paths in a folder that other accounts may read, write or enter. */
const openTo = async (others: string): Promise<string[]> => {
  const names = await readdir(others, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => ({ name, mode: await modeOf(join(others, name)) })))
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name, mode }) => `${mode.toString(8)} ${name}`)
}

describe('the data folder', () => {
  it('contains nothing accessible to other system accounts, even with an open umask', async () => {
    const database = await createTestDatabase()
    const data = join(folder, 'data')
    const program = [process.execPath, ...nodeFlags, fileURLToPath(new URL('main.ts', import.meta.url))]
    const child = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', ...program], {
      env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: data, DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    // Without a build the process ends before it serves pages; everything except the cache exists by then.
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (String(chunk).includes('ready at')) resolve()
      })
    })
    await Promise.race([ready, ended])
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    expect(await readdir(data)).toEqual(expect.arrayContaining(['files', 'session.secret', 'demo-accounts.json']))
    expect(await openTo(data)).toEqual([])
    expect(await modeOf(data)).toBe(outermost)
    await database.drop()
  })

  it('of an earlier release is closed at start, except files of others', async () => {
    await chmod(folder, 0o755)
    for (const name of ['files', 'other']) await mkdir(join(folder, name), { recursive: true })
    for (const name of ['files', 'other']) await chmod(join(folder, name), 0o755)
    await writeFile(join(folder, 'files/a'), '', { mode: 0o644 })
    await closeDataFolder(folder, ['files', 'absent'])
    expect(await Promise.all([folder, join(folder, 'files'), join(folder, 'other')].map(modeOf))).toEqual([
      outermost,
      0o700,
      0o755,
    ])
  })

  it('is not opened if the operator closed it', async () => {
    await chmod(folder, 0o700)
    await closeDataFolder(folder, [])
    expect(await modeOf(folder)).toBe(0o700)
  })
})
