import type { Page } from '@playwright/test'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const giveReason = async (page: Page, label: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: label }).click()
  // Without a reason nothing is saved and the field shows an error.
  await expect(dialog.getByText('사유를 4자 이상 입력해 주세요.')).toBeVisible()
  await dialog.getByLabel('사유').fill('본인 요청으로 처리')
  await dialog.getByRole('button', { name: label }).click()
  await expect(dialog).toBeHidden()
}

const findMember = async (page: Page, username: string): Promise<string> => {
  const { users } = await (await apiOf(page)).get(`/users?q=${username}`)
  const found = (users as { _id: string; username: string }[]).find((user) => user.username === username)
  if (!found) throw new Error(`no member ${username}`)
  return found._id
}

test('creates a member, finds it, locks it with a reason, and sends a link to set a password', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/users/create')
  await page.getByLabel('아이디').fill('story.member')
  await page.getByLabel('이름', { exact: true }).fill('이야기')
  await page.getByRole('combobox', { name: '등급' }).click()
  await page.getByRole('option', { name: '일반 회원' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill('story.member@mail.example')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: '이야기', level: 1 })).toBeVisible()
  await expect(page.getByText('아직 설정하지 않음')).toBeVisible()

  await navigateTo(page, '/console/users')
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

test('grants a level read access to a section immediately with one permission of the matrix', { tag: '@deep' }, async ({
  page,
  logIn,
  browser,
  product,
}) => {
  await logIn(page)
  await open(page, '/console/users/levels')
  const cell = (act: string) => page.getByRole('checkbox', { name: `상담 담당자, 배너, ${act}` })
  await test.step('adds reading with writing, and removes writing with reading', async () => {
    await cell('쓰기').check()
    await expect(cell('읽기')).toBeChecked()
    await cell('읽기').uncheck()
    await expect(cell('쓰기')).not.toBeChecked()
    await cell('읽기').check()
    await page.reload()
    await expect(cell('읽기')).toBeChecked()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('등급 1개를 저장했습니다.')).toBeVisible()
  })
  await test.step('lets an account of that level read but not change anything', async () => {
    const other = await browser.newContext({ baseURL: product.url })
    const counsel = await other.newPage()
    await logIn(counsel, 'counsel')
    await open(counsel, '/console/banners')
    await expect(counsel.getByRole('heading', { name: '배너', level: 1 })).toBeVisible()
    await expect(counsel.locator('tbody a').first()).toBeVisible()
    await expect(counsel.getByRole('link', { name: '배너 등록' })).toHaveCount(0)
    await expect(counsel.getByRole('checkbox')).toHaveCount(0)
    await counsel.locator('tbody a').first().click()
    await expect(counsel.getByText('읽기 권한으로 보고 있습니다')).toBeVisible()
    await expect(counsel.getByRole('button', { name: /저장/ })).toHaveCount(0)
    await other.close()
  })
  // The permissions of the owner level cannot be changed.
  await expect(page.getByRole('checkbox', { name: '총괄 관리자, 배너, 쓰기' })).toBeDisabled()
})

test('opens legally retained records with a reason, counts members without agreement, and previews members next to the list', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/users/withdrawals')
  const api = await apiOf(page)
  await test.step('opens legally retained records with a reason', async () => {
    await expect(page.getByRole('heading', { name: '올해 탈퇴 사유' })).toBeVisible()
    await page.locator('tbody a').first().click()
    await page.getByRole('button', { name: '열람' }).first().click()
    await giveReason(page, '열람')
    await expect(page.locator('pre')).toContainText('records')
  })
  await test.step('shows for each agreement how many members lack it', async () => {
    await navigateTo(page, '/console/terms')
    const { agreements } = await api.get('/terms/agreements')
    expect(agreements).toHaveLength(2)
    // Take the expected total from the API: it depends on which tests ran before.
    const members = (await api.get('/users?staff=false&limit=1')).total
    for (const { _id, title: name, agreed, lacking } of agreements) {
      expect((await api.get(`/users?lacks=${_id}&limit=1`)).total).toBe(lacking)
      expect(agreed).toBe(members - lacking)
      expect(agreed).toBeGreaterThanOrEqual(2)
      await page.getByRole('navigation', { name: '약관과 방침' }).getByRole('link', { name }).click()
      await expect(page.getByRole('definition').first()).toHaveText(new RegExp(`^${agreed} `))
    }
  })
  await test.step('previews the member of a row next to the list, and moves on with arrow keys', async () => {
    await navigateTo(page, '/console/users?q=buyer&sort=username')
    const rows = page.locator('tr[data-row]')
    const sidePanel = page.getByRole('complementary').getByRole('region').first()
    await rows.first().locator('td').nth(3).click()
    const [first, second] = await rows.locator('td:nth-child(3)').allTextContents()
    await expect(sidePanel).toHaveAccessibleName(first ?? '')
    await expect(sidePanel.getByRole('heading', { name: '동의', exact: true })).toBeVisible()
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(sidePanel).toHaveAccessibleName(second ?? '')
    await page.keyboard.press('Escape')
    await expect(sidePanel).toHaveCount(0)
  })
  await test.step('opens the member of a row where a preview does not fit', async () => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.locator('tr[data-row]').first().locator('td').nth(3).click()
    await expect(page).toHaveURL(/\/console\/users\/[0-9a-f-]{36}$/)
  })
})

