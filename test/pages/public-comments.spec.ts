import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

for (const [prefix, title, login] of [
  ['', '댓글', '로그인'],
  ['/en', 'Comments', 'Log in'],
  ['/cn', '评论', '登录'],
] as const)
  test(`a guest reads the comments without those hidden by staff: ${prefix || '/ko'}`, async ({ read }) => {
    const path = `${prefix}/story/incheon-warranty-briefing`
    const section = (await read(path)).document.querySelector('#comments')
    expect(textOf(section?.querySelector('h2'))).toBe(`${title} 4`)
    expect(section?.querySelectorAll('ol ol article')).toHaveLength(2)
    expect(textOf(section)).not.toContain('누수 탐지')
    const link = [...(section?.querySelectorAll('a') ?? [])].find((each) => textOf(each) === login)
    expect(link?.getAttribute('href')).toMatch(/\/login\?next=.+%23comments$/)
    expect((await read(`${path}?comments=2`)).status).toBe(404)
  })
