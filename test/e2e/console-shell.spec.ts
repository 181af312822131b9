import { m } from '#messages/messages.js'
import { open, title } from './console-screen.ts'
import { dressed } from './measure.ts'
import { expect, test } from './product.ts'

test.describe('places', () => {
  test('are hidden without their scope; their address says which permission it needs', async ({ page, logIn }) => {
    await logIn(page, 'counsel')
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

  test('the words of the rail are whole in every language', async ({ page, logIn }) => {
    await logIn(page, 'owner')
    await open(page, '/console/dashboard')
    for (const language of ['English', '中文', '한국어']) {
      await page
        .getByRole('button', { name: /님 계정 메뉴$|’s menu$|的菜单$/ })
        .first()
        .click()
      await page.getByText(language, { exact: true }).click()
      const words = await page
        .locator('nav')
        .first()
        .locator('li > a')
        .evaluateAll((tabs) =>
          tabs.map((tab) => {
            const range = document.createRange()
            const [word] = tab.childNodes
            if (word) range.selectNode(word)
            const { left, right } = range.getBoundingClientRect()
            return { lines: range.getClientRects().length, wide: right - left <= tab.clientWidth + 1 }
          }),
        )
      expect(words.length).toBeGreaterThan(3)
      expect(words.filter(({ lines, wide }) => lines > 1 || !wide)).toEqual([])
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

test('a report is printed whole, and without what is around it', async ({ page, logIn }) => {
  await page.setViewportSize({ width: 1200, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await logIn(page)
  await page.goto('/console/statistics?view=months&from=2025-12-01&to=2026-11-30')
  const table = page.getByRole('table').last()
  await expect(table).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  const { ends, whole, paper } = await table.evaluate((one) => ({
    ends: one.getBoundingClientRect().bottom + scrollY,
    whole: document.documentElement.scrollHeight,
    paper: getComputedStyle(one).color,
  }))
  expect(whole).toBeGreaterThanOrEqual(Math.floor(ends))
  // Ink on white, however dark the screen is.
  expect(Math.max(...(paper.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(80)
})
