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
  it('is found out by writing, and leaves nothing behind', async () => {
    await diskStore(folder).check()
    expect(await readdir(folder)).toEqual([])
  })

  it('is denied where names can be made and bytes cannot, as on a full volume', async () => {
    // /dev/full opens like any file but fails every write with ENOSPC (full(4)).
    await symlink('/dev/full', join(folder, `.probe-${process.pid}`))
    await expect(diskStore(folder).check()).rejects.toThrow(/ENOSPC/)
  })

  it('is asked of the disk once a second at most', async () => {
    const store = diskStore(folder)
    const first = store.check()
    expect(store.check()).toBe(first)
    await first
  })
})
