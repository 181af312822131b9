import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { media } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import { scopesOf } from '#kit/module/module.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { form, picture } from '#test/files.ts'
import { modules } from '../../../modules.ts'
import { demoLevels, scopesOfLevel } from '../demo.ts'
import { buildLevel } from '../factory.ts'
import { levels } from '../table.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const statusOf = (call: Promise<unknown>) =>
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
        await statusOf(api.client(media, actor).upload({ form: form('file', ['a.png', png]) })),
        await statusOf(api.client(boards, actor).editor({ form: form('photo', ['a.png', png]) })),
      ]
      expect(statuses).toEqual(writes.includes(key) ? [201, 201] : [403, 403])
      if (!writes.includes(key)) expect(await storedFiles()).toEqual(before)
    },
  )

  it('is granted to levels that write content in an existing installation', async () => {
    const held = async (scopes: string[]) => {
      const { id } = await buildLevel(api.context)
      // Scopes as stored before the migration: sections without actions.
      await api.services.database.execute(sql`UPDATE levels SET scopes = ${sql.param(scopes)}::text[] WHERE id = ${id}`)
      const migration = await readFile(
        join(import.meta.dirname, '../../../../migrations/0016_uploads_need_a_right.sql'),
        'utf8',
      )
      // Run twice: a level that has the scope must not get it again.
      for (let round = 0; round < 2; round += 1) await api.services.database.execute(sql.raw(migration))
      const [row] = await api.services.database.select().from(levels).where(eq(levels.id, id))
      return row?.scopes
    }
    expect(await held(['console', 'console:lawyers'])).toEqual(['console', 'console:lawyers', 'console:upload'])
    expect(await held(['console', 'console:forms'])).toEqual(['console', 'console:forms'])
    expect(await held(['console'])).toEqual(['console'])
    expect(await held([])).toEqual([])
  })
})
