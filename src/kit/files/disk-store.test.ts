import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskStore } from './disk-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-disk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('whether files can be stored', () => {
  it('is detected by a test write that leaves nothing behind', async () => {
    await diskStore(folder).check()
    expect(await readdir(folder)).toEqual([])
  })

  it('is denied on a full volume, where names can be created but no bytes written', async () => {
    // /dev/full opens like any file but fails every write with ENOSPC (full(4)).
    await symlink('/dev/full', join(folder, `.probe-${process.pid}`))
    await expect(diskStore(folder).check()).rejects.toThrow(/ENOSPC/)
  })

  it('is checked on disk at most once a second', async () => {
    const store = diskStore(folder)
    const first = store.check()
    expect(store.check()).toBe(first)
    await first
  })
})
