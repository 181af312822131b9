import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

// Staff look after members: made, found, locked, sent a link; and what a level may do, as the one who has it sees it.

const giveReason = async (page: Page, label: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: label }).click()
  // Without a reason nothing happens, and what is missing is said.
  await expect(dialog.getByText('사유를 4자 이상 입력해 주세요.')).toBeVisible()
  await dialog.getByLabel('사유').fill('본인 요청으로 처리')
  await dialog.getByRole('button', { name: label }).click()
  await expect(dialog).toBeHidden()
}

test('a member is made, found, locked with a reason, and sent a link to set a password', async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/users/create')
  await page.getByLabel('아이디').fill('story.member')
  await page.getByLabel('이름', { exact: true }).fill('이야기')
  await page.getByRole('combobox', { name: '등급' }).click()
  await page.getByRole('option', { name: '일반 회원' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill('story.member@mail.example')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: '이야기', level: 1 })).toBeVisible()
  await expect(page.getByText('아직 설정하지 않음')).toBeVisible()
  // A new member's parts have nothing to press, and yet they scroll by keys.
  await page.setViewportSize({ width: 1440, height: 480 })
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/console/users')
  await page.getByPlaceholder('이름, 아이디, 이메일, 전화, 회사명').fill('y.memb')
  await page.getByRole('link', { name: '이야기' }).click()
  await page.getByRole('button', { name: '잠금', exact: true }).click()
  await giveReason(page, '잠금')
  await expect(page.getByText('본인 요청으로 처리').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '비밀번호 재설정 링크 보내기' })).toBeDisabled()
  await page.getByRole('button', { name: '잠금 해제' }).click()
  await giveReason(page, '잠금 해제')
  await page.getByRole('button', { name: '비밀번호 재설정 링크 보내기' }).click()
  await expect(page.getByText('이메일로 링크를 보냈습니다.')).toBeVisible()
})

test('a right given in the matrix opens a section to its level at once, for reading alone', async ({
  page,
  logIn,
  browser,
  product,
}) => {
  await logIn(page)
  await page.goto('/console/users/levels')
  const cell = (act: string) => page.getByRole('checkbox', { name: `상담 담당자, 배너, ${act}` })
  await cell('쓰기').check()
  // Writing brings reading, and goes with it.
  await expect(cell('읽기')).toBeChecked()
  await cell('읽기').uncheck()
  await expect(cell('쓰기')).not.toBeChecked()
  await cell('읽기').check()
  await page.reload()
  await expect(cell('읽기')).toBeChecked()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('등급 1개를 저장했습니다.')).toBeVisible()

  const other = await browser.newContext({ baseURL: product.url })
  const counsel = await other.newPage()
  await logIn(counsel, 'counsel')
  await counsel.goto('/console/banners')
  await expect(counsel.getByRole('heading', { name: '배너', level: 1 })).toBeVisible()
  await expect(counsel.locator('tbody a').first()).toBeVisible()
  await expect(counsel.getByRole('link', { name: '배너 등록' })).toHaveCount(0)
  await expect(counsel.getByRole('checkbox')).toHaveCount(0)
  await counsel.locator('tbody a').first().click()
  await expect(counsel.getByText('읽기 권한으로 보고 있습니다')).toBeVisible()
  await expect(counsel.getByRole('button', { name: /저장/ })).toHaveCount(0)
  await other.close()
  // The owner's column is fixed.
  await expect(page.getByRole('checkbox', { name: '총괄 관리자, 배너, 쓰기' })).toBeDisabled()
})

test('what the law keeps is opened with a reason, and terms say who has not agreed', async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/users/withdrawals')
  await expect(page.getByRole('heading', { name: '올해 탈퇴 사유' })).toBeVisible()
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: '열람' }).first().click()
  await giveReason(page, '열람')
  await expect(page.locator('pre')).toContainText('records')

  await page.goto('/console/terms')
  const api = await apiOf(page)
  const { agreements } = await api.get('/terms/agreements')
  expect(agreements).toHaveLength(2)
  // Counted a second way, by the list of members: how many there are depends on what ran before.
  const members = (await api.get('/users?staff=false&limit=1')).total
  for (const { _id, title, agreed, lacking } of agreements) {
    expect((await api.get(`/users?lacks=${_id}&limit=1`)).total).toBe(lacking)
    expect(agreed).toBe(members - lacking)
    expect(agreed).toBeGreaterThanOrEqual(2)
    await page.getByRole('navigation', { name: '약관과 방침' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('definition').first()).toHaveText(new RegExp(`^${agreed} `))
  }
})

