import type { Page, Request } from '@playwright/test'
import { title } from '../support/console-screen.ts'
import { beginOwnSession, expect, test } from '../support/product-fixture.ts'

const username = (page: Page) => page.locator('input[autocomplete="username"]')
const password = (page: Page) => page.locator('input[autocomplete="current-password"]')
const submit = (page: Page) => page.locator('form button[type="submit"]')
const readStored = (page: Page, name: string) => page.evaluate((key) => sessionStorage.getItem(key), name)

test('logs in and out by keyboard alone, returns to the requested screen, and authorizes every request', async ({
  page,
  product,
}) => {
  const calls: Request[] = []
  await test.step('the console redirects to the log-in', async () => {
    await page.goto('/console/audit?q=%EB%A1%9C%EA%B7%B8%EC%9D%B8')
    await expect(page).toHaveURL(/\/login\?next=/)
    await expect(username(page)).toBeFocused()
  })
  await test.step('Enter moves to the password and then logs in', async () => {
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request))
    await page.keyboard.type('viewer')
    await page.keyboard.press('Enter')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(product.passwords.viewer ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/audit?q=%EB%A1%9C%EA%B7%B8%EC%9D%B8')
    await expect(title(page)).toHaveText('감사 기록')
  })
  await test.step('the session is in session storage and every request carries it', async () => {
    const [first, second, ...rest] = calls
    const basic = Buffer.from(`viewer:${product.passwords.viewer}`).toString('base64')
    expect(first?.url()).toContain('/api/auth/refreshToken')
    expect(await first?.headerValue('authorization')).toBe(`Basic ${basic}`)
    const refreshToken = await readStored(page, 'refreshToken')
    expect(second?.url()).toContain('/api/auth/accessToken')
    expect(await second?.headerValue('authorization')).toBe(`Bearer ${refreshToken}`)
    const accessToken = await readStored(page, 'accessToken')
    expect(rest.length).toBeGreaterThan(0)
    for (const call of rest) {
      expect(await call.headerValue('authorization'), call.url()).toBe(`Bearer ${accessToken}`)
      expect(await call.headerValue('accept-language'), call.url()).toBe('ko')
    }
  })
  await test.step('the palette logs out', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: '검색·이동·실행' })).toBeFocused()
    await page.keyboard.type('>로그아웃')
    await expect(page.getByRole('option', { selected: true })).toHaveText('로그아웃')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login?out')
  })
})

test('explains each refusal, keeps the typed text, and then logs in without leaving the site', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await page.goto('/login?next=%2F%2Fevil.example%2F')
  // The autofocus runs on hydration.
  await expect(username(page)).toBeFocused()

  await test.step('asks for missing fields and focuses the first', async () => {
    await password(page).focus()
    await submit(page).click()
    await expect(page.getByText('아이디를 입력해 주세요.')).toBeVisible()
    await expect(page.getByText('비밀번호를 입력해 주세요.', { exact: true })).toBeVisible()
    await expect(username(page)).toBeFocused()
  })
  await test.step('shows the password on demand and warns of Caps Lock', async () => {
    await password(page).fill('secret')
    await page.getByRole('button', { name: '비밀번호 표시' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: '비밀번호 숨기기' }).click()
    await expect(password(page)).toHaveAttribute('type', 'password')
    await password(page).evaluate((field) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
    )
    await expect(page.getByText('Caps Lock이 켜져 있습니다')).toBeVisible()
  })
  await test.step('marks a wrong password', async () => {
    await username(page).fill('viewer')
    await password(page).fill('not the password')
    await password(page).press('Enter')
    await expect(page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toBeFocused()
    await expect(username(page)).toHaveValue('viewer')
    await expect(password(page)).toHaveValue('not the password')
    await password(page).fill('n')
    await expect(password(page)).not.toHaveAttribute('aria-invalid')
  })
  await test.step('reports that the server cannot be reached', async () => {
    await page.route('**/api/auth/refreshToken', (route) => route.abort())
    await submit(page).click()
    await expect(page.getByText('서버에 연결할 수 없습니다.', { exact: false })).toBeVisible()
    await expect(password(page)).toHaveValue('n')
    await page.unroute('**/api/auth/refreshToken')
  })
  await test.step('counts down after too many failures', async () => {
    const { status } = await tooManyFailures(product.url, 'somebody-unknown')
    expect(status).toBe(429)
    await username(page).fill('somebody-unknown')
    await submit(page).click()
    await expect(page.getByText(/로그인을 여러 번 실패했습니다. \d+초 후 다시 시도해 주세요/)).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await page.clock.fastForward('20:00')
    await expect(page.getByText('이제 다시 로그인할 수 있습니다.')).toBeVisible()
    await expect(submit(page)).toBeEnabled()
    await expect(password(page)).toHaveValue('n')
  })
  await test.step('ignores a target on another site', async () => {
    await username(page).fill('viewer')
    await password(page).fill(product.passwords.viewer ?? '')
    await submit(page).click()
    await expect(page).toHaveURL(`${product.url}/console/dashboard`)
  })
})

