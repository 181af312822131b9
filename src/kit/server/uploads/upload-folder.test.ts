import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { createTemporaryFolder, sweepTemporaryFolders } from '../../files/temporary-uploads.ts'

describe('an upload whose sender goes away', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    await api.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => api.close())

  const uploads = async () => {
    const folder = join(api.services.settings.dataDirectory, 'unfinished')
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    return names.filter((name) => name.includes('upload-')).length
  }

  /** Pseudorandom numbers, reproducible by seed (mulberry32). */
  const numbersOf = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  it('leaves no folder behind, wherever the connection is cut', async () => {
    const { port } = api.server.server.address() as AddressInfo
    const seed = Date.now() % 1_000_000
    const next = numbersOf(seed)
    const body = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'),
      Buffer.alloc(200_000, '%'),
    ])
    const head = `POST /api/v1/forms/consult/files HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 400000\r\n\r\n`
    const cutOne = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(head)
      const sent = next() < 0.3 ? 0 : Math.floor(next() * body.length)
      if (sent > 0) socket.write(body.subarray(0, sent))
      for (let turns = Math.floor(next() * 12); turns > 0; turns -= 1) await turn()
      socket.resetAndDestroy()
    }
    let maxFolders = 0
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(Array.from({ length: 20 }, cutOne))
      maxFolders = Math.max(maxFolders, await uploads())
    }
    await vi.waitFor(async () => expect([seed, await uploads()]).toEqual([seed, 0]), 30_000)
    // Connections were cut while files were being received, not before.
    expect(maxFolders).toBeGreaterThan(0)
  })
})

describe('folders that a process left', () => {
  let data: string
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'daecheong-unfinished-'))
  })
  afterEach(() => rm(data, { recursive: true, force: true }))

  /** Starts a process that receives an upload until it is killed. */
  const receiving = async () => {
    const module = JSON.stringify(join(import.meta.dirname, '../../files/temporary-uploads.ts'))
    const script = `import(${module}).then(async (m) => { console.log(await m.createTemporaryFolder(${JSON.stringify(data)})); setInterval(() => {}, 1000) })`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout, 'data')
    return {
      name: String(said).trim().split('/').at(-2),
      async kill() {
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }
  const names = () => readdir(join(data, 'unfinished'))

  it('are removed once the process has ended', { tags: ['deep'] }, async () => {
    const dead = await receiving()
    const alive = await receiving()
    const own = (await createTemporaryFolder(data)).split('/').at(-2)
    await dead.kill()
    expect(await sweepTemporaryFolders(data)).toBe(1)
    expect((await names()).sort()).toEqual([alive.name, own].sort())
    await alive.kill()
    expect(await sweepTemporaryFolders(data)).toBe(1)
    expect(await names()).toEqual([own])
  })

  it('are removed if another process has the same id now', async () => {
    const [machine] = ((await createTemporaryFolder(data)).split('/').at(-2) ?? '').split('-')
    const earlier = join(data, 'unfinished', `${machine}-${process.pid}-000000000000`)
    await mkdir(earlier)
    expect(await sweepTemporaryFolders(data)).toBe(1)
  })

  it('of another machine are removed once they can no longer grow', async () => {
    const folder = join(data, 'unfinished', '0123456789ab-1-000000000000')
    await mkdir(folder, { recursive: true })
    expect(await sweepTemporaryFolders(data)).toBe(0)
    const before = new Date(Date.now() - 3 * 3_600_000)
    await utimes(folder, before, before)
    expect(await sweepTemporaryFolders(data)).toBe(1)
  })
})
