import { afterEach, describe, expect, it } from 'vitest'
import { publicScope } from '#kit/server/context.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkDrafts } from '#test/suites/check-drafts.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { pages as contract } from '../contract.ts'
import { buildSection, sectionInput } from '../factory.ts'
import { sections } from '../table.ts'

const bench = prepareBench(['console:pages'])

checkPlainResource(bench, {
  contract,
  table: 'sections',
  input: sectionInput,
  change: { lead: { ko: '한 줄' } },
  searchTerms: { found: '지키는', absent: '없는 말' },
  tags: ['page:home'],
})

checkDrafts(bench, {
  contract,
  table: sections,
  input: sectionInput,
  retitled: (ko) => ({ title: { ko } }),
  access: 'console:pages',
})

afterEach(() => bench.api.services.database.delete(sections))

const client = () => bench.api.client(contract, bench.editor)

describe('section', () => {
  it('stores cards with existing pictures and sanitized texts', async () => {
    const picture = await buildPicture(bench.api.context)
    const items = [
      {
        title: { ko: '건축물 하자' },
        text: { ko: '<b>균열</b><script>x()</script>' },
        link: '/business/building',
        picture,
      },
    ]
    const { section } = await client().create({ body: sectionInput({ items }) })
    expect(section.items).toEqual([
      { ...items[0], text: { ko: '<b>균열</b>' }, picture: expect.objectContaining({ _id: picture }) },
    ])
    await expectRefusal(
      client().create({ body: sectionInput({ items: [...items, { picture: bench.api.clock.newId() }] }) }),
      400,
      'items.1.picture',
    )
  })

  it('rejects videos that do not exist', async () => {
    await expectRefusal(client().create({ body: sectionInput({ videos: [bench.api.clock.newId()] }) }), 400, 'videos.0')
  })

  it('is found by page and by the texts of its cards', async () => {
    await buildSection(bench.api.context, { page: 'about', items: [{ text: { ko: '사전방문 점검' } }] })
    await buildSection(bench.api.context)
    expect((await client().list({ query: { of: 'about' } })).total).toBe(1)
    expect((await client().list({ query: { q: '사전방문' } })).total).toBe(1)
  })
})

describe('page of blocks', () => {
  const blocks = [{ kind: 'list' as const, anchor: 'why', title: { ko: '까닭' }, items: [{ text: { ko: '한 줄' } }] }]

  it('stores blocks on named pages, but not on the home page', async () => {
    const { section } = await client().create({ body: sectionInput({ page: 'center', kind: 'blocks', blocks }) })
    const { sections: found } = await bench.api.client(contract).published({ params: { page: 'center' } })
    expect(found).toMatchObject([{ kind: 'blocks', blocks: [{ anchor: 'why', items: [{ text: '한 줄' }] }] }])
    for (const attempt of [
      () => client().create({ body: sectionInput({ kind: 'blocks', blocks }) }),
      () => client().update({ params: { id: section._id }, body: { page: 'home', updatedAt: section.updatedAt } }),
    ])
      await expectRefusal(attempt(), 400, 'page')
    await expect(buildSection(bench.api.context, { kind: 'blocks' })).rejects.toThrow()
  })
})

describe('public page', () => {
  it('returns sections in order, in one language each, with cache tags', async () => {
    const { api } = bench
    const picture = await buildPicture(api.context)
    await buildSection(api.context, { kind: 'values', position: 2, title: { ko: '가치', en: 'Values' } })
    await buildSection(api.context, {
      kind: 'business',
      position: 1,
      title: { ko: '업무', en: 'Business' },
      items: [{ title: { ko: '하자' }, picture, link: '/business/building' }],
    })
    await buildSection(api.context, { kind: 'offices', visible: false })
    await buildSection(api.context, { page: 'about' })
    const scope = publicScope('en')
    const { sections: found } = await api.kernel.client(contract, scope).published({ params: { page: 'home' } })
    expect(found.map(({ kind, title, lang }) => [kind, title, lang])).toEqual([
      ['business', '업무', 'ko'],
      ['values', 'Values', 'en'],
    ])
    expect(found[0]?.items).toEqual([
      { title: '하자', text: '', link: '/business/building', picture: expect.objectContaining({ _id: picture }) },
    ])
    expect([...scope.tags]).toEqual(['page:home', `file:${picture}`])
  })

  it('is empty without sections and rejects an invalid name', async () => {
    expect(await bench.api.client(contract).published({ params: { page: 'nothing' } })).toEqual({ sections: [] })
    await expect(bench.api.client(contract).published({ params: { page: '../x' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})
