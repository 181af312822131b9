import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildLevel } from '../factory.ts'
import { levels } from '../table.ts'
import { grantNewScopes } from './grant-new-scopes.ts'

const api = prepareTestApi()

const readScopes = async (key: string) => {
  const [row] = await api.services.database.select().from(levels).where(eq(levels.key, key))
  return row?.scopes
}

it('grants a new scope to the named levels once, however many processes start concurrently', async () => {
  await buildLevel(api.context, { key: 'office', scopes: ['console', 'console:kept:write'] })
  await buildLevel(api.context, { key: 'guest', scopes: [] })
  const scopeLevels = new Map([['console:things:write', ['office', 'nowhere']]] as const)
  const answers = await Promise.all(Array.from({ length: 16 }, () => grantNewScopes(api.context, scopeLevels)))
  expect(answers.flat()).toEqual(['console:things:write'])
  expect(await readScopes('office')).toEqual(['console', 'console:kept:write', 'console:things:write'])
  expect(await readScopes('guest')).toEqual([])
})

it('does not grant a scope again that was removed from a level', async () => {
  await api.services.database
    .update(levels)
    .set({ scopes: ['console'] })
    .where(eq(levels.key, 'office'))
  expect(await grantNewScopes(api.context, new Map([['console:things:write', ['office']]] as const))).toEqual([])
  expect(await readScopes('office')).toEqual(['console'])
})

it('adds no duplicate scope to a level that holds it', async () => {
  await buildLevel(api.context, { key: 'held', scopes: ['console:others:write'] })
  await grantNewScopes(api.context, new Map([['console:others:write', ['held']]] as const))
  expect(await readScopes('held')).toEqual(['console:others:write'])
})
