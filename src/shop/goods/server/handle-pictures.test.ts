import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildPicture, form, hugePng, pdf, picture } from '#test/files/sample-files.ts'
import { createBarrier, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { goods } from '../contract.ts'
import { buildGood } from '../factory.ts'
import { maxPictures } from '../rules.ts'
import { shopGoods } from '../table.ts'

const api = prepareTestApi()

const staffClient = async () => api.client(goods, await api.actor(['console', 'console:shop']))
const png = async (field: 'thumb' | 'image') => form(field, ['a.png', await picture('png')])
const build = async (count: number) => {
  const pictures: string[] = []
  for (let index = 0; index < count; index += 1) pictures.push(await buildPicture(api.context))
  const { good } = await buildGood(api.context, { pictures })
  return { id: good.id, pictures }
}
const idsOf = ({ product }: { product: { pictures: { _id: string }[] } }) => product.pictures.map(({ _id }) => _id)

it('adds, replaces, sorts and removes pictures by index, visible to all visitors', async () => {
  const staff = await staffClient()
  const { id, pictures } = await build(3)
  const [first = '', second = '', third = ''] = pictures
  const params = { id }
  const added = idsOf(await staff.addImage({ params, form: await png('image') }))
  expect(added).toEqual([...pictures, added[3]])
  const replaced = idsOf(await staff.setImage({ params: { id, index: 1 }, form: await png('image') }))
  expect(replaced).toEqual([first, replaced[1], third, added[3]])
  expect(pictures).not.toContain(replaced[1])
  const cover = idsOf(await staff.setThumb({ params, form: await png('thumb') }))
  expect(cover.slice(1)).toEqual(replaced.slice(1))
  expect(cover[0]).not.toBe(first)
  // An index past the last picture appends.
  const past = idsOf(await staff.setImage({ params: { id, index: 9 }, form: await png('image') }))
  expect(past.slice(0, 4)).toEqual(cover)
  const sorted = idsOf(await staff.sortImages({ params, body: { images: past.toReversed() } }))
  expect(sorted).toEqual(past.toReversed())
  const visitor = api.client(goods)
  expect((await visitor.images({ params })).images.map(({ _id }) => _id)).toEqual(sorted)
  expect((await visitor.thumb({ params })).thumb).toMatchObject({ _id: sorted[0], width: 40 })
  expect((await visitor.image({ params: { id, index: 2 } })).image._id).toBe(sorted[2])
  expect(idsOf(await staff.removeImage({ params: { id, index: 2 } }))).toEqual(sorted.toSpliced(2, 1))
  expect(idsOf(await staff.removeThumb({ params }))).toEqual(sorted.toSpliced(2, 1).slice(1))
  // The change invalidated the cache.
  expect((await visitor.thumb({ params })).thumb._id).toBe(sorted[1])
  expect(second).not.toBe('')
})

it('rejects other file types, oversized files, one picture too many, empty uploads and unknown products', async () => {
  const staff = await staffClient()
  const { id } = await build(maxPictures)
  const params = { id }
  const rejection = (field: string) => ({ status: 415, refusal: { fields: { [field]: expect.any(String) } } })
  await expect(staff.setThumb({ params, form: form('thumb', ['a.pdf', pdf()]) })).rejects.toMatchObject(
    rejection('thumb'),
  )
  const place = { params: { id, index: 0 } }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const file of [pdf(), svg, hugePng(20_000, 20_000)])
    await expect(staff.setImage({ ...place, form: form('image', ['a.png', file]) })).rejects.toMatchObject(
      rejection('image'),
    )
  await expectRefusal(staff.addImage({ params, form: await png('image') }), 409, 'image')
  const unknown = { id: api.context.newId() }
  await expect(staff.addImage({ params: unknown, form: await png('image') })).rejects.toMatchObject({ status: 404 })
  await expect(staff.removeThumb({ params: unknown })).rejects.toMatchObject({ status: 404 })
  await expect(staff.removeImage({ params: { id, index: maxPictures } })).rejects.toMatchObject({ status: 400 })
  const { product } = await staff.get({ params })
  const own = product.pictures.map(({ _id }) => _id)
  for (const images of [own.slice(1), [...own.slice(1), own[1] ?? ''], [...own.slice(1), unknown.id]])
    await expect(staff.sortImages({ params, body: { images } })).rejects.toMatchObject({ status: 409 })
  expect(idsOf(await staff.get({ params }))).toEqual(own)
  const reader = api.client(goods, await api.actor(['console', 'console:shop:read']))
  await expect(reader.removeThumb({ params })).rejects.toMatchObject({ status: 403 })
})

it('hides pictures of hidden products, and answers 404 for missing ones', async () => {
  const visitor = api.client(goods)
  const { good: bare } = await buildGood(api.context)
  const missing = { status: 404 }
  await expect(visitor.thumb({ params: { id: bare.id } })).rejects.toMatchObject(missing)
  expect((await visitor.images({ params: { id: bare.id } })).images).toEqual([])
  const staff = await staffClient()
  await expect(staff.removeThumb({ params: { id: bare.id } })).rejects.toMatchObject(missing)
  const { id } = await build(1)
  await api.context.database.update(shopGoods).set({ visible: false }).where(eq(shopGoods.id, id))
  await expect(visitor.images({ params: { id } })).rejects.toMatchObject(missing)
  await expect(visitor.image({ params: { id, index: 0 } })).rejects.toMatchObject(missing)
})

it('loses no concurrent upload and stays within the limit; a naive read-then-write loses some', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const staff = await staffClient()
  const { id, pictures } = await build(2)
  const file = await picture('png')
  const come = maxPictures + 2
  const send = () => staff.addImage({ params: { id }, form: form('image', ['a.png', file]) })
  const statuses = await Promise.all(Array.from({ length: come }, () => statusOf(send(), 201)))
  expect(statuses.filter((status) => status === 201)).toHaveLength(maxPictures - 2)
  const pictureIds = idsOf(await staff.get({ params: { id } }))
  expect(pictureIds.slice(0, 2)).toEqual(pictures)
  expect(new Set(pictureIds).size).toBe(maxPictures)
  // The naive version reads the list, then writes it with its picture appended.
  const naive = await build(0)
  const all = createBarrier(come)
  await Promise.all(
    Array.from({ length: come }, async () => {
      const [row] = await api.context.database.select().from(shopGoods).where(eq(shopGoods.id, naive.id))
      await all()
      const own = [...(row?.pictures ?? []), api.context.newId()]
      await api.context.database.update(shopGoods).set({ pictures: own }).where(eq(shopGoods.id, naive.id))
    }),
  )
  const [row] = await api.context.database.select().from(shopGoods).where(eq(shopGoods.id, naive.id))
  expect(row?.pictures).toHaveLength(1)
})
