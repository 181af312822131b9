import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

const section = (page: Page) => page.locator('#comments')
const field = (page: Page) => section(page).getByLabel('댓글 작성')
const entry = (page: Page, text: string) =>
  section(page)
    .locator('article')
    .filter({ has: page.locator(`p:text-is("${text}")`) })
const said = (page: Page) => section(page).getByRole('status')

/** A story that takes comments, made by a member of staff, with somebody at the desk. */
const makeStory = async (page: Page) => {
  const api = await apiOf(page)
  const slug = `comments-${Date.now()}`
  const { board } = await api.post('/boards', {
    code: 'news',
    slug,
    comments: true,
    texts: { ko: { subject: '댓글을 받는 글', summary: '', body: '<p>본문입니다.</p>', state: 'published' } },
  })
  return { api, id: board._id as string, path: `/story/${slug}` }
}

/** Loads a page until it shows what was done: while a fresh one takes long, the last good copy is shown. */
const reload = (page: Page, shows: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await shows()
  }).toPass({ timeout: 15_000 })

/** By the link beneath the story, and back to it. */
const logInFrom = async (page: Page, path: string, password: string | undefined) => {
  await page.goto(path)
  await expect(section(page).getByText('로그인 후 이용가능합니다')).toBeVisible()
  await section(page).getByRole('link', { name: '로그인' }).click()
  await page.locator('input[autocomplete="username"]').fill('member')
  await page.locator('input[type="password"]').fill(password ?? '')
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL(`**${path}#comments`)
  await expect(field(page)).toBeVisible()
}

