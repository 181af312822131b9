import type { Page } from '@playwright/test'
import type { Application } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const section = (page: Page) => page.locator('#comments')
const field = (page: Page) => section(page).getByLabel('댓글 작성')
const entry = (page: Page, text: string) =>
  section(page)
    .locator('article')
    .filter({ has: page.locator(`p:text-is("${text}")`) })
const statusOf = (page: Page) => section(page).getByRole('status')

/** Creates a story with comments enabled, as staff. */
const makeStory = async (product: Application) => {
  const editor = await apiAs(product, 'editor')
  const api = (method: string, path: string, body?: object) => editor(method, `/api/console${path}`, body)
  const slug = `comments-${Date.now()}`
  const { board } = await api('POST', '/boards', {
    code: 'news',
    slug,
    comments: true,
    texts: { ko: { subject: '댓글을 받는 글', summary: '', body: '<p>본문입니다.</p>', state: 'published' } },
  })
  return { api, id: board._id as string, path: `/story/${slug}` }
}

/** Reloads a page until it shows a change: the stale copy is served while a fresh one renders. */
const reload = (page: Page, shows: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await shows()
  }).toPass({ intervals: [50], timeout: 15_000 })

/** Logs in through the link below the story, which returns to it. */
const logInFrom = async (page: Page, path: string, password = '') => {
  await page.goto(path)
  await expect(section(page).getByText('로그인 후 이용가능합니다')).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await section(page).getByRole('link', { name: '로그인' }).click()
  await page.locator('input[autocomplete="username"]').fill('member')
  await page.locator('input[type="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL(`**${path}#comments`)
  await expect(field(page)).toBeVisible()
}

test('a member writes, answers, edits and removes comments; staff hide them and close the discussion', {
  tag: '@deep',
}, async ({ page: desk, browser, logIn, product }) => {
  const { api, id, path } = await makeStory(product)
  const page = await (
    await browser.newContext({ baseURL: product.url, locale: 'ko-KR', viewport: { width: 390, height: 844 } })
  ).newPage()
  await logIn(page, 'member')
  await page.goto(path)

  await test.step('a comment that is too long, or whose answer is lost, stays in the field and arrives once', async () => {
    await field(page).fill('가'.repeat(1001))
    await section(page).getByRole('button', { name: '등록' }).click()
    await expect(section(page).getByText('1자를 줄여 주세요.')).toBeVisible()
    await expect(field(page)).toBeFocused()
    await field(page).fill('첫 댓글입니다')
    let posts = 0
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST' || posts++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await section(page).getByRole('button', { name: '등록' }).click()
    await expect(section(page).getByText('서버에 연결할 수 없습니다')).toBeVisible()
    await page.reload()
    await expect(field(page)).toHaveValue('첫 댓글입니다')
    await section(page).getByRole('button', { name: '등록' }).click()
    await expect(statusOf(page)).toHaveText('댓글을 등록했습니다.')
    await expect(field(page)).toHaveValue('')
    await expect(entry(page, '첫 댓글입니다')).toHaveCount(1)
    expect(posts).toBe(2)
    expect((await api('GET', `/comments?post=${id}`)).total).toBe(1)
  })

  await test.step('a reply has links but no markup, and an edit is marked', async () => {
    await entry(page, '첫 댓글입니다').getByRole('button', { name: '답글' }).click()
    await section(page)
      .getByLabel(/^도이수.* 님에게 답글$/)
      .fill('주소는 https://a.example/b?c=1, <b>입니다</b>')
    await entry(page, '첫 댓글입니다').getByRole('button', { name: '등록' }).click()
    await expect(statusOf(page)).toHaveText('답글을 등록했습니다.')
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
    expect(await findStateViolations(page)).toEqual([])
  })

  const readerPage = await (
    await browser.newContext({ baseURL: product.url, javaScriptEnabled: false, locale: 'ko-KR' })
  ).newPage()
  await test.step('a guest reads it without scripts', async () => {
    await readerPage.goto(path)
    await reload(readerPage, () => expect(section(readerPage)).toContainText('고친 댓글입니다', { timeout: 500 }))
    await expect(
      section(readerPage).getByText('댓글을 작성하려면 브라우저에서 JavaScript를 허용해 주세요.'),
    ).toBeVisible()
    await expect(section(readerPage).getByRole('link', { name: '로그인' })).toBeHidden()
  })

  await test.step('staff hide it with a reason that its author reads, and undo that', async () => {
    await logIn(desk, 'editor')
    await desk.goto(`/console/boards/${id}`)
    await desk
      .getByRole('main')
      .getByRole('link', { name: /^댓글 \d+$/ })
      .click()
    await desk.waitForURL(`**/console/boards/${id}/comments`)
    await navigateTo(desk, '/console/boards/comments')
    await desk.getByRole('link', { name: '고친 댓글입니다' }).click()
    const comment = desk.locator('main article').filter({ hasText: '고친 댓글입니다' })
    await comment.getByRole('button', { name: '숨기기' }).click()
    await desk.getByRole('menuitem', { name: '주제와 무관한 내용' }).click()
    await expect(comment).toContainText('숨김 사유: 주제와 무관한 내용')
    expect(await findStateViolations(desk)).toEqual([])
    await reload(readerPage, () =>
      expect(section(readerPage)).toContainText('관리자가 숨긴 댓글입니다', { timeout: 500 }),
    )
    await expect(section(readerPage)).not.toContainText('고친 댓글입니다')
    await page.reload()
    await expect(section(page).getByText('사유: 주제와 무관한 내용')).toBeVisible()
    await desk.getByRole('button', { name: '실행 취소' }).click()
    await expect(comment.getByRole('button', { name: '숨기기' })).toBeVisible()
  })

  await test.step('its author removes it after a confirmation', async () => {
    const remove = entry(page, '고친 댓글입니다').getByRole('button', { name: '삭제' })
    await reload(page, () => expect(remove).toBeVisible({ timeout: 3000 }))
    await remove.click()
    await expect(section(page).getByRole('button', { name: '취소' })).toBeFocused()
    await remove.click()
    await expect(section(page).getByText('삭제된 댓글입니다')).toBeFocused()
    await expect(section(page).getByRole('heading', { name: '댓글 1' })).toBeVisible()
  })

  await test.step('a discussion closed in the meantime refuses a comment and keeps its text', async () => {
    await field(page).fill('닫히는 사이에')
    const { board } = await api('GET', `/boards/${id}`)
    await api('PUT', `/boards/${id}`, { comments: false, updatedAt: board.updatedAt })
    await section(page).getByRole('button', { name: '등록' }).click()
    await expect(section(page).getByText('더 이상 댓글을 쓸 수 없습니다')).toBeVisible()
    await expect(field(page)).toHaveValue('닫히는 사이에')
    await reload(readerPage, () => expect(section(readerPage)).toHaveCount(0, { timeout: 500 }))
  })
  await page.context().close()
  await readerPage.context().close()
})

test('a guest logs in below the story and writes by keyboard alone, and an expired session keeps the typed text', {
  tag: '@deep',
}, async ({ page, product }) => {
  const { path } = await makeStory(product)
  await logInFrom(page, path, product.passwords.member)
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

  await field(page).fill('만료된 뒤에 쓴 글')
  await page.evaluate(() => {
    sessionStorage.setItem('accessToken', 'x.y.z')
    sessionStorage.setItem('refreshToken', 'over')
  })
  await section(page).getByRole('button', { name: '등록' }).click()
  const loginDialog = page.getByRole('dialog', { name: '장시간 사용하지 않아 로그아웃되었습니다' })
  await loginDialog.getByRole('button', { name: '나중에' }).click()
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
})

test('comments shown to a guest have no axe violations', { tag: '@deep' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const prefix of ['', '/en', '/cn']) {
    await page.goto(`${prefix}/story/incheon-warranty-briefing`)
    await expect(section(page).locator('ol ol article')).toHaveCount(2)
    expect(await findStateViolations(page), prefix).toEqual([])
  }
})
