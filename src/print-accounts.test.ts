import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPassword } from '#kit/auth/password.ts'
import { users } from '#people/users/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { createOwner } from './demo.ts'
import { printAccounts } from './print-accounts.ts'

const api = prepareTestApi()
let dataDirectory: string
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'daecheong-owner-'))
})
afterAll(() => rm(dataDirectory, { recursive: true, force: true }))

const printed = async (): Promise<string> => {
  let text = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  await printAccounts(dataDirectory, output)
  return text
}

describe('the first password of the owner', () => {
  it('is printed once, by the first start that gets that far, and is valid', async () => {
    await api.services.database.execute('TRUNCATE settings')
    // This start fails after creating the owner, because the port is taken.
    await createOwner({ ...api.services, settings: { ...api.services.settings, dataDirectory } })
    const { mode } = await stat(join(dataDirectory, 'new-owner.json'))
    expect(mode & 0o777).toBe(0o600)

    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
    broken.on('error', () => undefined)
    await expect(printAccounts(dataDirectory, broken)).rejects.toThrow('EPIPE')

    const [, password = ''] = /^Log in at \/login:\n {2}owner {2}(\S+)\n\n$/.exec(await printed()) ?? []
    const rows = await api.services.database.select().from(users)
    const owner = rows.find(({ username }) => username === 'owner')
    expect(await verifyPassword(owner?.passwordHash ?? '', password)).toBe(true)

    expect(await printed()).toBe('')
    expect(await readdir(dataDirectory)).toEqual([])
  })
})
