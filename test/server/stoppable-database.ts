import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#kit/db/embedded.ts'
import { prepareDatabase } from '#kit/db/prepare.ts'
import type { TestDatabase } from './test-database.ts'

export interface StoppableDatabase extends TestDatabase {
  stop(): Promise<void>
  start(): Promise<void>
}

/** Creates a migrated database on a separate server that a test can stop and start. */
export const createStoppableDatabase = async (): Promise<StoppableDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-stoppable-'))
  // If the tests run as root, the server runs under another account.
  await chmod(folder, 0o755)
  const open = () => startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined, durable: false })
  let server = await open()
  await prepareDatabase(server.url)
  return {
    url: server.url,
    directUrl: server.url,
    stop: () => server.stop(),
    async start() {
      server = await open()
    },
    async drop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
