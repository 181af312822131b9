import { expect, test } from './page-fixture.ts'
import { findData, findLink, findSection, textOf } from './read-document.ts'

test.describe('the list of lawyers', () => {
  const search = (fields: Record<string, string>) => `/introduction/lawyer?${new URLSearchParams(fields)}`

  test('says when no lawyer matches and links to all of them', async ({ read }) => {
    const { document } = await read(search({ name: '없는', practice: 'nothing' }))
    expect(textOf(document.querySelector('form[role="search"] [role="status"]'))).toBe('0명')
    expect(document.querySelector('[name="practice"] [selected]')?.getAttribute('value')).toBe('')
    expect(textOf(document.querySelector('main'))).toContain('조건에 맞는 변호사가 없습니다')
    const all = findLink(document, '변호사 전체 보기')
    expect(all).toBe('/introduction/lawyer')
    expect((await read(all)).document.querySelectorAll('main article')).toHaveLength(18)
  })

  test('is filtered by its form without scripts and links to the profile', async ({ read }) => {
    const { document } = await read('/introduction/lawyer')
    const form = document.querySelector('form[aria-label="변호사 검색"]')
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['get', '/introduction/lawyer'])
    expect(form?.querySelector('button[type="submit"]')).not.toBeNull()
    const practices = [...(form?.querySelectorAll('[name="practice"] option') ?? [])]
    const practice = practices.find((option) => textOf(option) === '유지보수')?.getAttribute('value') ?? ''
    const found = (await read(search({ practice, office: '', name: '송라' }))).document
    expect(found.querySelectorAll('main article')).toHaveLength(1)
    const profile = (await read(findLink(found, '송라희'))).document
    expect(textOf(profile.querySelector('h1'))).toBe('송라희')
    expect(textOf(profile.querySelector('main'))).toContain('장기수선계획 조정의 기록')
  })
})

test.describe('a profile', () => {
  test('shows names, years and bold parts, the work, and the further links', async ({ read }) => {
    const { document } = await read('/introduction/lawyer/jung-hayoon')
    expect(textOf(document.querySelector('h1'))).toBe('정하윤')
    expect(textOf(document.querySelector('main p[lang="en"]'))).toBe('Jung Ha-yoon')
    const present = [...document.querySelectorAll('main li')].find((line) => textOf(line).includes('2016–현재'))
    expect(textOf(present?.querySelector('b'))).toBe('법무법인 대청 변호사, 건축물 하자')
    // Projects named in the profile come first.
    expect(textOf(findSection(document, '수행 사례').querySelector('article'))).toContain('너른들')
    expect(findSection(document, '작성한 글').querySelectorAll('article')).toHaveLength(3)
    expect(findLink(document, '정하윤 변호사에게 상담 신청')).toBe('/consult?lawyer=jung-hayoon')
    expect(findData(document, 'Person')).toMatchObject({
      name: '정하윤',
      jobTitle: '변호사',
      worksFor: { '@type': 'LegalService', name: '법무법인 대청' },
    })
    const next = await read(findLink(document, /다음 변호사/))
    expect(textOf(next.document.querySelector('h1'))).toBe('강시우')
  })

  test('answers 404 within the layout for an unknown lawyer', async ({ read }) => {
    const { status, document } = await read('/introduction/lawyer/nobody')
    expect(status).toBe(404)
    expect(document.querySelector('footer')).not.toBeNull()
  })
})

test.describe('the representative', () => {
  test('has one canonical address of two', async ({ read }) => {
    for (const path of ['/introduction/han-idam', '/introduction/lawyer-han-idam']) {
      const { status, document } = await read(path)
      expect(status, path).toBe(200)
      expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
        /\/introduction\/lawyer-han-idam$/,
      )
      expect(textOf(document.querySelector('main'))).toContain('대학에서 건축을 전공하고')
    }
    for (const path of ['/introduction/yoon-dogyeom', '/introduction/lawyer-yoon-dogyeom', '/introduction/nobody'])
      expect((await read(path)).status, path).toBe(404)
  })

  test('is linked from the slider of the home page at that address only', async ({ read }) => {
    const { document } = await read('/')
    expect(document.querySelectorAll('main a[href="/introduction/lawyer-han-idam"]').length).toBeGreaterThan(0)
    expect(document.querySelectorAll('main a[href="/introduction/lawyer/han-idam"]')).toHaveLength(0)
  })
})

test.describe('an office', () => {
  test('gives its location to search engines and readers of its map', async ({ read }) => {
    const { document } = await read('/contact/incheon')
    expect(findLink(document, '032-000-1400')).toBe('tel:032-000-1400')
    expect(findData(document, 'LegalService')).toMatchObject({
      telephone: '032-000-1400',
      address: { '@type': 'PostalAddress', addressCountry: 'KR' },
      openingHours: ['Mo-Fr 09:00-12:00', 'Mo-Fr 13:00-18:00'],
    })
    expect(document.querySelector('main svg[role="img"]')?.getAttribute('aria-label')).toMatch(
      /역과 정류장: .*센트럴파크역/,
    )
  })

  test('answers 404 for an unknown office', async ({ read }) => {
    expect((await read('/contact/nowhere')).status).toBe(404)
  })
})
