import { assetId } from '../../src/kit/files/assets.ts'
import { locales } from '../../src/kit/locale.ts'
import { inLocale } from '../../src/kit/web/addresses/locale-path.ts'
import { logIn } from '../server/start-application.ts'
import { expect, test } from './page-fixture.ts'
import { findLink, textOf } from './read-document.ts'

const fair = `/match/fairs/${assetId('match/fairs/spring')}`

const names = locales.map((locale) => ({ ko: '한국어', en: 'English', cn: '中文' })[locale])

for (const [locale, title] of [
  ['ko', '국제 공예 페어'],
  ['en', 'International Craft Fair'],
  ['cn', '国际工艺展'],
] as const)
  test(`a fair has the layout of Match and links to itself in each language: ${locale}`, async ({ read }) => {
    const { document } = await read(inLocale(locale, fair))
    expect(document.querySelector('[data-face="match"]')).not.toBeNull()
    expect(textOf(document.querySelector('h1'))).toBe(title)
    const languages = [...document.querySelectorAll('header a')].filter((link) => names.includes(textOf(link)))
    expect(languages.map((link) => [textOf(link), link.getAttribute('href')])).toEqual(
      expect.arrayContaining(locales.map((other, index) => [names[index], inLocale(other, fair)])),
    )
  })

test('a list says when no company matches the filter', async ({ read }) => {
  const { document } = await read(`${fair}?q=${encodeURIComponent('없는말')}`)
  expect(textOf(document.querySelector('main'))).toContain('조건에 맞는 결과가 없습니다')
})

test('links lead from the home page to a buyer whose contact is locked', async ({ read }) => {
  const fairPage = await read(findLink((await read('/match')).document, /국제 공예 페어/))
  const sections = [...fairPage.document.querySelectorAll('nav[aria-label="행사 내용"] a')]
  const buyers = sections.find((link) => /바이어/.test(textOf(link)))?.getAttribute('href') ?? ''
  const { document, html } = await read(findLink((await read(buyers)).document, /사힐 리빙/))
  expect(textOf(document.querySelector('main'))).toContain('상담이 연결된 셀러에게만 공개됩니다')
  expect(html).not.toContain('buyer-1@daecheong.example')
})

test('a site that is switched off is gone, and the other one has the home page', async ({ product, read }) => {
  const headers = { ...(await logIn(product, 'owner')), 'content-type': 'application/json' }
  const address = `${product.url}/api/console/setting`
  const setting = async () => (await (await fetch(address, { headers })).json()).setting
  const before = await setting()
  const open = async (modules: object) => {
    const { updatedAt } = await setting()
    const body = JSON.stringify({ modules: { ...before.modules, ...modules }, updatedAt })
    expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(200)
  }
  const expectStatus = (path: string, status: number) =>
    expect.poll(async () => (await read(path)).status, { message: path, intervals: [50] }).toBe(status)
  try {
    await open({ match: false })
    await expectStatus('/en/match', 404)
    await expectStatus(fair, 404)
    await expect
      .poll(async () => (await read('/sitemap.xml')).html.includes('/match/about'), { intervals: [50] })
      .toBe(false)
    await open({ match: true, firm: false })
    await expectStatus('/match', 301)
    await expectStatus('/story', 404)
    await expectStatus('/en', 200)
    expect((await read('/en')).document.querySelector('[data-face="match"]')).not.toBeNull()
    expect((await read('/en/match')).headers.get('location')).toBe('/en')
    expect((await read('/terms/privacy')).status).toBe(200)
  } finally {
    await open({ match: true, firm: true })
  }
  await expectStatus('/', 200)
})
