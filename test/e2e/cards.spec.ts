import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './product.ts'
import { apiOf, newPost } from './staff.ts'

// The pictures by which pages are announced in messengers: named by the page, made by the server.

/** What a page says of its picture; the address without origin, which a product of the tests has none of. */
const announced = async (request: APIRequestContext, path: string) => {
  const html = await (await request.get(path)).text()
  const said = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
  const address = said('og:image')
  return {
    address: address && new URL(address).pathname + new URL(address).search,
    size: [said('og:image:width'), said('og:image:height'), said('og:image:type')],
    alt: said('og:image:alt'),
    card: said('twitter:card'),
    html,
  }
}

const fetched = async (request: APIRequestContext, address: string) => {
  const answer = await request.get(address)
  const bytes = await answer.body()
  const { format, width, height } = await sharp(bytes).metadata()
  return { bytes, is: [answer.status(), format, width, height, answer.headers()['cache-control']] }
}
const forAYear = [200, 'jpeg', 1200, 630, 'public, max-age=31536000, immutable']

for (const language of ['', '/en', '/cn'])
  test(`pages of ${language || '/ko'} name a picture that is there, of the version that is shown`, async ({
    request,
  }) => {
    const pages = [
      language || '/',
      ...['/story', '/project', '/introduction/center', '/introduction/lawyer', '/introduction/lawyer-han-idam'],
      ...['/introduction/lawyer/lim-daon', '/business/renovation', '/construction', '/contact/incheon', '/consult'],
      ...['/story/basement-leak-three-questions', '/project/hanbit-maru-1', '/terms/privacy', '/consult/status'],
      '/auction-search/2026',
    ].map((path, at) => (at === 0 ? path : language + path))
    const seen = new Set<string>()
    for (const path of pages) {
      const { address = '', size, alt, card } = await announced(request, path)
      expect([path, size, card]).toEqual([path, ['1200', '630', 'image/jpeg'], 'summary_large_image'])
      expect(alt).toBeTruthy()
      expect([path, (await fetched(request, address)).is]).toEqual([path, forAYear])
      seen.add(address)
    }
    expect(seen.size).toBe(pages.length)
  })

test('an edit gives the page another picture, and structured data name it', async ({ page, logIn }) => {
  await logIn(page)
  const staff = await apiOf(page)
  const { texts, ...post } = newPost('처음 제목')
  const textsOf = (subject: string) => ({ ko: { ...texts.ko, subject, state: 'published' } })
  const { board } = await staff.post('/boards', { ...post, texts: textsOf('처음 제목') })
  const path = `/story/${board._id}`
  const before = await announced(page.request, path)
  expect(before.alt).toBe('처음 제목')
  expect(before.html).toContain(`"image":"http://localhost:0${before.address}"`)
  const first = await fetched(page.request, before.address ?? '')
  expect(first.is).toEqual(forAYear)
  await staff.put(`/boards/${board._id}`, { texts: textsOf('고친 제목'), updatedAt: board.updatedAt })
  await expect.poll(async () => (await announced(page.request, path)).alt).toBe('고친 제목')
  const after = await announced(page.request, path)
  const second = await fetched(page.request, after.address ?? '')
  expect(second.is).toEqual(forAYear)
  expect(second.bytes.equals(first.bytes)).toBe(false)
  await staff.remove(`/boards/${board._id}`)
  await expect.poll(async () => (await page.request.get(after.address ?? '')).status()).toBe(404)
})
