import { type Answer, expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

// Questions of clients and the answers in search results; test/e2e/firm/search-and-request.spec.ts tests the search on
// a phone.

const searchPath = (words: string, prefix = '') => `${prefix}/auction-search/${encodeURIComponent(words)}`

/** Scoped to `section`: the breadcrumb above the title is a list as well. */
const resultsOf = ({ document }: Answer) => [...document.querySelectorAll('main section ol > li')]

for (const [words, answer] of [
  ['누수', /누수|물이 새|물이 나|샌 물/],
  ['지하주차장 누수', /지하주차장.*(누수|물)|(누수|물).*지하주차장/],
  ['물이 새요', /누수|물이 새/],
  ['상담료', /상담료는 30분에 55,000원/],
  ['보증금', /보증금/],
  ['담보책임 기간', /담보책임 ?기간/],
] as const)
  test(`the first result for ${words} answers and leads to a page that does`, async ({ read }) => {
    const results = resultsOf(await read(searchPath(words)))
    expect(textOf(results[0])).toMatch(answer)
    expect(results[0]?.querySelector('mark')).not.toBeNull()
    // An excerpt never joins two blocks.
    for (const result of results)
      for (const excerpt of result.querySelectorAll('p')) expect(excerpt.textContent).not.toContain(' · ')
    const { status, document } = await read(results[0]?.querySelector('a')?.getAttribute('href') ?? '')
    expect(status).toBe(200)
    expect(document.querySelector('h1')).not.toBeNull()
    expect(textOf(document.querySelector('main'))).toMatch(answer)
  })

test('the search for a phone number shows that of the header and the offices', async ({ read }) => {
  const call = (await read('/')).document.querySelector('header a[href^="tel:"]')
  expect(call?.getAttribute('aria-label')).toMatch(/전화 [\d-]+/)
  const number = call?.getAttribute('href')?.slice('tel:'.length)
  const { document } = await read(searchPath('전화번호'))
  expect([...document.querySelectorAll('main a')].map(textOf)).toContain(number)
  expect([...document.querySelectorAll('main h2')].map(textOf)).toContainEqual(expect.stringMatching(/사무소/))
})

for (const [prefix, typed, nearest] of [
  ['', '누쑤', '누수'],
  ['/en', 'warrenty', 'warranty'],
  ['/cn', '漏水 没有的词', '漏水'],
] as const)
  test(`a search without a result shows the nearest terms and the phone number: ${typed}`, async ({ read }) => {
    const page = await read(searchPath(typed, prefix))
    expect(textOf(page.document.querySelector('main'))).toContain(nearest)
    expect(resultsOf(page)).not.toEqual([])
    expect(page.document.querySelector('main a[href^="tel:"]')).not.toBeNull()
  })

for (const [prefix, title] of [
  ['', '페이지를 찾을 수 없습니다'],
  ['/en', 'Page not found'],
  ['/cn', '页面不存在'],
] as const)
  test(`an unknown address offers search and phone number: ${prefix}/no-such-page`, async ({ read }) => {
    const { status, document } = await read(`${prefix}/no-such-page`)
    expect(status).toBe(404)
    expect(textOf(document.querySelector('h1'))).toBe(title)
    expect(document.querySelector('main a[href^="tel:"]')).not.toBeNull()
    const form = document.querySelector('main input[type="search"]')?.closest('form')
    expect(form?.getAttribute('action')).toBe(`${prefix}/auction-search`)
    expect(document.querySelector('[data-no-popups]')).not.toBeNull()
  })

test('an unknown address below another site is a 404 with one title', async ({ read }) => {
  for (const path of ['/me/nothing', '/en/join/nothing/here', '/cn/orders/a/b/c']) {
    const { status, document } = await read(path)
    expect([path, status, document.querySelectorAll('h1').length]).toEqual([path, 404, 1])
  }
})
