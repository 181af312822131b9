import type { Page, Request } from '@playwright/test'
import { expect, test } from './product.ts'

const username = (page: Page) => page.locator('input[autocomplete="username"]')
const password = (page: Page) => page.locator('input[autocomplete="current-password"]')
const submit = (page: Page) => page.locator('form button[type="submit"]')
const kept = (page: Page, name: string) => page.evaluate((key) => sessionStorage.getItem(key), name)

test.describe('logging in', () => {
  test('sends Basic, exchanges the refresh token, keeps both in session storage, and carries them on each call', async ({
    page,
    product,
  }) => {
    const calls: Request[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request))
    await page.goto('/login')
    await username(page).fill('owner')
    await password(page).fill(product.passwords.owner ?? '')
    await submit(page).click()
    await page.waitForURL('**/console/dashboard')
    await expect(page.locator('#screen-title')).toBeVisible()

    const [first, second, ...rest] = calls
    const basic = Buffer.from(`owner:${product.passwords.owner}`).toString('base64')
    expect(first?.url()).toContain('/api/auth/refreshToken')
    expect(await first?.headerValue('authorization')).toBe(`Basic ${basic}`)
    const refreshToken = await kept(page, 'refreshToken')
    expect(second?.url()).toContain('/api/auth/accessToken')
    expect(await second?.headerValue('authorization')).toBe(`Bearer ${refreshToken}`)
    const accessToken = await kept(page, 'accessToken')
    expect(rest.length).toBeGreaterThan(0)
    for (const call of rest) {
      expect(await call.headerValue('authorization'), call.url()).toBe(`Bearer ${accessToken}`)
      expect(await call.headerValue('accept-language'), call.url()).toBe('ko')
    }
  })

  test('with a wrong password says so at the field and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await username(page).fill('owner')
    await password(page).fill('not the password')
    await password(page).press('Enter')
    await expect(page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toBeFocused()
    await expect(username(page)).toHaveValue('owner')
    await expect(password(page)).toHaveValue('not the password')
    await password(page).fill('n')
    await expect(password(page)).not.toHaveAttribute('aria-invalid')
  })

  test('asks for what is missing, first field first', async ({ page }) => {
    await page.goto('/login')
    await submit(page).click()
    await expect(page.getByText('아이디를 입력해 주세요.')).toBeVisible()
    await expect(page.getByText('비밀번호를 입력해 주세요.', { exact: true })).toBeVisible()
    await expect(username(page)).toBeFocused()
  })

  test('after too many failures says how long to wait, and counts down', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/auth/refreshToken', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { message: '요청이 너무 잦습니다.', code: 'too_many' },
      }),
    )
    await username(page).fill('nobody')
    await password(page).fill('wrong')
    await submit(page).click()
    await expect(page.getByText('로그인을 여러 번 실패했습니다. 3초 후 다시 시도해 주세요.')).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await expect(page.getByText('이제 다시 로그인할 수 있습니다.')).toBeVisible()
    await expect(submit(page)).toBeEnabled()
    await expect(password(page)).toHaveValue('wrong')
  })

  test('the real server asks to wait after some failures', async ({ page }) => {
    await page.goto('/login')
    await username(page).fill('somebody-unknown')
    const wait = page.getByText(/로그인을 여러 번 실패했습니다/)
    for (let attempt = 0; attempt < 8 && !(await wait.isVisible()); attempt += 1) {
      await password(page).fill(`guess ${attempt}`)
      await Promise.all([page.waitForResponse('**/api/auth/refreshToken'), submit(page).click()])
      await expect(submit(page)).not.toHaveText('로그인 중')
    }
    await expect(wait).toBeVisible()
  })

  test('Enter pressed before the page is awake is not lost', async ({ page, product }) => {
    // The scripts come late; the form is there at once.
    const late = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await username(page).fill('viewer')
    await password(page).fill(product.passwords.viewer ?? '')
    await password(page).press('Enter')
    late.resolve()
    await page.waitForURL('**/console/dashboard')
  })

  test('a server out of reach is said, and what was typed stays', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/api/auth/refreshToken', (route) => route.abort())
    await username(page).fill('owner')
    await password(page).fill('secret')
    await submit(page).click()
    await expect(page.getByText('서버에 연결할 수 없습니다.', { exact: false })).toBeVisible()
    await expect(password(page)).toHaveValue('secret')
  })

  test('shows the password on demand, and warns of Caps Lock', async ({ page }) => {
    await page.goto('/login')
    // The page is hydrated once it has put the cursor where typing begins.
    await expect(username(page)).toBeFocused()
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

  for (const [next, landed] of [
    ['/console/audit?q=x', '/console/audit?q=x'],
    ['//evil.example/', '/console/dashboard'],
    ['/\\evil.example', '/console/dashboard'],
    ['https://evil.example/', '/console/dashboard'],
    ['javascript:alert(1)', '/console/dashboard'],
  ] as const)
    test(`leads where one wanted to go, but only within the site: ${next}`, async ({ page, product }) => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await username(page).fill('viewer')
      await password(page).fill(product.passwords.viewer ?? '')
      await submit(page).click()
      await expect(page).toHaveURL(`${product.url}${landed}`)
    })

  for (const [prefix, heading, area] of [
    ['', '로그인', '관리자'],
    ['/en', 'Log in', 'Console'],
    ['/cn', '登录', '管理后台'],
  ] as const)
    test(`is the public one for visitors, the console's for who comes for that: ${prefix || '/'}`, async ({ page }) => {
      for (const next of ['', '?next=%2Fstory%2Fa%23comments', '?next=%2Fconsolation']) {
        await page.goto(`${prefix}/login${next}`)
        await expect(page.locator('h1')).toHaveText(heading)
        await expect(page.locator('header').getByText(area, { exact: true })).toHaveCount(0)
        await expect(page.locator('footer')).not.toContainText(/감사 기록|audit|审计/)
      }
      for (const next of ['%2Fconsole', '%2Fconsole%2Faudit%3Fq%3Dx']) {
        await page.goto(`${prefix}/login?next=${next}`)
        await expect(page.locator('h1')).not.toHaveText(heading)
        await expect(page.locator('header').getByText(area, { exact: true })).toBeVisible()
        await expect(page.locator('footer')).toContainText(/감사 기록|audit|审计/)
      }
    })

  test('speaks three languages', async ({ page }) => {
    for (const [path, lang, name] of [
      ['/login', 'ko', '로그인'],
      ['/en/login', 'en', 'Log in'],
      ['/cn/login', 'zh-Hans', '登录'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(submit(page)).toHaveText(name)
    }
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/en\/login$/)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('says that the member area needs it', async ({ page }) => {
      await page.goto('/login')
      const notice = page.locator('noscript p')
      await expect(notice).toBeVisible()
      await expect(notice).toContainText('로그인하려면 브라우저에서 JavaScript를 허용해야 합니다.')
      await expect(password(page)).toBeHidden()
    })
  })
})

