import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

// How a page answers: CSP, language and wrong addresses.

for (const path of ['/', '/en', '/cn', '/nothing-here'])
  test(`allows no script and no style but its own: ${path}`, async ({ read }) => {
    const policy = (await read(path)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`require-trusted-types-for 'script'`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).not.toMatch(/style-src [^;]*unsafe/)
  })

test('renders a hundred pages concurrently without mixing their languages', async ({ product }) => {
  const pages = [
    ['/', 'ko', '본문 바로'],
    ['/en', 'en', 'Skip'],
    ['/cn', 'zh-Hans', '跳'],
  ] as const
  await Promise.all(
    Array.from({ length: 33 }, () => pages)
      .flat()
      .map(async ([path, lang, words]) => {
        // Requests with authorization bypass the cache, so each page is rendered.
        const answer = await fetch(product.url + path, { headers: { authorization: 'Bearer none' } })
        const html = await answer.text()
        expect(html).toContain(`<html lang="${lang}">`)
        expect(/<a [^>]*href="#content"[^>]*>([^<]+)</.exec(html)?.[1], path).toMatch(new RegExp(`^${words}`))
      }),
  )
})

for (const [path, lang, words] of [
  ['/nothing-here', 'ko', '페이지를 찾을 수 없습니다'],
  ['/en/nothing-here', 'en', 'Page not found'],
  ['/cn/nothing-here', 'zh-Hans', '页面不存在'],
] as const)
  test(`answers 404 with the page's header and footer: ${path}`, async ({ read }) => {
    const { status, document } = await read(path)
    expect(status).toBe(404)
    expect(document.documentElement.getAttribute('lang')).toBe(lang)
    expect(textOf(document.querySelector('h1'))).toBe(words)
    expect(document.querySelector('header')).not.toBeNull()
    expect(document.querySelector('footer')).not.toBeNull()
  })

test('redirects an address with a trailing slash to the one without', async ({ read }) => {
  const answer = async (path: string) => {
    const { status, headers } = await read(path)
    return [status, headers.get('location')]
  }
  expect(await answer('/en/')).toEqual([308, '/en'])
  expect(await answer('/en/?page=2')).toEqual([308, '/en?page=2'])
  expect((await answer('//elsewhere.example/'))[0]).not.toBe(308)
})
