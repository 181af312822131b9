import type { Page } from '@playwright/test'
import { findStateViolations } from '../support/find-violations.ts'
import { blockPopups } from '../support/measure-page.ts'
import { beginOwnSession, expect, test } from '../support/product-fixture.ts'

// Member sessions on public pages that end while a text is typed, in several tabs, or on several devices.

/** Invalidates both tokens, as expiry does. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
    sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
    sessionStorage.setItem('refreshToken', 'A'.repeat(43))
  })

const shot = async (page: Page, name: string) => {
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true })
}

const words = {
  ko: { prefix: '', title: '장시간 사용하지 않아 로그아웃되었습니다', go: '확인하고 계속', later: '나중에' },
  en: { prefix: '/en', title: 'You were logged out while away', go: 'Confirm and continue', later: 'Later' },
  cn: { prefix: '/cn', title: '您因长时间未操作已退出登录', go: '确认并继续', later: '稍后' },
} as const

test.beforeEach(({ page }) => blockPopups(page))

for (const language of ['ko', 'en', 'cn'] as const)
  test(`a session that ends while a member types asks for the password in place and then sends (${language})`, {
    tag: '@deep',
  }, async ({ page, logIn, product }) => {
    const { prefix, title, go, later } = words[language]
    if (language === 'en') await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, 'member')
    await page.goto(`${prefix}/me/profile`)
    const name = page.locator('main [name="name"]')
    await expect(name).toBeVisible()
    await name.fill(`도이수 ${language}`)
    await expire(page)
    await page.locator('main form button[type="submit"]').first().click()
    const panel = page.getByRole('dialog', { name: title })
    await expect(panel.locator('[name="password"]')).toBeFocused()
    await expect(name).toHaveValue(`도이수 ${language}`)
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, `again-${language}`)
    await panel.locator('[name="password"]').fill('wrong')
    await panel.getByRole('button', { name: go }).click()
    await expect(panel.locator('[name="password"]')).toHaveAttribute('aria-invalid', 'true')

    // Postponing sends nothing, loses nothing, and the next attempt asks again.
    await panel.getByRole('button', { name: later }).click()
    await expect(panel).toBeHidden()
    await expect(name).toHaveValue(`도이수 ${language}`)
    await page.locator('main form button[type="submit"]').first().click()
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/v1/me') && response.ok(),
    )
    await panel.locator('[name="password"]').fill(product.passwords.member ?? '')
    await panel.getByRole('button', { name: go }).click()
    await saved
    await expect(panel).toBeHidden()
    await page.reload()
    await expect(name).toHaveValue(`도이수 ${language}`)

    if (language !== 'ko') return
    await test.step('sends a question too', async () => {
      await page.goto('/center/questions')
      await page
        .getByRole('button', { name: /문의하기|새 문의/ })
        .first()
        .click()
      const form = page.locator('main form').first()
      await form.locator('input:not([type])').fill('로그인이 끝난 뒤에 보낸 문의')
      await form.locator('textarea').fill('쓰는 동안 로그인이 끝났습니다.')
      await expire(page)
      await form.locator('button[type="submit"]').click()
      await expect(panel.locator('[name="password"]')).toBeFocused()
      await expect(form.locator('textarea')).toHaveValue('쓰는 동안 로그인이 끝났습니다.')
      await shot(page, 'again-question')
      await panel.locator('[name="password"]').fill(product.passwords.member ?? '')
      await panel.locator('[name="password"]').press('Enter')
      await expect(page.getByText('로그인이 끝난 뒤에 보낸 문의').first()).toBeVisible()
      await expect(panel).toBeHidden()
    })
  })

test('a new tab takes over the session, and a log-out clears every tab', { tag: '@deep' }, async ({
  page,
  context,
  product,
}) => {
  await beginOwnSession(page, product, 'member')
  await page.goto('/me')
  await expect(page.locator('main h1')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/me/security')
  await expect(other.locator('main h1')).toBeVisible()
  const refreshToken = await page.evaluate(() => sessionStorage.getItem('refreshToken'))
  expect(await other.evaluate(() => sessionStorage.getItem('refreshToken'))).toBe(refreshToken)

  await page.getByRole('button', { name: '로그아웃', exact: true }).click()
  await expect(other.getByRole('alertdialog')).toBeVisible()
  await expect(other.locator('main')).not.toContainText('member')
  expect(await other.evaluate(() => ({ ...sessionStorage }))).not.toHaveProperty('refreshToken')
})

test('a member logs out one other device, or all others together', { tag: '@deep' }, async ({
  page,
  browser,
  product,
}) => {
  const openOtherDevice = async () => {
    const there = await (await browser.newContext({ baseURL: product.url })).newPage()
    await beginOwnSession(there, product, 'viewer')
    await there.goto('/me/security')
    await expect(there.getByText('현재 기기')).toBeVisible()
    return there
  }
  const first = await openOtherDevice()
  const second = await openOtherDevice()
  await beginOwnSession(page, product, 'viewer')
  await page.goto('/me/security')
  const rows = page.locator('main li').filter({ hasText: /마지막 사용/ })
  await expect(rows.nth(2)).toBeVisible()
  const count = await rows.count()
  await shot(page, 'devices')
  await rows
    .nth(1)
    .getByRole('button', { name: /본인이 아닙니다/ })
    .click()
  await expect(page.getByText('비밀번호를 바로 변경해 주세요.', { exact: false })).toBeVisible()
  await expect(page.locator('#password')).toBeFocused()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: '다른 기기에서 모두 로그아웃' }).click()
  await expect(rows).toHaveCount(1)
  for (const there of [first, second]) {
    const { status } = await there.evaluate(async () => {
      const response = await fetch('/api/auth/accessToken', {
        headers: { authorization: `Bearer ${sessionStorage.getItem('refreshToken')}` },
      })
      return { status: response.status }
    })
    expect(status).toBe(401)
    await there.context().close()
  }
})
