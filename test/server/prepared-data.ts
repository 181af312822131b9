import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Environment variable with the prepared folder; unset if a test runs without the global setup. */
const variable = 'TEST_PREPARED_DATA'

/**
 * Creates a data directory with the demo data once per run: it takes 10 s of CPU time, copying it a fraction of a
 * second. `start` starts and stops a product on the folder. Returns the teardown.
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
 * Copies the prepared data directory to a new folder; false if none is prepared. `cp -a` keeps owners and modes, which
 * PostgreSQL requires.
 */
export const copyPreparedData = async (to: string): Promise<boolean> => {
  const from = process.env[variable]
  if (!from) return false
  await exec('cp', ['-a', from, to])
  return true
}