test('a member is looked at beside the list, by a press on the row and from there by arrows', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/console/users?q=buyer&sort=username')
  const rows = page.locator('tr[data-row]')
  const beside = page.getByRole('complementary').getByRole('region').first()
  await rows.first().locator('td').nth(3).click()
  const [first, second] = await rows.locator('td:nth-child(3)').allTextContents()
  await expect(beside).toHaveAccessibleName(first ?? '')
  await expect(beside.getByRole('heading', { name: '동의', exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(beside).toHaveAccessibleName(second ?? '')
  await page.keyboard.press('Escape')
  await expect(beside).toHaveCount(0)
  // Its name opens it, and on a narrower screen its row does.
  await page.setViewportSize({ width: 1200, height: 900 })
  await rows.first().locator('td').nth(3).click()
  await expect(page).toHaveURL(/\/console\/users\/[0-9a-f-]{36}$/)
})

test('what a member had agreed to on a day is read in the words of that day, and printed as a paper of its own', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await page.goto('/console')
  const { users } = await (await apiOf(page)).get('/users?q=member')
  const { _id } = (users as { _id: string; username: string }[]).find(({ username }) => username === 'member') ?? {}
  await page.goto(`/console/users/${_id}`)
  const part = page.getByRole('region', { name: '동의', exact: true })
  await expect(part.getByText('현재', { exact: true })).toBeVisible()
  // Between two versions of the texts, and before news by text message were taken back.
  const day = '2025-09-01'
  await part.getByLabel('조회 날짜').fill(day)
  await expect(part.getByRole('status')).toContainText(`${day} 24시(서울) 기준`)
  await expect(page).toHaveURL(new RegExp(`day=${day}`))
  const row = (name: string) => part.getByRole('row').filter({ hasText: name })
  await expect(row('이용약관')).toContainText('2024-01-15')
  await expect(row('문자 소식')).toContainText('동의함')
  const words = part.getByRole('button', { name: /^이용약관 내용/ })
  await expect(words).toHaveAttribute('aria-expanded', 'false')
  await words.click()
  await expect(words).toHaveAttribute('aria-expanded', 'true')
  await expect(part.getByRole('article')).toContainText('제1조')
  expect(await violationsOf(page)).toEqual([])
  for (const [width, name] of [
    [390, 'member-day-390'],
    [1440, 'member-day-1440'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true })
  }

  // The way of the browser to print: what is on the screen gives its place to the paper, with every text in full.
  const paper = page.getByRole('article').filter({ has: page.getByRole('heading', { name: `${day} 동의 현황` }) })
  await expect(paper).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(paper).toContainText('제1조')
  await expect(paper).toContainText('개인정보')
  await expect(part).toBeHidden()
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/member-paper.png`, fullPage: true })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect(paper).toHaveCount(0)

  await part.getByLabel('조회 날짜').fill('2025-09-18')
  await expect(row('문자 소식')).toContainText('철회함')
  // A day before anything was said: nothing of it was agreed to, and no text is offered.
  await page.goto(`/console/users/${_id}?day=2020-01-01`)
  await expect(part.getByRole('status')).toContainText('동의한 항목 0개')
  await expect(part.getByRole('button', { name: /내용 보기/ })).toHaveCount(0)
  await part.getByRole('button', { name: '현재 보기' }).click()
  await expect(part.getByText('현재', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/day=/)
  // What is no day is none here either.
  for (const none of ['2026-02-30', '1899-12-31', '2026-1-1']) {
    await page.goto(`/console/users/${_id}?day=${none}`)
    await expect(part.getByText('현재', { exact: true })).toBeVisible()
  }

  // A company shows what it does in the other sites.
  const found = await (await apiOf(page)).get('/users?q=buyer')
  const buyer = (found.users as { _id: string; username: string }[]).find(({ username }) => username === 'buyer')
  await page.goto(`/console/users/${buyer?._id}`)
  const matchings = page.getByRole('region', { name: '상담 현황' })
  await expect(matchings.getByRole('link').first()).toHaveAttribute('href', /^\/console\/matchings\//)
  await expect(page.getByRole('region', { name: '주문' })).toBeVisible()
  await expect(page.getByRole('region', { name: '응찰' })).toBeVisible()
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/member-buyer.png`, fullPage: true })
})
