import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Names the prepared folder to the processes of a run; absent where a test is run without the global setup. */
const variable = 'TEST_PREPARED_DATA'

/**
 * Fills a data directory with the demonstration once for a whole run: making it takes 10 s of processor time, copying
 * it a fraction of one. `start` starts and stops a product on the folder. Returns the teardown.
 */
export const prepareData = async (start: (dataDirectory: string) => Promise<{ stop(): Promise<void> }>) => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-prepared-'))
  const product = await start(join(folder, 'data'))
  await product.stop()
  process.env[variable] = join(folder, 'data')
  return async () => {
    delete process.env[variable]
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Copies the prepared data directory into a folder that does not exist yet; false where nothing is prepared.
 * `cp -a` keeps owners and modes, on which PostgreSQL insists.
 */
export const copyPreparedData = async (to: string): Promise<boolean> => {
  const from = process.env[variable]
  if (!from) return false
  await exec('cp', ['-a', from, to])
  return true
}
