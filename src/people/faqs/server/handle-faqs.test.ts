import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { form, pdf, picture } from '#test/files/sample-files.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { faqs as contract } from '../contract.ts'
import { buildFaq, faqInput } from '../factory.ts'
import { faqs } from '../table.ts'

const bench = prepareBench(['console:center'])

checkPlainResource(bench, {
  contract,
  table: 'faqs',
  input: faqInput,
  change: { type: 'other' },
  searchTerms: { found: '상담 예약', absent: '없는 말' },
  tags: ['faqs'],
})

afterEach(() => bench.api.services.database.delete(faqs))

const staffClient = () => bench.api.client(contract, bench.editor)
const visitorClient = () => bench.api.client(contract, null)
const buildFaqAt = (type: 'inquiry' | 'website', ko: string, position: number) =>
  buildFaq(bench.api.context, { type, question: { ko }, position })
const listShown = async () => (await visitorClient().published({})).faqs.map(({ question }) => question)

describe('frequently asked questions', () => {
  it('are read by type, in their order', async () => {
    await buildFaqAt('website', '다', 1)
    await buildFaqAt('inquiry', '나', 2)
    await buildFaqAt('inquiry', '가', 1)
    await buildFaq(bench.api.context, { question: { ko: '숨긴 것' }, visible: false })
    expect(await listShown()).toEqual(['가', '나', '다'])
    const { faqs: found } = await visitorClient().published({ query: { type: 'website' } })
    expect(found.map(({ question }) => question)).toEqual(['다'])
  })

  it('are reordered in one request', async () => {
    const rows = [
      await buildFaqAt('inquiry', '가', 1),
      await buildFaqAt('inquiry', '나', 2),
      await buildFaqAt('inquiry', '다', 3),
    ]
    await staffClient().order({ body: { type: 'inquiry', ids: [2, 0, 1].map((index) => rows[index]?.id ?? '') } })
    expect(await listShown()).toEqual(['다', '가', '나'])
  })

  it('keep their order when the sorted list is outdated', async () => {
    const rows = [await buildFaqAt('inquiry', '가', 1), await buildFaqAt('inquiry', '나', 2)]
    const other = await buildFaqAt('website', '다', 1)
    const [first = '', second = ''] = rows.map(({ id }) => id)
    for (const ids of [[second], [second, first, other.id], [second, second], [second, bench.api.context.newId()]])
      await expect(staffClient().order({ body: { type: 'inquiry', ids } })).rejects.toMatchObject({ status: 409 })
    expect(await listShown()).toEqual(['가', '나', '다'])
  })

  it('have one consistent order after many concurrent reorders', async () => {
    const rows = await Promise.all(['가', '나', '다', '라'].map((name, index) => buildFaqAt('inquiry', name, index)))
    const ids = rows.map(({ id }) => id)
    const rotateIds = (by: number) => [...ids.slice(by), ...ids.slice(0, by)]
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        staffClient().order({ body: { type: 'inquiry', ids: rotateIds(index % 4) } }),
      ),
    )
    const { rows: places } = await bench.api.services.database.execute<{ position: number }>(
      sql`SELECT position FROM faqs ORDER BY position`,
    )
    expect(places.map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })
})

it('takes a picture or a file for a text, of staff who may write only', async () => {
  const client = bench.api.client(contract, bench.editor)
  const { picture: stored, file } = await client.upload({ form: form('file', ['사진.png', await picture('png')]) })
  expect([stored?._id, file.name]).toEqual([file._id, '사진.png'])
  const paper = await client.upload({ form: form('file', ['안내.pdf', pdf()]) })
  expect([paper.picture, paper.file.mime]).toEqual([null, 'application/pdf'])
  expect((await bench.api.request({ url: paper.file.url })).statusCode).toBe(200)
  await expect(client.upload({ form: form('file', ['a.png', Buffer.from('<svg/>')]) })).rejects.toMatchObject({
    status: 415,
  })
  const reader = await bench.api.actor(['console', 'console:center:read'])
  await expect(
    bench.api.client(contract, reader).upload({ form: form('file', ['안내.pdf', pdf()]) }),
  ).rejects.toMatchObject({ status: 403 })
})
