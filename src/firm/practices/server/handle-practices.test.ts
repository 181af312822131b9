import { afterEach, describe, expect, it } from 'vitest'
import { publicScope } from '#kit/server/context.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkDrafts } from '#test/suites/check-drafts.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { practices as contract } from '../contract.ts'
import { buildPractice, practiceInput } from '../factory.ts'
import { practices } from '../table.ts'

const bench = prepareBench(['console:practices'])

checkPlainResource(bench, {
  contract,
  table: 'practices',
  input: practiceInput,
  change: { visible: false },
  searchTerms: { found: '건축물', absent: '없는 말' },
  tags: ['practices'],
})

checkDrafts(bench, {
  contract,
  table: practices,
  input: practiceInput,
  retitled: (ko) => ({ title: { ko } }),
  access: 'console:practices',
})

afterEach(() => bench.api.services.database.delete(practices))

describe('public list of practices', () => {
  it('is in order, in one language each', async () => {
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

  it('requires unique keys and paths within the site', async () => {
    const { key } = await buildPractice(bench.api.context)
    const client = bench.api.client(contract, bench.editor)
    await expect(client.create({ body: practiceInput({ key }) })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { key: '이미 사용 중입니다.' } },
    })
    for (const invalid of [{ key: 'Two Words' }, { path: 'javascript:x' }, { path: '' }])
      await expectRefusal(client.create({ body: practiceInput(invalid) }), 400, Object.keys(invalid)[0] ?? '')
  })
})

describe('page of a practice', () => {
  const blocks = [
    {
      kind: 'questions' as const,
      anchor: 'questions',
      title: { ko: '자주 묻는 질문', en: 'Questions' },
      items: [
        { title: { ko: '늦었습니까?', en: 'Too late?' }, text: { ko: '<b>아닙니다</b><script>x()</script>' } },
        { title: { ko: '비용은?', en: 'Costs?' }, text: { ko: '정합니다.', en: 'By contract.' } },
      ],
    },
    {
      kind: 'years' as const,
      anchor: 'warranty',
      title: { ko: '담보책임' },
      items: [{ years: 10, title: { ko: '내력구조부' } }],
    },
  ]

  it('contains sanitized blocks in order, each text in the best available language', async () => {
    const client = bench.api.client(contract, bench.editor)
    const { practice } = await client.create({ body: practiceInput({ key: 'building', blocks }) })
    expect(practice.blocks[0]).toMatchObject({ items: [{ text: { ko: '<b>아닙니다</b>' } }, {}] })
    const scope = publicScope('en')
    const { practice: shown } = await bench.api.kernel.client(contract, scope).page({ params: { key: 'building' } })
    expect(shown.blocks).toMatchObject([
      {
        kind: 'questions',
        title: 'Questions',
        lang: 'en',
        items: [
          { title: '늦었습니까?', text: '<b>아닙니다</b>', lang: 'ko' },
          { title: 'Costs?', text: 'By contract.', lang: 'en' },
        ],
      },
      { kind: 'years', title: '담보책임', lang: 'ko', items: [{ years: 10 }] },
    ])
    expect([...scope.tags]).toEqual(['setting', 'practices'])
    expect((await client.list({ query: { q: '내력구조부' } })).total).toBe(1)
  })

  it('contains the pictures of its blocks; a picture that does not exist is rejected', async () => {
    const client = bench.api.client(contract, bench.editor)
    const picture = await buildPicture(bench.api.context)
    const buildGallery = (id: string) => [
      { kind: 'gallery' as const, anchor: 'views', title: { ko: '현장' }, items: [{ picture: id }] },
    ]
    const { practice } = await client.create({ body: practiceInput({ key: 'council', blocks: buildGallery(picture) }) })
    expect(practice.pictures.map(({ _id }) => _id)).toEqual([picture])
    const { practice: shown } = await bench.api.client(contract).page({ params: { key: 'council' } })
    expect(shown.blocks).toMatchObject([{ items: [{ picture: { _id: picture } }] }])
    await expectRefusal(
      client.create({ body: practiceInput({ blocks: buildGallery(bench.api.clock.newId()) }) }),
      400,
      'blocks.0.items.0.picture',
    )
  })

  it('accepts known block kinds with their own fields and unique anchors only', async () => {
    const client = bench.api.client(contract, bench.editor)
    const [questions, years] = blocks
    for (const [invalid, field] of [
      [[{ ...questions, kind: 'video' }], 'blocks.0.kind'],
      [[{ ...questions, surprise: 1 }], 'blocks.0.surprise'],
      [[{ ...questions, anchor: 'Not an anchor' }], 'blocks.0.anchor'],
      [[questions, { ...years, anchor: 'questions' }], 'blocks.1.anchor'],
      [[{ ...years, items: [{ years: 0, title: { ko: '' } }] }], 'blocks.0.items.0.years'],
    ] as const)
      await expectRefusal(client.create({ body: practiceInput({ blocks: invalid as never }) }), 400, field)
  })

  it('answers 404 for a hidden or unknown practice', async () => {
    await buildPractice(bench.api.context, { key: 'hidden', visible: false })
    for (const key of ['hidden', 'nothing'])
      await expect(bench.api.client(contract).page({ params: { key } })).rejects.toMatchObject({ status: 404 })
  })
})
