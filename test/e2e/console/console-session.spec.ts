import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { breakAccessToken, open } from '../support/console-screen.ts'
import { beginOwnSession, expect, test } from '../support/product-fixture.ts'

/** Options for `expect.poll`. */
const often = { intervals: [50] }

const spoilRefreshToken = (page: Page) => page.evaluate(() => sessionStorage.setItem('refreshToken', 'A'.repeat(43)))

test.describe('the session of the console', () => {
  test('renews a refused access token once for all requests, and retries each request once', async ({
    page,
    logIn,
  }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    // Navigate from a page without scripts: otherwise requests of the console could renew the token before the reload.
    await page.goto('/robots.txt')
    await breakAccessToken(page)
    const requests: string[] = []
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      if (pathname.startsWith('/api/')) requests.push(`${response.status()} ${pathname}${search}`)
    })
    await page.goto('/console/dashboard')
    await expect(page.getByText('최근 28일')).toBeVisible()
    await expect.poll(() => requests.filter((line) => line.endsWith('/api/console/dashboard')).length, often).toBe(2)
    expect(requests.filter((line) => line === '200 /api/auth/accessToken')).toHaveLength(1)
    // Some calls repeat every second, so compare only the first two answers of each path.
    for (const path of new Set(requests.filter((line) => line.startsWith('401')).map((line) => line.slice(4)))) {
      const answers = () => requests.filter((line) => line.endsWith(` ${path}`))
      await expect
        .poll(() => answers().slice(0, 2), { message: path, ...often })
        .toEqual([`401 ${path}`, `200 ${path}`])
      expect(answers().filter((line) => line.startsWith('401'))).toHaveLength(1)
    }
    expect(requests.filter((line) => line.startsWith('401')).length).toBeGreaterThan(1)
  })

  test('keeps the screen when the refresh token is refused, asks for the password in place and continues', async ({
    page,
    logIn,
    product,
  }) => {
    await logIn(page, 'manager')
    await open(page, '/console/password')
    await page.getByLabel('새 비밀번호', { exact: true }).fill('a sentence I was typing')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await breakAccessToken(page)
    await spoilRefreshToken(page)
    // Type into the focused element: a background request may already have opened the log-in dialog.
    await page.keyboard.type('하자')
    const dialog = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
    await expect(dialog).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('refreshToken'))).toBeNull()
    expect(await page.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull()

    await expect(dialog.getByLabel('비밀번호', { exact: true })).toBeFocused()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible()
    await dialog.getByLabel('비밀번호', { exact: true }).fill(product.passwords.manager ?? '')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('새 비밀번호', { exact: true })).toHaveValue('a sentence I was typing')
  })

  test('reports a session ended on another device, also after a reload, and logs out from the dialog', {
    tag: '@deep',
  }, async ({ page, product }) => {
    await beginOwnSession(page, product, 'manager')
    await open(page, '/console/password')
    await page.evaluate(() =>
      fetch('/api/auth/refreshToken', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${sessionStorage.getItem('refreshToken')}` },
      }),
    )
    const storage = await page.evaluate(() => ({ ...sessionStorage }))
    const dialog = page.getByRole('dialog', { name: m.account_again_title() })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('하자')
    await expect(dialog).toContainText(m.account_again_ended())
    await expect(dialog).not.toContainText(m.account_again_text())

    // The dialog has removed the tokens; restore them to simulate a tab that has not noticed the end of the session.
    await page.evaluate((tokens) => Object.assign(sessionStorage, tokens), storage)
    await page.reload()
    await expect(dialog).toContainText(m.account_again_ended())
    await dialog.getByRole('button', { name: '로그아웃' }).click()
    await page.waitForURL('**/login?out')
  })

  test('shows a lost connection until it is back, and a 403 once as an alert with the message of the answer', {
    tag: '@deep',
  }, async ({ page, context, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await context.setOffline(true)
    await expect(page.getByText('연결이 끊겼습니다')).toBeVisible()
    await expect(page.getByText('연결 끊김')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('연결이 끊겼습니다')).toBeHidden()
    await expect(page.getByText('연결됨')).toBeVisible()

    await page.route('**/api/console/**', (route) =>
      route.fulfill({ status: 403, json: { message: '이 일은 소유자만 할 수 있습니다.', code: 'forbidden' } }),
    )
    await page.goto('/console/dashboard')
    const alert = page.getByRole('alertdialog')
    await expect(alert).toHaveCount(1)
    await expect(alert).toContainText('이 일은 소유자만 할 수 있습니다.')
    await expect(alert.getByRole('button', { name: '확인' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
  })

  test('ends every other session when the own password changes', { tag: '@deep' }, async ({
    page,
    browser,
    product,
  }) => {
    const old = product.passwords.editor ?? ''
    const otherContext = await browser.newContext({ baseURL: product.url, locale: 'ko-KR' })
    const other = await otherContext.newPage()
    await beginOwnSession(other, product, 'editor')
    await beginOwnSession(page, product, 'editor')
    await open(page, '/console/password')
    await expect(page.getByRole('button', { name: /로그아웃$/ }).first()).toBeVisible()

    const change = async (current: string, next: string) => {
      await page.getByLabel('현재 비밀번호').fill(current)
      await page.getByLabel('새 비밀번호', { exact: true }).fill(next)
      await page.getByLabel('새 비밀번호 확인').fill(next)
      await page.keyboard.press('Enter')
    }
    await change(old, 'short')
    await expect(page.getByText('7자를 더 입력해 주세요.')).toBeVisible()
    await change('not the old one', 'four quiet cranes above')
    await expect(page.getByText('현재 비밀번호가 일치하지 않습니다.')).toBeVisible()
    await expect(page.getByLabel('새 비밀번호', { exact: true })).toHaveValue('four quiet cranes above')
    await change(old, 'four quiet cranes above')
    await expect(page.getByText('비밀번호를 변경했습니다.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: /로그아웃$/ })).toHaveCount(0)

    await breakAccessToken(other)
    await other.goto('/console/dashboard')
    await expect(other.getByRole('dialog', { name: '다시 로그인해 주세요' })).toBeVisible()
    await otherContext.close()
    await change('four quiet cranes above', old)
    await expect(page.getByLabel('현재 비밀번호')).toHaveValue('')
  })
})
