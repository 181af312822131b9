import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { logIn, startApplication } from '../../server/start-application.ts'

test('a first start with an occupied port does not lose the password of the owner', { tag: '@deep' }, async () => {
  // The test starts the product twice, each time with a new database.
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-owner-'))
  const dataDirectory = join(folder, 'data')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, resolve))
  const { port } = other.address() as { port: number }
  const environment = { DEMO: 'false', PORT: String(port) }
  try {
    await expect(startApplication({ dataDirectory, environment })).rejects.toThrow(/EADDRINUSE/)
    other.close()
    const product = await startApplication({ dataDirectory, environment })
    await expect.poll(() => product.output(), { intervals: [50] }).toMatch(/ {2}owner {2}\S+\n/)
    const password = / {2}owner {2}(\S+)/.exec(product.output())?.[1] ?? ''
    await logIn({ url: product.url, passwords: { owner: password } }, 'owner')
    await product.stop()
    const restarted = await startApplication({ dataDirectory, environment })
    await restarted.stop()
    expect(restarted.output()).not.toContain('Log in at')
  } finally {
    other.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
