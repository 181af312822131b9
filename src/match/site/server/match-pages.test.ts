import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { buildFair } from '#match/fairs/factory.ts'
import { participants } from '#match/participants/contract.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { buildProduct } from '#match/products/factory.ts'
import { search } from '#platform/search/contract.ts'
import { demoSetting } from '#platform/settings/demo.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { settings } from '#platform/settings/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { formatPeriod, formatShortDate } from '../text/format-dates.ts'
import { listSiteMapPages } from './list-site-map-pages.ts'

const api = prepareTestApi()
let fair: { id: string }
let seller: { id: string }
let buyer: { id: string }
let product: { id: string }
beforeAll(async () => {
  await buildSetting(api.context, { modules: { ...demoSetting.modules, match: true } })
  fair = await buildFair(api.context, { phase: 'applying' })
  seller = await buildProfile(api.context, { names: { en: 'Gyeol' } })
  buyer = await buildProfile(api.context, { role: 'buyer', contactEmail: 'secret@buyer.example' })
  for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId: fair.id, profileId: id })
  product = await buildProduct(api.context, { profileId: seller.id, fairs: [fair.id] })
})

it('finds fairs, products and sellers in the site-wide search, but no buyers', async () => {
  const { groups } = await api.client(search).find({ query: { q: '찻잔' } })
  expect(groups.map(({ kind }) => kind)).toContain('product')
  const found = await api.client(search, null, 'en').find({ query: { q: 'Gyeol' } })
  const paths = found.groups.flatMap(({ results }) => results.map(({ path }) => path))
  expect(paths).toContain(`/match/products/${product.id}`)
  expect(paths).toContain(`/match/fairs/${fair.id}/sellers/${seller.id}`)
  expect(paths.join()).not.toContain(buyer.id)
})

it('lists every Match page in the site map exactly once', async () => {
  const { addresses } = await api.client(search).addresses()
  const paths = addresses.map(({ path }) => path)
  for (const path of ['', '/products', '/buyers', '/programme', `/buyers/${buyer.id}`, `/products/${product.id}`])
    expect(paths).toContain(`/match/fairs/${fair.id}${path}`)
  expect(paths).toContain('/match')
  expect(new Set(paths).size).toBe(paths.length)
})

it('lists no page while Match is disabled', async () => {
  const { modules } = demoSetting
  const [before] = await api.services.database.select().from(settings)
  if (!before) throw new Error('No setting')
  await api.services.database
    .update(settings)
    .set({ value: { ...before.value, modules: { ...modules, match: false } } })
  expect(await listSiteMapPages(api.context)).toEqual([])
  await api.services.database.update(settings).set({ value: before.value })
  expect(await listSiteMapPages(api.context)).toContain('/match')
})

it('hides contact data of buyers from visitors', async () => {
  const answers = await Promise.all([
    api.client(participants).buyer({ params: { id: fair.id, buyer: buyer.id } }),
    api.client(participants).buyers({ params: { id: fair.id } }),
  ])
  expect(JSON.stringify(answers)).not.toContain('secret@buyer.example')
})

it('renders Open Graph images for existing pages and records, and 404 otherwise', async () => {
  const get = (path: string) => api.request({ method: 'GET', url: `/og/match/ko/${path}.jpg` })
  for (const path of [
    'page/home',
    `fair/${fair.id}`,
    `product/${fair.id}-${product.id}`,
    `buyer/${fair.id}-${buyer.id}`,
  ]) {
    const { statusCode, rawPayload } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  }
  for (const path of ['page/nothing', `fair/${seller.id}`, `buyer/${fair.id}-${seller.id}`, 'other/home'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
})

it('formats the days of a fair in Seoul time in each language', () => {
  const [from, to] = ['2027-03-10T01:00:00.000Z', '2027-03-12T08:30:00.000Z']
  expect(formatPeriod(from, to, 'ko')).toBe('2027년 3월 10일(수) – 12일(금)')
  expect(formatPeriod(from, to, 'en')).toBe('Wed 10 – Fri 12 Mar 2027')
  expect(formatPeriod(from, to, 'cn')).toBe('2027年3月10日（周三） – 12日（周五）')
  expect(formatPeriod('2027-03-30T01:00:00.000Z', '2027-04-01T08:00:00.000Z', 'ko')).toBe(
    '2027년 3월 30일(화) – 4월 1일(목)',
  )
  expect(formatShortDate('2027-03-10T16:00:00.000Z')).toBe('3.11')
})