test('a member writes, answers, changes and removes; staff hide, and switch all of it off', async ({
  page: desk,
  browser,
  logIn,
  product,
}) => {
  await logIn(desk, 'editor')
  const { api, id, path } = await makeStory(desk)
  const page = await (await browser.newContext({ locale: 'ko-KR', viewport: { width: 390, height: 844 } })).newPage()
  await logInFrom(page, product.url + path, product.passwords.member)

  // Too long, lost line, reload: what was typed stays, and arrives once.
  await field(page).fill('가'.repeat(1001))
  await section(page).getByRole('button', { name: '등록' }).click()
  await expect(section(page).getByText('1자를 줄여 주세요.')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await field(page).fill('첫 댓글입니다')
  let sendings = 0
  await page.route('**/comments', async (route) => {
    if (route.request().method() !== 'POST' || sendings++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await section(page).getByRole('button', { name: '등록' }).click()
  await expect(section(page).getByText('서버에 연결할 수 없습니다')).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue('첫 댓글입니다')
  await section(page).getByRole('button', { name: '등록' }).click()
  await expect(said(page)).toHaveText('댓글을 등록했습니다.')
  await expect(field(page)).toHaveValue('')
  await expect(entry(page, '첫 댓글입니다')).toHaveCount(1)
  expect(sendings).toBe(2)
  expect((await api.get(`/comments?post=${id}`)).total).toBe(1)

  await entry(page, '첫 댓글입니다').getByRole('button', { name: '답글' }).click()
  await section(page).getByLabel('도이수 님에게 답글').fill('주소는 https://a.example/b?c=1, <b>입니다</b>')
  await entry(page, '첫 댓글입니다').getByRole('button', { name: '등록' }).click()
  await expect(said(page)).toHaveText('답글을 등록했습니다.')
  const reply = section(page).locator('ol ol article')
  await expect(reply).toBeFocused()
  await expect(reply).toContainText('<b>입니다</b>')
  await expect(reply.getByRole('link')).toHaveAttribute('href', 'https://a.example/b?c=1')
  await expect(reply.getByRole('link')).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(section(page).getByRole('heading', { name: '댓글 2' })).toBeVisible()

  await entry(page, '첫 댓글입니다').getByRole('button', { name: '수정' }).click()
  await section(page).getByLabel('내 댓글 수정').fill('고친 댓글입니다')
  await section(page).getByRole('button', { name: '저장' }).click()
  await expect(entry(page, '고친 댓글입니다')).toContainText('수정됨')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violationsOf(page)).toEqual([])

  // Anybody reads it at once, without script too.
  const reader = await (await browser.newContext({ javaScriptEnabled: false, locale: 'ko-KR' })).newPage()
  await reader.goto(product.url + path)
  await reload(reader, () => expect(section(reader)).toContainText('고친 댓글입니다', { timeout: 500 }))
  await expect(section(reader).getByText('댓글을 작성하려면 브라우저에서 JavaScript를 허용해 주세요.')).toBeVisible()
  await expect(section(reader).getByRole('link', { name: '로그인' })).toBeHidden()

  // From the editor of the post, which knows nothing of comments, one link leads to them.
  await desk.goto(`/console/boards/${id}`)
  await desk
    .getByRole('main')
    .getByRole('link', { name: /^댓글 \d+$/ })
    .click()
  await desk.waitForURL(`**/console/boards/${id}/comments`)

  // At the desk: hidden with a reason, told to its author, taken back by Ctrl+Z.
  await desk.goto('/console/boards/comments')
  await desk.getByRole('link', { name: '고친 댓글입니다' }).click()
  const comment = desk.locator('main article').filter({ hasText: '고친 댓글입니다' })
  await comment.getByRole('button', { name: '숨기기' }).click()
  await desk.getByRole('menuitem', { name: '주제와 무관한 내용' }).click()
  await expect(comment).toContainText('숨김 사유: 주제와 무관한 내용')
  expect(await violationsOf(desk)).toEqual([])
  await reload(reader, () => expect(section(reader)).toContainText('관리자가 숨긴 댓글입니다', { timeout: 500 }))
  await expect(section(reader)).not.toContainText('고친 댓글입니다')
  await page.reload()
  await expect(section(page).getByText('사유: 주제와 무관한 내용')).toBeVisible()
  await desk.getByRole('button', { name: '실행 취소' }).click()
  await expect(comment.getByRole('button', { name: '숨기기' })).toBeVisible()

  const remove = entry(page, '고친 댓글입니다').getByRole('button', { name: '삭제' })
  await reload(page, () => expect(remove).toBeVisible({ timeout: 3000 }))
  await remove.click()
  await expect(section(page).getByRole('button', { name: '취소' })).toBeFocused()
  await remove.click()
  await expect(section(page).getByText('삭제된 댓글입니다')).toBeFocused()
  await expect(section(page).getByRole('heading', { name: '댓글 1' })).toBeVisible()

  // Switched off while somebody writes: refused, and the words are still there.
  await field(page).fill('닫히는 사이에')
  const { board } = await api.get(`/boards/${id}`)
  await api.put(`/boards/${id}`, { comments: false, updatedAt: board.updatedAt })
  await section(page).getByRole('button', { name: '등록' }).click()
  await expect(section(page).getByText('더 이상 댓글을 쓸 수 없습니다')).toBeVisible()
  await expect(field(page)).toHaveValue('닫히는 사이에')
  await reload(reader, () => expect(section(reader)).toHaveCount(0, { timeout: 500 }))
  await page.context().close()
  await reader.context().close()
})

test('the keyboard alone is enough, and a log-in that has run out keeps what was typed', async ({
  page: desk,
  browser,
  logIn,
  product,
}) => {
  await logIn(desk, 'editor')
  const { path } = await makeStory(desk)
  const page = await (await browser.newContext({ locale: 'ko-KR' })).newPage()
  await logInFrom(page, product.url + path, product.passwords.member)
  await field(page).focus()
  await page.keyboard.type('자판으로 쓴 글')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entry(page, '자판으로 쓴 글')).toBeVisible()
  await expect(section(page).getByRole('button', { name: '등록' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(entry(page, '자판으로 쓴 글').getByRole('button', { name: '답글' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('답글도')
  await page.keyboard.press('Control+Enter')
  await expect(section(page).locator('ol ol article')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])

  await field(page).fill('만료된 뒤에 쓴 글')
  await page.evaluate(() => {
    sessionStorage.setItem('accessToken', 'x.y.z')
    sessionStorage.setItem('refreshToken', 'over')
  })
  await section(page).getByRole('button', { name: '등록' }).click()
  const again = page.getByRole('dialog', { name: '장시간 사용하지 않아 로그아웃되었습니다' })
  await again.getByRole('button', { name: '나중에' }).click()
  const notice = section(page).getByRole('alert').filter({ hasText: '로그인이 만료되었습니다' })
  await expect(notice).toBeVisible()
  await expect(field(page)).toHaveValue('만료된 뒤에 쓴 글')
  await notice.getByRole('link', { name: '로그인' }).click()
  await page.locator('input[type="password"]').fill(product.passwords.member ?? '')
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL(`**${path}#comments`)
  await expect(field(page)).toHaveValue('만료된 뒤에 쓴 글')
  await section(page).getByRole('button', { name: '등록' }).click()
  await expect(entry(page, '만료된 뒤에 쓴 글')).toBeVisible()
  await page.context().close()
})

for (const [path, title, login] of [
  ['/story/incheon-warranty-briefing', '댓글', '로그인'],
  ['/en/story/incheon-warranty-briefing', 'Comments', 'Log in'],
  ['/cn/story/incheon-warranty-briefing', '评论', '登录'],
] as const)
  test(`a guest reads what was said, without what staff hid: ${path}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(section(page).getByRole('heading', { name: `${title} 4` })).toBeVisible()
    await expect(section(page).locator('ol ol article')).toHaveCount(2)
    await expect(section(page)).not.toContainText('누수 탐지')
    const link = section(page).getByRole('link', { name: login })
    await expect(link).toHaveAttribute('href', /\/login\?next=.+%23comments$/)
    expect(await violationsOf(page)).toEqual([])
    expect((await page.goto(`${path}?comments=2`))?.status()).toBe(404)
  })