test('shows what a member had agreed to on a day in the text of that day, and prints it', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/users')
  const id = await findMember(page, 'member')
  await navigateTo(page, `/console/users/${id}`)
  const part = page.getByRole('region', { name: '동의', exact: true })
  const row = (name: string) => part.getByRole('row').filter({ hasText: name })
  // A day between two versions of the terms, before the member withdrew the consent to news by text message.
  const day = '2025-09-01'
  await test.step('shows the versions and texts in force at the end of the day', async () => {
    await expect(part.getByText('현재', { exact: true })).toBeVisible()
    await part.getByLabel('조회 날짜').fill(day)
    await expect(part.getByRole('status')).toContainText(`${day} 24시(서울) 기준`)
    await expect(page).toHaveURL(new RegExp(`day=${day}`))
    await expect(row('이용약관')).toContainText('2024-01-15')
    await expect(row('문자 소식')).toContainText('동의함')
    const words = part.getByRole('button', { name: /^이용약관 내용/ })
    await expect(words).toHaveAttribute('aria-expanded', 'false')
    await words.click()
    await expect(words).toHaveAttribute('aria-expanded', 'true')
    await expect(part.getByRole('article')).toContainText('제1조')
    await page.setViewportSize({ width: 390, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('prints every text in full instead of the screen', async () => {
    const paper = page.getByRole('article').filter({ has: page.getByRole('heading', { name: `${day} 동의 현황` }) })
    await expect(paper).toHaveCount(0)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await expect(paper).toBeVisible()
    await expect(paper).toContainText('제1조')
    await expect(paper).toContainText('개인정보')
    await expect(part).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    await expect(paper).toHaveCount(0)
  })
  await test.step('shows withdrawn consents on a later day, and none on an early day', async () => {
    await part.getByLabel('조회 날짜').fill('2025-09-18')
    await expect(row('문자 소식')).toContainText('철회함')
    await navigateTo(page, `/console/users/${id}?day=2020-01-01`)
    await expect(part.getByRole('status')).toContainText('동의한 항목 0개')
    await expect(part.getByRole('button', { name: /내용 보기/ })).toHaveCount(0)
    await part.getByRole('button', { name: '현재 보기' }).click()
    await expect(part.getByText('현재', { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/day=/)
  })
  await test.step('shows the present for a day that does not exist', async () => {
    await navigateTo(page, `/console/users/${id}?day=2026-02-30`)
    await expect(part.getByText('현재', { exact: true })).toBeVisible()
  })
  await test.step('shows what a company does on the other sites', async () => {
    await navigateTo(page, `/console/users/${await findMember(page, 'buyer')}`)
    const matchings = page.getByRole('region', { name: '상담 현황' })
    await expect(matchings.getByRole('link').first()).toHaveAttribute('href', /^\/console\/matchings\//)
    await expect(page.getByRole('region', { name: '주문' })).toBeVisible()
    await expect(page.getByRole('region', { name: '응찰' })).toBeVisible()
  })
})

test('has no axe violations on a new member, a member preview, and the consents of a day', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/users')
  await test.step('scrolls parts without controls of a new member by keyboard', async () => {
    const api = await apiOf(page)
    const { user: other } = await api.get(`/users/${await findMember(page, 'member')}`)
    const { user } = await api.post('/users', {
      ...{ username: 'axe.member', name: '새 회원', email: null, phone: null, locale: 'ko', levelId: other.level._id },
      ...{ kind: 'PERSON', company: null, invite: false },
    })
    await page.setViewportSize({ width: 1440, height: 480 })
    await navigateTo(page, `/console/users/${user._id}`)
    await expect(page.getByText('아직 설정하지 않음')).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('has none in the preview', async () => {
    await navigateTo(page, '/console/users?q=buyer&sort=username')
    await page.locator('tr[data-row]').first().locator('td').nth(3).click()
    await expect(page.getByRole('complementary').getByRole('heading', { name: '동의', exact: true })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
  })
  await test.step('has none on the consents of a day', async () => {
    await navigateTo(page, `/console/users/${await findMember(page, 'member')}?day=2025-09-01`)
    const part = page.getByRole('region', { name: '동의', exact: true })
    await part.getByRole('button', { name: /^이용약관 내용/ }).click()
    await expect(part.getByRole('article')).toContainText('제1조')
    expect(await findStateViolations(page)).toEqual([])
  })
})