/** Fails to log in until the server answers other than 401, at most eight times. */
const tooManyFailures = async (url: string, name: string): Promise<Response> => {
  const authorization = `Basic ${Buffer.from(`${name}:guess`).toString('base64')}`
  const fail = () => fetch(`${url}/api/auth/refreshToken`, { headers: { authorization } })
  let answer = await fail()
  for (let failures = 1; failures < 8 && answer.status === 401; failures += 1) answer = await fail()
  return answer
}

test('keeps an Enter pressed before hydration, and sends a member without the scope to the home page', async ({
  page,
  product,
}) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/login?next=/console/dashboard', { waitUntil: 'commit' })
  await username(page).fill('member')
  await password(page).fill(product.passwords.member ?? '')
  await password(page).press('Enter')
  scripts.resolve()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toHaveText(/접근권한이 없습니다/)
  await alert.getByRole('button', { name: '확인' }).click()
  await page.waitForURL(`${product.url}/`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('hides the form and says that the member area needs JavaScript', async ({ page }) => {
    await page.goto('/login')
    const notice = page.locator('noscript p')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('로그인하려면 브라우저에서 JavaScript를 허용해야 합니다.')
    await expect(password(page)).toBeHidden()
  })
})

test('keeps a session over a reload, shares it with new tabs, and ends it in every tab', { tag: '@deep' }, async ({
  page,
  context,
  product,
}) => {
  await beginOwnSession(page, product, 'viewer')
  await page.goto('/console')
  await expect(title(page)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  const refreshToken = await readStored(page, 'refreshToken')

  const [atScreen, atLogIn] = [await context.newPage(), await context.newPage()]
  await atScreen.goto('/console/password')
  await expect(title(atScreen)).toBeVisible()
  expect(await readStored(atScreen, 'refreshToken')).toBe(refreshToken)
  // The log-in page continues automatically with the session of another tab.
  await atLogIn.goto('/login?next=/console/password')
  await expect(atLogIn).toHaveURL(/\/console\/password$/)
  await expect(title(atLogIn)).toBeVisible()

  await page.locator('button[aria-label$="님 계정 메뉴"]').first().click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  for (const tab of [page, atScreen, atLogIn]) {
    await tab.waitForURL('**/login?out')
    expect(await readStored(tab, 'refreshToken')).toBeNull()
    expect(await readStored(tab, 'accessToken')).toBeNull()
    await expect(tab.getByText('로그아웃되었습니다.')).toBeVisible()
  }
  const renew = () =>
    page.request.get('/api/auth/accessToken', { headers: { authorization: `Bearer ${refreshToken}` } })
  await expect.poll(async () => (await renew()).status(), { intervals: [100] }).toBe(401)
})
