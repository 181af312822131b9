import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, createTestApi, type TestApi } from '#test/api.ts'
import { banners } from './contract.ts'

let api: TestApi
let editor: Actor
beforeAll(async () => {
  api = await createTestApi()
  editor = await api.actor(['console', 'console:banners'])
})
afterAll(() => api.close())

const input = { code: 'home-top', title: { ko: '가을 설명회', en: 'Autumn briefing' } }

describe('banners', () => {
  it('creates, lists, changes and removes', async () => {
    const client = api.client(banners, editor)
    const { banner } = await client.create({ body: input })
    expect(banner.title.ko).toBe('가을 설명회')
    const { banners: found, total } = await client.list({ query: { code: 'home-top' } })
    expect([found.length, total]).toEqual([1, 1])
    const changed = await client.update({
      params: { id: banner._id },
      body: { position: 3, updatedAt: banner.updatedAt },
    })
    expect(changed.banner).toMatchObject({ position: 3, title: input.title })
    await client.remove({ params: { id: banner._id } })
    await expect(client.get({ params: { id: banner._id } })).rejects.toMatchObject({ status: 404 })
  })
})
