import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bannerInput, buildBanner } from '#content/banners/factory.ts'
import { buildGood } from '#shop/goods/factory.ts'
import { shopGoods } from '#shop/goods/table.ts'
import { form, photograph, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { jobHandlers } from '../../app.ts'
import { media } from './contract.ts'
import { cutTiles } from './tiles.ts'

const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:media', 'console:upload'])
})

const upload = async (name: string, bytes: Uint8Array) =>
  (await api.client(media, editor).upload({ form: form('file', [name, bytes]) })).medium._id
const get = (url: string) => api.request({ url })
/** Returns the jobs of a picture in any state. */
const jobsOf = async (id: string) => {
  const { rows } = await api.services.database.execute<{ queue: string | null; priority: number }>(sql`
    SELECT queue_name AS queue, priority FROM graphile_worker._private_jobs AS job
    LEFT JOIN graphile_worker._private_job_queues AS own ON own.id = job.job_queue_id
    WHERE payload ->> 'id' = ${id}`)
  return rows
}
const waiting = async (id: string) => (await jobsOf(id)).filter(({ queue }) => queue === 'tiles').length
/** Creates a product that shows the picture. */
const createProductWith = (id: string) => buildGood(api.context, { pictures: [id] })
const cutTilesOf = (id: string) => jobHandlers(api.services).cutTiles?.({ id })

describe('a picture of a product with more pixels than its widest variant', () => {
  it('is cut into upright tiles without metadata by one job on first zoom', async () => {
    // Rotated: displayed upright, it is 1500 px wide.
    const id = await upload('scan.jpg', await photograph(1800, 1500))
    await createProductWith(id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`/files/${id}/tiles`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(404))
    // Lower priority than mail, which has no queue and priority 0.
    expect((await jobsOf(id)).filter(({ queue }) => queue === 'tiles')).toEqual([{ queue: 'tiles', priority: 10 }])
    await cutTilesOf(id)
    const answer = await get(`/files/${id}/tiles`)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { width: 1500, height: 1800, side: 512, shared: 1, firstLevel: 9, lastLevel: 11 },
    ])
    expect(answer.headers['cache-control']).toContain('immutable')

    // Tiles overlap their neighbours by one pixel; together they form the picture.
    const sizeOf = async (name: string) => {
      const tile = await get(`/files/${id}/${name}`)
      expect([name, tile.statusCode, tile.headers['content-type']]).toEqual([name, 200, 'image/webp'])
      const { width, height, exif } = await sharp(tile.rawPayload).metadata()
      expect(exif).toBeUndefined()
      return [width, height]
    }
    expect(await sizeOf('t11.0.0.webp')).toEqual([513, 513])
    expect(await sizeOf('t11.1.1.webp')).toEqual([514, 514])
    expect(await sizeOf('t11.2.3.webp')).toEqual([1500 - 1024 + 1, 1800 - 1536 + 1])
    expect(await sizeOf('t9.0.0.webp')).toEqual([375, 450])
    for (const name of ['t11.3.0.webp', 't8.0.0.webp', 't11.0.0.avif', 't11.0.webp', 'tiles.json'])
      expect([name, (await get(`/files/${id}/${name}`)).statusCode]).toEqual([name, 404])

    const before = (await get(`/files/${id}/t11.0.0.webp`)).rawPayload
    await cutTilesOf(id)
    expect((await get(`/files/${id}/t11.0.0.webp`)).rawPayload.equals(before)).toBe(true)
  })

  it('gets no second job while the first one runs, unlike with the naive version', async () => {
    const id = await upload('scan.jpg', await photograph(300, 1500))
    await createProductWith(id)
    const { database, jobs } = api.services
    await get(`/files/${id}/tiles`)
    await database.execute(sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker'
      WHERE key = ${`tiles:${id}`}`)
    await Promise.all(Array.from({ length: 8 }, () => get(`/files/${id}/tiles`)))
    expect(await waiting(id)).toBe(1)
    await jobs.add(database, 'cutTiles', { id }, { key: `tiles:${id}`, queue: 'tiles' })
    expect(await waiting(id)).toBe(2)
  })

  it('leaves nothing if it is removed while being cut', async () => {
    const id = await upload('scan.jpg', await photograph(1700, 1600))
    const { files: store } = api.services
    let removed = false
    const put = vi.spyOn(store, 'put').mockImplementationOnce(async (...args) => {
      removed = true
      await api.services.database.execute(sql`DELETE FROM files WHERE id = ${id}`)
      await store.remove(id)
      await store.put(...args)
    })
    await cutTiles(api.context, id)
    put.mockRestore()
    expect([removed, await store.size(`${id}/t9.0.0.webp`), await store.size(`${id}/tiles.json`)]).toEqual([
      true,
      null,
      null,
    ])
  })
})

it('cuts no tiles of small pictures, other files and missing files', async () => {
  const small = await upload('photo.png', await picture('png', 1440, 20))
  await createProductWith(small)
  for (const id of [small, api.clock.newId(), 'nothing']) {
    expect((await get(`/files/${id}/tiles`)).statusCode).toBe(404)
    expect(await waiting(id)).toBe(0)
  }
})

it('cuts no tiles of library pictures that no record offers for zoom', async () => {
  const id = await upload('scan.jpg', await photograph(300, 1500))
  const refused = async () => {
    expect((await get(`/files/${id}/tiles`)).statusCode).toBe(404)
    expect(await waiting(id)).toBe(0)
  }
  await refused()
  await buildBanner(api.context, bannerInput({ pictures: [{ device: 'desktop', locale: 'ko', picture: id }] }))
  await refused()
  const { good } = await createProductWith(id)
  await api.services.database.update(shopGoods).set({ pictures: [] }).where(eq(shopGoods.id, good.id))
  await refused()
  await createProductWith(id)
  await get(`/files/${id}/tiles`)
  expect(await waiting(id)).toBe(1)
})

it('limits tile requests to 120 a minute per address', async () => {
  const id = api.clock.newId()
  const request = (remoteAddress: string) => api.request({ url: `/files/${id}/tiles`, remoteAddress })
  for (let turn = 0; turn < 120; turn += 1) expect((await request('203.0.113.7')).statusCode).toBe(404)
  expect((await request('203.0.113.7')).statusCode).toBe(429)
  expect((await request('203.0.113.8')).statusCode).toBe(404)
})
