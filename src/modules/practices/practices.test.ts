import { afterEach, describe, expect, it } from 'vitest'
import { checkPlainResource, prepareBench } from '#test/resource.ts'
import { practices as contract } from './contract.ts'
import { buildPractice, practiceInput } from './factory.ts'
import { practices } from './table.ts'

const bench = prepareBench(['console:practices'])

checkPlainResource(bench, {
  contract,
  table: 'practices',
  input: practiceInput,
  change: { visible: false },
  words: { found: '건축물', absent: '없는 말' },
  tags: ['practices'],
})

afterEach(() => bench.api.services.database.delete(practices))

describe('the practices of the public pages', () => {
  it('stand in their order, in one language each', async () => {
    const { context } = bench.api
    await buildPractice(context, { key: 'building', position: 2 })
    await buildPractice(context, {
      key: 'council',
      position: 1,
      title: { ko: '입주예정자협의회', en: 'Councils' },
      summary: { ko: '요약' },
    })
    await buildPractice(context, { key: 'hidden', visible: false })
    const { practices: found } = await bench.api.client(contract, null, 'en').published()
    expect(found.map(({ key, title, lang }) => [key, title, lang])).toEqual([
      ['council', '입주예정자협의회', 'ko'],
      ['building', 'Building defects', 'en'],
    ])
  })

  it('keep a key of their own and a path within the site', async () => {
    const { key } = await buildPractice(bench.api.context)
    const client = bench.api.client(contract, bench.editor)
    await expect(client.create({ body: practiceInput({ key }) })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { key: '이미 쓰고 있습니다.' } },
    })
    for (const wrong of [{ key: 'Two Words' }, { path: 'javascript:x' }, { path: '' }])
      await expect(client.create({ body: practiceInput(wrong) })).rejects.toMatchObject({
        status: 400,
        refusal: { fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) } },
      })
  })
})
