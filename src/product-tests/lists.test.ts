import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import type { RouteDeclaration } from '#kit/contract.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { type Actor, allScopes, createTestApi, type TestApi } from '#test/server/test-api.ts'
import { loadDemonstration } from '../demo.ts'
import { modules } from '../modules.ts'

interface Shaped {
  shape?: Record<string, Shaped & { element?: Shaped }>
}

const shapeOf = (schema: unknown) => (schema as Shaped | undefined)?.shape ?? {}

/** Lists whose lines are a subset of the record: path, name and fields of a line. */
const lists = modules.flatMap(({ contract }) => {
  const { list, get } = contract as Record<string, RouteDeclaration | undefined>
  const [[name, lines] = []] = Object.entries(shapeOf(list?.answer)).filter(([, { element }]) => element)
  const line = lines?.element
  const [record] = Object.values(shapeOf(get?.answer))
  return list && name && line && record && line !== record
    ? [{ path: list.path, name, fields: Object.keys(shapeOf(line)) }]
    : []
})

describe('a list of lines', () => {
  let api: TestApi
  let owner: Actor
  beforeAll(async () => {
    api = await createTestApi()
    // Seeding requires an empty database.
    await api.services.database.execute(sql`DELETE FROM settings`)
    await loadDemonstration(api.services)
    owner = await api.actor(allScopes(api.kernel))
    await buildOrder(api.context, { userId: owner.userId })
    const client = api.client(settings, owner)
    const { setting } = await client.get()
    const everySite = { firm: true, match: true, auction: true, shop: true }
    await client.update({ body: { modules: everySite, updatedAt: setting.updatedAt } })
  })
  afterAll(() => api.close())

  const read = async (path: string) => {
    const answer = await api.request({ url: path, headers: { authorization: `Bearer ${owner.accessToken}` } })
    expect(answer.statusCode).toBe(200)
    return answer
  }

  it('is used by every list of long records', () => {
    expect(lists.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'boards',
      'companies',
      'fairs',
      'forms',
      'lawyers',
      'matchings',
      'messages',
      'notifications',
      'offices',
      'orders',
      'pages',
      'participations',
      'practices',
      'products',
      'programs',
      'questions',
      'terms',
      'users',
      'works',
    ])
  })

  it.each(lists)('of $path has exactly the fields of a line', async ({ path, name, fields }) => {
    const lines: object[] = (await read(path)).json()[name]
    if (path !== '/api/console/messages') expect(lines).not.toEqual([])
    for (const line of lines) expect(Object.keys(line).sort()).toEqual(fields.toSorted())
  })

  it('of posts shows every language without its text', async () => {
    const { body } = await read('/api/console/boards?limit=100')
    const { boards: posts } = boards.list.answer.parse(JSON.parse(body))
    expect(posts.filter(({ texts }) => texts.en && texts.cn)).not.toEqual([])
    for (const { texts } of posts) for (const text of Object.values(texts)) expect(text).not.toHaveProperty('body')
    expect(body.length / posts.length).toBeLessThan(3000)
  })

  it('of posts equals the single post', async () => {
    const posts: { _id: string; texts: object }[] = (await read('/api/console/boards?limit=100')).json().boards
    for (const post of posts) expect((await read(`/api/console/boards/${post._id}`)).json().board).toMatchObject(post)
  })

  it('of posts has the total also past the last page', async () => {
    const { total } = (await read('/api/console/boards?limit=1')).json()
    expect((await read('/api/console/boards?page=99')).json()).toMatchObject({ boards: [], total })
    expect((await read('/api/console/boards?state=draft')).json().total).toBeLessThan(total)
  })
})
