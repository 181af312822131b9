import { expect, test } from './page-fixture.ts'
import { findData, findLink, readData, textOf } from './read-document.ts'

test.describe('a practice', () => {
  test('is complete without scripts: a link to each section, bars to scale, ten questions', async ({ read }) => {
    const { document } = await read('/business/building')
    expect(textOf(document.querySelector('h1'))).toBe('건축물 하자 관리')
    const anchors = [...document.querySelectorAll('nav[aria-label="목차"] a')].map((link) => link.getAttribute('href'))
    expect(anchors[0]).toBe('#today')
    for (const anchor of anchors)
      expect(document.querySelectorAll(`[id="${anchor?.slice(1)}"]`), anchor ?? '').toHaveLength(1)

    const bars = [...document.querySelectorAll('#warranty [data-years]')]
    expect(bars.map((bar) => [bar.getAttribute('data-years'), bar.getAttribute('style')])).toEqual([
      ['2', '--share:0.2'],
      ['3', '--share:0.3'],
      ['5', '--share:0.5'],
      ['10', '--share:1'],
    ])

    const questions = [...document.querySelectorAll('#questions details')]
    expect(questions).toHaveLength(10)
    expect(questions.map((question) => question.hasAttribute('open'))).toEqual(questions.map((_, index) => index === 0))
    expect(textOf(questions[3])).toContain('감정료')

    expect(readData(document).map((each) => each['@type'])).toEqual(
      expect.arrayContaining(['Service', 'FAQPage', 'BreadcrumbList']),
    )
    expect(findData(document, 'FAQPage').mainEntity).toHaveLength(10)
  })

  test('has a separate page with works and lawyers', async ({ read }) => {
    const paths = ['maintenance', 'renovation', 'council', 'engineering'].map((key) => `/business/${key}`)
    const titles = new Set<string>()
    for (const path of paths) {
      const { document } = await read(path)
      titles.add(document.title)
      expect(document.querySelector('#projects article'), path).not.toBeNull()
      expect(document.querySelector('#people li'), path).not.toBeNull()
      if (path !== '/business/renovation') continue
      expect(document.querySelectorAll('[data-anchors] a')[4]?.getAttribute('href')).toBe('#registration')
    }
    titles.add((await read('/construction')).document.title)
    expect(titles.size).toBe(5)
  })

  test('answers 404 within the layout for an unknown practice', async ({ read }) => {
    const { status, document } = await read('/business/nothing')
    expect(status).toBe(404)
    expect(document.querySelector('footer')).not.toBeNull()
  })
})

test.describe('the calculator of periods', () => {
  test('counts from a day without scripts and offers a calendar of the last days', async ({ read }) => {
    const form = (await read('/business/building')).document.querySelector('[data-calculator] form')
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['get', '/business/periods'])
    expect(form?.querySelector('[name="part"][checked]')?.getAttribute('value')).toBe('common')
    expect(form?.querySelector('[name="since"]')).not.toBeNull()
    expect(form?.querySelector('button[type="submit"]')).not.toBeNull()

    const { document } = await read('/business/periods?part=common&since=2026-01-31')
    expect(document.querySelectorAll('[data-calculator] li')).toHaveLength(4)
    expect(textOf(document.querySelector('[data-calculator]'))).toContain('2028년 1월 30일')
    const file = await read(document.querySelector('a[href*="periods.ics"]')?.getAttribute('href') ?? '')
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(file.html).toContain('DTSTART;VALUE=DATE:20280130')
    expect((await read('/business/periods.ics?since=2026-02-30')).status).toBe(404)
  })

  test('passes the input to the request form it links to', async ({ read }) => {
    const consult = async (query: string) => {
      const { document } = await read(`/business/periods?${query}`)
      return document.querySelector('[data-calculator] a[href*="consult"]')?.getAttribute('href') ?? ''
    }
    const address = await consult('part=common&since=2022-08-12')
    expect(address).toBe('/consult?practice=building&inspected=2022-08-12')
    const { document } = await read(address)
    expect(document.querySelector('[name="inspected"]')?.getAttribute('value')).toBe('2022-08-12')
    expect(document.querySelector('[name="practice"][checked]')?.getAttribute('value')).toBe('building')
    // The date of handover is not the date of the use inspection.
    expect(await consult('part=unit&since=2022-08-12')).toBe('/consult?practice=building')
  })

  test('passes no day that does not exist', async ({ read }) => {
    const { document } = await read('/consult?inspected=2022-02-31')
    const field = document.querySelector('[name="inspected"]')
    expect(field).not.toBeNull()
    expect(field?.getAttribute('value') ?? '').toBe('')
  })
})

test.describe('terms', () => {
  const articleOf = (document: Document) => textOf(document.querySelector('article'))

  test('show the version in force and link to earlier ones', async ({ read }) => {
    const current = (await read('/terms/privacy')).document
    expect(textOf(current.querySelector('h1'))).toBe('개인정보 처리방침')
    expect(articleOf(current)).toContain('처리를 마친 날부터 1년')
    expect(current.querySelector('[role="note"]')).toBeNull()
    const earlier = (await read(findLink(current, /2024년 1월 15일/))).document
    expect(textOf(earlier.querySelector('[role="note"]'))).toContain('이전 버전')
    expect(articleOf(earlier)).toContain('처리를 마친 날부터 2년')
    expect(earlier.title).not.toBe(current.title)
    expect(findLink(earlier, '현재 시행 중인 버전 보기')).toBe('/terms/privacy')
  })

  for (const path of ['/terms/nothing', '/terms/privacy?version=2001-01-01', '/terms/privacy?version=x'])
    test(`answer 404 at ${path}`, async ({ read }) => {
      expect((await read(path)).status).toBe(404)
    })

  test('are in Korean and say so if they are not translated', async ({ read }) => {
    const { document } = await read('/cn/terms/service')
    expect(document.querySelector('article')?.getAttribute('lang')).toBe('ko')
    expect(textOf(document.querySelector('nav[aria-label="历史版本"]'))).toContain('生效中')
  })

  test('contain no foreign language if they are translated', async ({ read }) => {
    for (const [path, title] of [
      ['/cn/terms/email', '禁止采集邮箱'],
      ['/cn/terms/privacy', '隐私政策'],
    ] as const) {
      const { document } = await read(path)
      expect(textOf(document.querySelector('h1'))).toBe(title)
      expect(document.querySelector('article')?.hasAttribute('lang'), path).toBe(false)
    }
    const { document } = await read('/cn/business/council')
    expect(textOf(document.querySelector('#steps h2'))).toBe('办理流程')
    expect(document.querySelector('#questions details')?.hasAttribute('lang')).toBe(false)
  })
})