test.describe('a session', () => {
  test('survives a reload, is taken over by a new tab, and a log-out ends it in every tab', async ({
    page,
    context,
    logIn,
  }) => {
    await logIn(page, 'viewer')
    await page.goto('/console')
    await expect(page.locator('#screen-title')).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/console\/dashboard$/)

    const second = await context.newPage()
    await second.goto('/console/password')
    await expect(second.locator('#screen-title')).toBeVisible()
    expect(await kept(second, 'refreshToken')).toBe(await kept(page, 'refreshToken'))

    const refreshToken = await kept(page, 'refreshToken')
    await page.locator('button[aria-label$="님 계정 메뉴"]').first().click()
    await page.getByRole('button', { name: '로그아웃' }).click()
    for (const tab of [page, second]) {
      await tab.waitForURL('**/login?out')
      expect(await kept(tab, 'refreshToken')).toBeNull()
      expect(await kept(tab, 'accessToken')).toBeNull()
      await expect(tab.getByText('로그아웃되었습니다.')).toBeVisible()
    }
    // The server knows it too.
    const renew = () =>
      page.request.get('/api/auth/accessToken', { headers: { authorization: `Bearer ${refreshToken}` } })
    await expect.poll(async () => (await renew()).status()).toBe(401)
  })

  test('in an open tab saves the log-in in the next', async ({ page, context, logIn }) => {
    await logIn(page, 'viewer')
    await page.goto('/console')
    const second = await context.newPage()
    await second.goto('/login?next=/console/password')
    await second.waitForURL('**/console/password')
  })

  test('without one the console asks for it and leads back', async ({ page, product }) => {
    await page.goto('/console/audit?q=%EB%A1%9C%EA%B7%B8%EC%9D%B8')
    await page.waitForURL('**/login?next=*')
    await username(page).fill('owner')
    await password(page).fill(product.passwords.owner ?? '')
    await submit(page).click()
    await page.waitForURL('**/console/audit?q=*')
    await expect(page.locator('#screen-title')).toHaveText('감사 기록')
  })

  test('without the scope says so and goes home', async ({ page, product }) => {
    await page.goto('/login?next=/console/dashboard')
    await username(page).fill('member')
    await password(page).fill(product.passwords.member ?? '')
    await submit(page).click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toHaveText(/접근권한이 없습니다/)
    await alert.getByRole('button', { name: '확인' }).click()
    await page.waitForURL(`${product.url}/`)
  })

  test('begins and ends by keyboard alone', async ({ page, product }) => {
    await page.goto('/login')
    await expect(username(page)).toBeFocused()
    await page.keyboard.type('viewer')
    await page.keyboard.press('Enter')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(product.passwords.viewer ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/dashboard')
    await expect(page.locator('#screen-title')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('>로그아웃')
    await expect(page.getByRole('option', { selected: true })).toHaveText('로그아웃')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login?out')
  })
})
