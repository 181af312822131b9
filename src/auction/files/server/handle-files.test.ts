import { expect, it } from 'vitest'
import { buildAuction } from '#auction/auctions/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { files } from '../contract.ts'
import { buildPdf } from '../factory.ts'

const api = prepareTestApi()

it('shows a catalogue only in its language, or in all languages', async () => {
  const staff = api.client(files, await api.actor(['console', 'console:auction']))
  const file = await buildPdf(api.context)
  await staff.create({ body: { title: { ko: '도록', en: 'Catalogue' }, file } })
  await staff.create({ body: { title: { ko: '영문 도록' }, file, locale: 'en' } })
  await staff.create({ body: { title: { ko: '숨긴 도록' }, file, visible: false } })
  expect((await api.client(files).published()).files.map(({ title }) => title)).toEqual(['도록'])
  expect((await api.client(files, null, 'en').published()).files.map(({ title }) => title)).toEqual([
    'Catalogue',
    '영문 도록',
  ])
  await expect(
    staff.create({ body: { title: { ko: '없는 파일' }, file: '0192f0c0-0000-7000-8000-000000000000' } }),
  ).rejects.toMatchObject({ status: 400 })
})

it('hides a catalogue until its auction is visible', async () => {
  const staff = api.client(files, await api.actor(['console', 'console:auction']))
  const file = await buildPdf(api.context)
  const [shown, hidden] = [await buildAuction(api.context), await buildAuction(api.context, { visible: false })]
  await staff.create({ body: { title: { ko: '겨울 도록' }, file, program: shown.id } })
  await staff.create({ body: { title: { ko: '다음 경매 도록' }, file, program: hidden.id } })
  const titles = (await api.client(files).published()).files.map(({ title }) => title)
  expect(titles).toContain('겨울 도록')
  expect(titles).not.toContain('다음 경매 도록')
  expect((await api.client(files).published({ query: { program: hidden.id } })).files).toEqual([])
})
