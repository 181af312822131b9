import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

for (const [prefix, lang, heading, area, submit] of [
  ['', 'ko', '로그인', '관리자', '로그인'],
  ['/en', 'en', 'Log in', 'Console', 'Log in'],
  ['/cn', 'zh-Hans', '登录', '管理后台', '登录'],
] as const)
  test.describe(`the log-in in ${lang}`, () => {
    const console = /감사 기록|audit|审计/

    for (const next of ['', '?next=%2Fstory%2Fa%23comments', '?next=%2Fconsolation'])
      test(`greets visitors at /login${next}`, async ({ read }) => {
        const { document } = await read(`${prefix}/login${next}`)
        expect(document.documentElement.getAttribute('lang')).toBe(lang)
        expect(textOf(document.querySelector('h1'))).toBe(heading)
        expect(textOf(document.querySelector('form button[type="submit"]'))).toBe(submit)
        expect([...document.querySelectorAll('header *')].map(textOf)).not.toContain(area)
        expect(textOf(document.querySelector('footer'))).not.toMatch(console)
      })

    for (const next of ['?next=%2Fconsole', '?next=%2Fconsole%2Faudit%3Fq%3Dx'])
      test(`greets staff at /login${next}`, async ({ read }) => {
        const { document } = await read(`${prefix}/login${next}`)
        expect(textOf(document.querySelector('h1'))).not.toBe(heading)
        expect([...document.querySelectorAll('header *')].map(textOf)).toContain(area)
        expect(textOf(document.querySelector('footer'))).toMatch(console)
      })

    test('links to itself in each language and keeps its target', async ({ read }) => {
      const { document } = await read(`${prefix}/login?next=/me`)
      const links = [...document.querySelectorAll('header nav a')].map((link) => [
        textOf(link),
        link.getAttribute('href'),
      ])
      expect(links).toEqual([
        ['한국어', '/login?next=%2Fme'],
        ['English', '/en/login?next=%2Fme'],
        ['中文', '/cn/login?next=%2Fme'],
      ])
    })
  })
