import sharp from 'sharp'
import { apiAs } from '../e2e/support/call-api-as.ts'
import { newPost } from '../e2e/support/log-in-staff.ts'
import { type Answer, expect, test } from './page-fixture.ts'

// Social cards: named by the page, drawn by the server. src/firm/site/social-cards/serve-firm-cards.test.ts draws every
// kind in every language.

const contentOf = (document: Document, name: string) =>
  document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? ''

/** Returns a page's social card metadata; the address without its origin, which differs in tests. */
const announcedBy = ({ document }: Answer) => {
  const { pathname, search } = new URL(contentOf(document, 'og:image'))
  return {
    address: pathname + search,
    size: ['og:image:width', 'og:image:height', 'og:image:type'].map((name) => contentOf(document, name)),
    alt: contentOf(document, 'og:image:alt'),
    card: contentOf(document, 'twitter:card'),
  }
}

const fetchPicture = async (url: string) => {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  return { bytes, is: [answer.status, format, width, height, answer.headers.get('cache-control')] }
}

/** Only the current version is cached for a year. */
const keptForAYear = [200, 'jpeg', 1200, 630, 'public, max-age=31536000, immutable']

const paths = [
  ...['/', '/story', '/project', '/introduction/center', '/introduction/lawyer', '/introduction/lawyer-han-idam'],
  ...['/introduction/lawyer/lim-daon', '/business/renovation', '/construction', '/contact/incheon', '/consult'],
  ...['/story/basement-leak-three-questions', '/project/hanbit-maru-1', '/terms/privacy', '/consult/status'],
  '/auction-search/2026',
]
/** One page per kind of record, and one that is not a record. */
const oneOfEach = ['/', '/introduction/lawyer/lim-daon', '/business/renovation', '/contact/incheon', '/terms/privacy']

for (const [language, prefix] of [
  ['ko', ''],
  ['en', '/en'],
  ['cn', '/cn'],
] as const) {
  const localized = (path: string) => (path === '/' ? prefix || '/' : prefix + path)

  test(`every page in ${language} names a social card of its own`, async ({ read }) => {
    const addresses = new Set<string>()
    for (const path of paths) {
      const { address, size, alt, card } = announcedBy(await read(localized(path)))
      expect([path, size, card]).toEqual([path, ['1200', '630', 'image/jpeg'], 'summary_large_image'])
      expect(alt, path).not.toBe('')
      addresses.add(address)
    }
    expect(addresses.size).toBe(paths.length)
  })

  const served = (name: string, tag: string[], pages: string[]) =>
    test(`the card of ${name} in ${language} is served in the version that the page names`, { tag }, async ({
      read,
      product,
    }) => {
      for (const path of pages) {
        const { address } = announcedBy(await read(localized(path)))
        expect([path, (await fetchPicture(product.url + address)).is]).toEqual([path, keptForAYear])
      }
    })
  served('the picture of one page of each kind', [], oneOfEach)
  served('the picture of every page', ['@deep'], paths)
}

test('a changed title gives the page another card, which structured data name as well', async ({ read, product }) => {
  const staff = await apiAs(product, 'owner')
  const { texts, ...post } = newPost('처음 제목')
  const textsOf = (subject: string) => ({ ko: { ...texts.ko, subject, state: 'published' } })
  const { board } = await staff('POST', '/api/console/boards', { ...post, texts: textsOf('처음 제목') })
  const path = `/story/${board._id}`
  const page = await read(path)
  const before = announcedBy(page)
  expect(before.alt).toBe('처음 제목')
  expect(page.html).toContain(`"image":"http://localhost:0${before.address}"`)
  const first = await fetchPicture(product.url + before.address)
  expect(first.is).toEqual(keptForAYear)

  await staff('PUT', `/api/console/boards/${board._id}`, { texts: textsOf('고친 제목'), updatedAt: board.updatedAt })
  const patience = { intervals: [50] }
  await expect.poll(async () => announcedBy(await read(path)).alt, patience).toBe('고친 제목')
  const after = announcedBy(await read(path))
  const second = await fetchPicture(product.url + after.address)
  expect(second.is).toEqual(keptForAYear)
  expect(second.bytes.equals(first.bytes)).toBe(false)

  await staff('DELETE', `/api/console/boards/${board._id}`)
  await expect.poll(async () => (await fetch(product.url + after.address)).status, patience).toBe(404)
})
