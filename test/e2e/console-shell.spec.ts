import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { dressed } from './measure.ts'
import { expect, test } from './product.ts'

/** Breaks the signature: the browser reads the same payload, the server refuses it. */
const spoilAccessToken = (page: Page) =>
  page.evaluate(() => {
    const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
    sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
  })

const spoilRefreshToken = (page: Page) => page.evaluate(() => sessionStorage.setItem('refreshToken', 'A'.repeat(43)))

const title = (page: Page) => page.locator('#screen-title')

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible()
}

test.describe('the session under the console', () => {
  test('a refused token is renewed once for all calls, and each is retried once', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    // On a page without a script: calls that the console makes every second were under way with the old token, were
    // answered after the listening had begun, and could have the token renewed before the reload.
    await page.goto('/robots.txt')
    await spoilAccessToken(page)
    const seen: string[] = []
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      if (pathname.startsWith('/api/')) seen.push(`${response.status()} ${pathname}${search}`)
    })
    await page.goto('/console/dashboard')
    await expect(page.getByText('최근 28일')).toBeVisible()
    await expect.poll(() => seen.filter((line) => line.endsWith('/api/console/dashboard')).length).toBe(2)
    expect(seen.filter((line) => line === '200 /api/auth/accessToken')).toHaveLength(1)
    // Some calls are made again every second: the first two answers are those of the call that was refused.
    for (const path of new Set(seen.filter((line) => line.startsWith('401')).map((line) => line.slice(4)))) {
      const answers = () => seen.filter((line) => line.endsWith(` ${path}`))
      await expect.poll(() => answers().slice(0, 2), path).toEqual([`401 ${path}`, `200 ${path}`])
      expect(answers().filter((line) => line.startsWith('401'))).toHaveLength(1)
    }
    expect(seen.filter((line) => line.startsWith('401')).length).toBeGreaterThan(1)
  })

  test('a refused refresh logs out; the screen stays, asks for the password in place and goes on', async ({
    page,
    logIn,
    product,
  }) => {
    await logIn(page, 'manager')
    await open(page, '/console/password')
    await page.getByLabel('새 비밀번호', { exact: true }).fill('a sentence I was typing')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await spoilAccessToken(page)
    await spoilRefreshToken(page)
    // Into what has the focus: a call in the background may have asked for the password already.
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

  test('a session that was ended elsewhere is told so, not that it was left unused', async ({ page, logIn }) => {
    await logIn(page, 'manager')
    await open(page, '/console/password')
    await page.evaluate(() =>
      fetch('/api/auth/refreshToken', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${sessionStorage.getItem('refreshToken')}` },
      }),
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.type('하자')
    const dialog = page.getByRole('dialog', { name: m.account_again_title() })
    await expect(dialog).toContainText(m.account_again_ended())
    await expect(dialog).not.toContainText(m.account_again_text())
  })

  test('whoever leaves the dialog is logged out for good', async ({ page, logIn }) => {
    await logIn(page, 'viewer')
    await open(page, '/console/dashboard')
    await spoilAccessToken(page)
    await spoilRefreshToken(page)
    await page.reload()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await page.waitForURL('**/login?out')
  })

  test('a 403 is shown in the product’s own alert, once, with the body’s message', async ({ page, logIn }) => {
    await logIn(page)
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

  test('a lost connection is said over the screen, and goes away by itself', async ({ page, context, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await context.setOffline(true)
    await expect(page.getByText('연결이 끊겼습니다')).toBeVisible()
    await expect(page.getByText('연결 끊김')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('연결이 끊겼습니다')).toBeHidden()
    await expect(page.getByText('연결됨')).toBeVisible()
  })
})

test.describe('places', () => {
  test('are hidden without their scope; their address says which permission it needs', async ({ page, logIn }) => {
    await logIn(page, 'viewer')
    await open(page, '/console/dashboard')
    await expect(page.getByRole('link', { name: '게시글' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: '감사 기록' })).toHaveCount(0)
    await open(page, '/console/audit')
    await expect(title(page)).toHaveText('접근권한이 없습니다')
    await expect(page.getByText('‘감사 기록 열람’')).toBeVisible()
    await expect(page.getByText('총괄 관리자에게 권한을', { exact: false })).toBeVisible()
    await page.getByRole('link', { name: '오늘 할 일로 이동' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
  })

  test('name the document and give the focus to their heading', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await expect(page).toHaveTitle(/대청 관리자$/)
    await page.getByRole('navigation', { name: '메뉴' }).first().getByRole('link', { name: '운영' }).click()
    await page.getByRole('link', { name: '감사 기록' }).click()
    await expect(title(page)).toHaveText('감사 기록')
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle('감사 기록 · 대청 관리자')
  })

  for (const path of ['/console/boards/codes', '/console/forms/kinds', '/console/popups/nothing'])
    test(`that are not there say so in the place of a record: ${path}`, async ({ page, logIn }) => {
      await logIn(page)
      const refused: string[] = []
      page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
      await open(page, path)
      await expect(title(page)).toHaveText(m.shell_missing_title())
      await expect(page.getByRole('navigation').first()).toBeVisible()
      expect(refused).toEqual([])
    })

  test('that are not there say so', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/nowhere')
    await expect(title(page)).toHaveText('화면을 찾을 수 없습니다')
  })

  test('the first Tab leads past the navigation', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '본문 바로가기' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toBeFocused()
  })

  test('/console is today’s desk', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console')
    await expect(page).toHaveURL(/\/console\/dashboard$/)
  })
})

test.describe('widths', () => {
  test('between 768 and 1200 the pane opens over the screen and closes with Esc', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 900, height: 800 })
    await logIn(page)
    await open(page, '/console/dashboard')
    const section = page.getByRole('button', { name: '운영' })
    await section.click()
    const pane = page.getByRole('dialog', { name: '운영 메뉴' })
    await expect(pane.getByRole('link', { name: '감사 기록' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(pane).toBeHidden()
    await section.click()
    await pane.getByRole('link', { name: '감사 기록' }).click()
    await expect(page).toHaveURL(/\/console\/audit$/)
    await expect(pane).toBeHidden()
  })

  test('a folded pane stays folded', async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await page.getByRole('button', { name: '메뉴 접기' }).click()
    await expect(page.getByText('서울', { exact: false }).first()).toBeHidden()
    await page.reload()
    await expect(title(page)).toBeVisible()
    await expect(page.getByRole('button', { name: '메뉴 접기' })).toHaveCount(0)
    await page.getByRole('button', { name: '운영' }).click()
    await page.getByRole('button', { name: '메뉴 펼치기' }).click()
    await expect(page.getByRole('button', { name: '메뉴 접기' })).toBeVisible()
  })

  for (const width of [360, 390, 768, 1200, 1440, 1544])
    test(`nothing is wider than ${width} px`, async ({ page, logIn }) => {
      await page.setViewportSize({ width, height: 844 })
      await logIn(page)
      for (const path of ['dashboard', 'password', 'audit', 'style']) {
        await open(page, `/console/${path}`)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          path,
        ).toBeLessThanOrEqual(0)
      }
    })

  test('a phone has the bar at its foot', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page)
    await open(page, '/console/dashboard')
    const bar = page.getByRole('navigation', { name: '메뉴' })
    await expect(bar.getByRole('link', { name: '오늘' })).toBeVisible()
    await bar.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '감사 기록' }).click()
    await expect(page).toHaveURL(/\/console\/audit$/)
  })
})

test.describe('choices', () => {
  test('the appearance is kept and stands before anything is painted', async ({ page, logIn }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await logIn(page)
    await open(page, '/console/dashboard')
    await page.locator('button[aria-label$="님 계정 메뉴"]').first().click()
    await page.getByText('다크').click()
    const scheme = page.locator('html')
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.goto('/console/dashboard', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(title(page)).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 33, 43)')
  })

  test('the language is the account’s, and the addresses stay', async ({ page, logIn }) => {
    await logIn(page, 'viewer')
    await open(page, '/console/dashboard')
    await page.locator('button[aria-label$="님 계정 메뉴"]').first().click()
    await page.getByText('English').click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
    const call = page.waitForRequest('**/api/console/dashboard')
    await page.reload()
    expect(await (await call).headerValue('accept-language')).toBe('en')
  })
})

test.describe('faces', () => {
  test('come with the screens, and those of another language when it is chosen', async ({ page, logIn }) => {
    const families = () =>
      page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family.replaceAll('"', '')))])
    await logIn(page, 'viewer')
    await open(page, '/console/dashboard')
    await dressed(page)
    expect(await families()).toEqual(expect.arrayContaining(['Text Core', 'Display Core']))
    await page.locator('button[aria-label$="님 계정 메뉴"]').first().click()
    await page.getByText('中文').click()
    await expect.poll(families).toEqual(expect.arrayContaining(['Text Core SC', 'Display Core SC']))
    await dressed(page)
  })
})

test.describe('the palette', () => {
  test.beforeEach(async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
  })
  const chosen = (page: Page) => page.getByRole('option', { selected: true })
  const field = (page: Page) => page.getByRole('combobox')

  for (const [how, words] of [
    ['as written', '감사'],
    ['by initial consonants', 'ㄱㅅㄱㄹ'],
    ['with the other keyboard', 'rkatk'],
    ['in another language', 'audit'],
  ] as const)
    test(`finds a place ${how}`, async ({ page }) => {
      await field(page).fill(words)
      const place = page.getByRole('option', { name: '감사 기록' })
      await expect(place).toBeVisible()
      const isChosen = async () => (await place.getAttribute('aria-selected')) === 'true'
      const active = () => field(page).getAttribute('aria-activedescendant')
      // What is chosen by a key stays so; what is merely the first gives way to records that come later.
      for (let step = 0; step === 0 || (step < 30 && !(await isChosen())); step += 1) {
        const before = await active()
        await page.keyboard.press('ArrowDown')
        await expect.poll(async () => (await active()) !== before || (await isChosen())).toBe(true)
      }
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/console\/audit$/)
    })

  test('finds records, shows the chosen one beside, and what can be done with it', async ({ page }) => {
    await field(page).fill('하자')
    const record = page.getByRole('group', { name: /^항목/ }).getByRole('option').first()
    await expect(record).toHaveAttribute('aria-selected', 'true')
    // Kinds of records answer one after the other: which is the first may change until all have.
    await expect(async () => {
      const name = (await record.locator('span').nth(1).textContent()) ?? ''
      await expect(page.getByRole('dialog').locator('p').filter({ hasText: name })).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Tab')
    await expect(chosen(page)).toHaveText(/숨기기|게시|새 탭에서 열기/)
  })

  test('> leaves only acts', async ({ page }) => {
    await field(page).fill('>')
    await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(1)
    await field(page).fill('>다크')
    await expect(chosen(page)).toHaveText(/다크/)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(field(page)).toHaveCount(0)
  })

  test('closes with Esc and gives the focus back', async ({ page }) => {
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })
})

test.describe('screens', () => {
  test('the dashboard says what could not be loaded, and asks again', async ({ page, logIn }) => {
    await logIn(page)
    await page.route('**/api/console/dashboard', (route) =>
      route.fulfill({ status: 500, json: { message: '문제가 생겼습니다', code: 'unexpected', requestId: 'req-7f3a' } }),
    )
    await page.goto('/console/dashboard')
    await expect(page.getByRole('heading', { name: '오늘 할 일을 불러오지 못했습니다' })).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.getByText('req-7f3a')).toBeVisible()
    await page.unroute('**/api/console/dashboard')
    await page.getByRole('button', { name: '다시 열기' }).click()
    await expect(page.getByText('최근 28일')).toBeVisible()
  })

  test('what breaks in a screen is said in its place, and the shell stays', async ({ page, logIn }) => {
    await logIn(page)
    await page.route('**/api/console/audit*', (route) => route.fulfill({ json: { lines: [null], total: 1 } }))
    await open(page, '/console/audit')
    await expect(title(page)).toHaveText('화면을 열지 못했습니다')
    await page.getByRole('navigation', { name: '메뉴' }).first().getByRole('link', { name: '오늘' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
    await expect(page.getByText('최근 28일')).toBeVisible()
  })

  test('the own password is changed; every other session ends', async ({ page, browser, logIn, product }) => {
    const old = product.passwords.editor ?? ''
    const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'ko-KR' })
    const other = await elsewhere.newPage()
    await logIn(other, 'editor')
    await logIn(page, 'editor')
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

    await spoilAccessToken(other)
    await other.goto('/console/dashboard')
    await expect(other.getByRole('dialog', { name: '다시 로그인해 주세요' })).toBeVisible()
    await elsewhere.close()
    await change('four quiet cranes above', old)
    await expect(page.getByLabel('현재 비밀번호')).toHaveValue('')
  })

  test('the audit log shows what was before and after', async ({ page, logIn, request }) => {
    await logIn(page)
    const token = await page.evaluate(() => sessionStorage.getItem('accessToken'))
    const headers = { authorization: `Bearer ${token}` }
    const created = await request.post('/api/console/boards', {
      headers,
      data: { code: 'news', texts: { ko: { subject: '감사할 글' } } },
    })
    const { board } = (await created.json()) as { board: { _id: string; updatedAt: string } }
    const changed = await request.put(`/api/console/boards/${board._id}`, {
      headers,
      data: { updatedAt: board.updatedAt, texts: { ko: { subject: '고친 감사할 글' } } },
    })
    expect(changed.ok()).toBe(true)
    await open(page, '/console/audit?entity=boards')
    await page.getByRole('button', { name: '‘고친 감사할 글’ 변경 내용' }).first().click()
    await expect(page.locator('del', { hasText: '감사할 글' })).toBeVisible()
    await expect(page.locator('ins', { hasText: '고친 감사할 글' })).toBeVisible()
    await page.getByPlaceholder('사용자, 항목 이름').fill('세상에 없는 말')
    await expect(page.getByText('조건에 맞는 기록이 없습니다')).toBeVisible()
    await expect(page).toHaveURL(/q=/)
  })
})
