import { afterEach, describe, expect, it } from 'vitest'
import { publicScope } from '#kit/server/context.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { popups as contract } from '../contract.ts'
import { buildPopup, popupInput } from '../factory.ts'
import { popups } from '../table.ts'

const bench = prepareBench(['console:popups'])

checkPlainResource(bench, {
  contract,
  table: 'popups',
  input: popupInput,
  change: { skin: 'bar' },
  searchTerms: { found: '긴급 상담', absent: '없는 말' },
  tags: ['popups'],
})

afterEach(() => bench.api.services.database.delete(popups))

const client = () => bench.api.client(contract, bench.editor)
const inHours = (hours: number) => new Date(bench.api.clock.now().getTime() + hours * 3_600_000).toISOString()

describe('popup', () => {
  it('takes the defaults of the contract', async () => {
    const { popup } = await client().create({ body: { title: { ko: '안내' } } })
    expect(popup).toMatchObject({
      skin: 'basic',
      paths: ['/'],
      locales: [],
      device: 'all',
      audience: 'all',
      corner: 'left',
      width: 400,
      atOnce: false,
      visible: true,
      picture: null,
      body: {},
    })
  })

  it('keeps only breaks, bold and links of its HTML', async () => {
    const body = {
      ko: '<b onclick="x()">굵게</b><br><img src="/files/x"><a href="javascript:x()">a</a><script>x()</script>',
    }
    const { popup } = await client().create({ body: popupInput({ body }) })
    expect(popup.body).toEqual({ ko: '<b>굵게</b><br /><a>a</a>' })
  })

  it('rejects a text that sanitizing makes too long', async () => {
    await expect(client().create({ body: popupInput({ body: { ko: '&'.repeat(4000) } }) })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { 'body.ko': '4000자까지 입력할 수 있습니다.' } },
    })
    expect((await client().list()).total).toBe(0)
  })

  it.each([
    [{ width: 279 }, 'width'],
    [{ width: 641 }, 'width'],
    [{ skin: 'huge' }, 'skin'],
    [{ paths: ['story'] }, 'paths.0'],
    [{ paths: ['//evil.example'] }, 'paths.0'],
    [{ locales: ['fr'] }, 'locales.0'],
    [{ picture: '01900000-0000-7000-8000-000000000000' }, 'picture'],
    [{ startAt: '2026-02-30T00:00:00.000Z' }, 'startAt'],
    [{ startAt: '2026-02-02T00:00:00.000Z', endAt: '2026-02-01T00:00:00.000Z' }, 'endAt'],
    [{ title: { en: 'English alone' } }, 'title.ko'],
  ])('names the invalid field: %j', async (input, field) => {
    await expectRefusal(client().create({ body: popupInput(input as never) }), 400, field)
  })

  it('is filtered by its current state', async () => {
    const states = {
      running: { startAt: inHours(-1) },
      coming: { startAt: inHours(1) },
      ended: { endAt: inHours(-1) },
      hidden: { visible: false },
    }
    for (const [ko, fields] of Object.entries(states)) await buildPopup(bench.api.context, { title: { ko }, ...fields })
    for (const state of ['running', 'coming', 'ended', 'hidden'] as const) {
      const { popups: found } = await client().list({ query: { state } })
      expect(found.map(({ title }) => title.ko)).toEqual([state])
    }
  })
})

describe('public popups', () => {
  it('are the running ones of the language, in order', async () => {
    const { api } = bench
    const picture = await buildPicture(api.context)
    const soon = inHours(1)
    await buildPopup(api.context, { title: { ko: '둘', en: 'Two' }, body: {}, position: 2, picture })
    await buildPopup(api.context, { title: { ko: '하나' }, position: 1, locales: ['ko', 'cn'] })
    await buildPopup(api.context, {
      title: { ko: '영어만', en: 'English only' },
      body: {},
      position: 3,
      locales: ['en'],
    })
    await buildPopup(api.context, { title: { ko: '내일' }, startAt: inHours(24) })
    await buildPopup(api.context, { title: { ko: '곧 끝' }, position: 9, endAt: soon })
    await buildPopup(api.context, { title: { ko: '숨김' }, visible: false })

    const listTitles = async (locale: 'ko' | 'en' | 'cn') =>
      (await api.client(contract, null, locale).visible()).popups.map(({ title, lang }) => `${title} ${lang}`)
    expect(await listTitles('ko')).toEqual(['하나 ko', '둘 ko', '곧 끝 ko'])
    expect(await listTitles('en')).toEqual(['Two en', 'English only en', '곧 끝 ko'])
    expect(await listTitles('cn')).toEqual(['하나 ko', '둘 ko', '곧 끝 ko'])

    const scope = publicScope('ko')
    await api.kernel.client(contract, scope).visible()
    expect(scope.until).toBe(Date.parse(soon))
    expect([...scope.tags]).toEqual(['popups', `file:${picture}`])
    api.clock.forward(25 * 3_600_000)
    expect(await listTitles('ko')).toEqual(['내일 ko', '하나 ko', '둘 ko'])
  })

  it('contain public fields only', async () => {
    await buildPopup(bench.api.context)
    const [popup] = (await bench.api.client(contract).visible()).popups
    expect(popup).not.toHaveProperty('visible')
    expect(popup).not.toHaveProperty('startAt')
  })
})
