import { often } from '../e2e/support/log-in-staff.ts'
import { logIn } from '../server/start-application.ts'
import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

// Search results, robots.txt, sitemap and redirects; test/e2e/pages/site-search.spec.ts tests the search in the header.

for (const [prefix, title, none] of [
  ['', '‘없는말xyz’ 검색 결과', '‘없는말xyz’에 대한 검색 결과가 없습니다'],
  ['/en', 'Search results for “없는말xyz”', 'No results for “없는말xyz”'],
  ['/cn', '“없는말xyz”的搜索结果', '没有“없는말xyz”的搜索结果'],
] as const)
  test(`leads from the form to the results of its term, which offer five links: ${prefix || '/'}`, async ({ read }) => {
    const field = (await read(`${prefix}/auction-search`)).document.querySelector('main input[type="search"]')
    const form = field?.closest('form')
    const query = new URLSearchParams({ [field?.getAttribute('name') ?? '']: '없는말xyz' })
    const led = await read(`${form?.getAttribute('action')}?${query}`)
    expect([led.status, decodeURI(led.headers.get('location') ?? '')]).toEqual([
      302,
      `${prefix}/auction-search/없는말xyz`,
    ])
    const { document } = await read(led.headers.get('location') ?? '')
    expect(textOf(document.querySelector('h1'))).toBe(title)
    expect(textOf(document.querySelector('main'))).toContain(none)
    expect(document.querySelectorAll('main ul a')).toHaveLength(5)
  })

test('treats a term that looks like an attack as text', async ({ read }) => {
  for (const word of ['<script>alert(1)</script>', '%', "' OR 1=1 --", '../../etc/passwd', '\u202e', 'x'.repeat(150)]) {
    const { status, html } = await read(`/auction-search/${encodeURIComponent(word)}`)
    expect(status, word).toBe(200)
    expect(html, word).not.toContain('<script>alert(1)')
  }
  const away = await read(`/auction-search?keyword=${encodeURIComponent('//evil.example')}`)
  expect([away.status, away.headers.get('location')]).toEqual([302, '/auction-search/%2F%2Fevil.example'])
  expect((await read(`/api/v1/search?q=${'x'.repeat(101)}`)).status).toBe(400)
})

test('excludes private paths in robots.txt, and lists every record in the sitemap', async ({ product }) => {
  const robots = await fetch(`${product.url}/robots.txt`)
  expect(robots.headers.get('content-type')).toContain('text/plain')
  const rules = await robots.text()
  for (const path of ['/console', '/api/', '/login', '/en/login', '/auction-search', '/cn/auction-search'])
    expect(rules).toContain(`Disallow: ${path}\n`)
  const address = /^Sitemap: (.+)$/m.exec(rules)?.[1] ?? ''
  const map = await fetch(product.url + new URL(address).pathname)
  expect(map.headers.get('content-type')).toContain('application/xml')
  const xml = await map.text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname)
  // Only pictures may be listed twice.
  const pages = paths.filter((path) => !path.startsWith('/files/'))
  expect(new Set(pages).size).toBe(pages.length)
  for (const path of ['/', '/en', '/cn', '/introduction/center', '/consult']) expect(paths).toContain(path)
  const { boards } = (await (await fetch(`${product.url}/api/v1/boards?code=news&limit=100`)).json()) as {
    boards: { slug: string }[]
  }
  for (const { slug } of boards) expect(paths).toContain(`/story/${slug}`)
  expect((await fetch(`${product.url}/sitemap.xml?part=ko-9`)).status).toBe(404)
})

test('redirects a moved address in every language immediately, and says that a removed one is gone', async ({
  read,
  product,
}) => {
  const headers = { ...(await logIn(product, 'owner')), 'content-type': 'application/json' }
  const create = async (body: object) =>
    (await fetch(`${product.url}/api/console/redirects`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status
  const request = async (path: string) => {
    const answer = await read(path)
    return [answer.status, answer.headers.get('location')]
  }
  expect((await request('/old-brochure'))[0]).toBe(404)
  expect(await create({ fromPath: '/old-brochure', toPath: '/auction-search' })).toBe(201)
  await expect.poll(() => request('/old-brochure'), often).toEqual([301, '/auction-search'])
  await expect.poll(() => request('/en/old-brochure'), often).toEqual([301, '/en/auction-search'])
  // A redirect back would loop.
  expect(await create({ fromPath: '/auction-search', toPath: '/old-brochure' })).toBe(400)
  expect(await create({ fromPath: '/closed', status: '410' })).toBe(201)
  expect(await create({ fromPath: '/story/taken-away', status: '410' })).toBe(201)
  await expect.poll(() => request('/closed'), often).toEqual([410, null])
  await expect.poll(() => request('/story/taken-away'), often).toEqual([410, null])
  for (const [path, title] of [
    ['/closed', '삭제된 페이지입니다'],
    ['/en/closed', 'This page has been removed'],
    ['/cn/closed', '页面已下线'],
    ['/en/story/taken-away', 'This page has been removed'],
  ] as const) {
    const { status, document } = await read(path)
    expect([path, status]).toEqual([path, 410])
    expect(textOf(document.querySelector('h1'))).toBe(title)
    expect(textOf(document.getElementById('content'))).not.toContain('404')
  }
})
