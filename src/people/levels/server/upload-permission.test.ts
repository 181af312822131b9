import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { media } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import { scopesOf } from '#kit/module/module.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { modules } from '../../../modules.ts'
import { demoLevels, scopesOfLevel } from '../demo.ts'

const api = prepareTestApi()

const catchStatus = (call: Promise<unknown>) =>
  call.then(
    () => 201,
    ({ status }: { status: number }) => status,
  )
const storedFiles = async () => {
  const names = await readdir(join(api.services.settings.dataDirectory, 'files'), { recursive: true }).catch(() => [])
  return { rows: await api.services.database.$count(files), names: names.length }
}

describe('the permission to upload public files', () => {
  const writes = ['owner', 'manager', 'editor']

  it.each(demoLevels.map((level) => [level.key, level] as const))(
    'is enforced for the level %s',
    async (key, level) => {
      const actor = await api.actor(scopesOfLevel(level, scopesOf(modules)), { rank: level.rank })
      const before = await storedFiles()
      const png = await picture('png')
      const statuses = [
        await catchStatus(api.client(media, actor).upload({ form: form('file', ['a.png', png]) })),
        await catchStatus(api.client(boards, actor).editor({ form: form('photo', ['a.png', png]) })),
      ]
      expect(statuses).toEqual(writes.includes(key) ? [201, 201] : [403, 403])
      if (!writes.includes(key)) expect(await storedFiles()).toEqual(before)
    },
  )
})
