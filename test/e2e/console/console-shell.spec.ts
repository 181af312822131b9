import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { navigateTo, open, title } from '../support/console-screen.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { waitForFonts, waitForFrames } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: '메뉴' }).first()

test('offers staff only permitted screens, and names the permission that an address requires', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  await open(page, '/console/audit')
  await expect(title(page)).toHaveText('접근권한이 없습니다')
  await expect(page.getByText('‘감사 기록 열람’')).toBeVisible()
  await expect(page.getByText('총괄 관리자에게 권한을', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: '오늘 할 일로 이동' }).click()
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('link', { name: '게시글' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '감사 기록' })).toHaveCount(0)
})

test('opens the dashboard at /console, sets the document title and focuses the heading of each screen', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console')
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  await expect(page).toHaveTitle(/대청 관리자$/)

  await test.step('after a click on a menu link', async () => {
    await navigation(page).getByRole('link', { name: '운영' }).click()
    await page.getByRole('link', { name: '감사 기록' }).click()
    await expect(title(page)).toHaveText('감사 기록')
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle('감사 기록 · 대청 관리자')
  })
  await test.step('skips the menu with the first Tab of a document', async () => {
    await open(page, '/console/dashboard')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '본문 바로가기' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(title(page)).toBeFocused()
  })
})

test('reports a missing screen without requesting a record of that name', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page)
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
  await open(page, '/console/boards/codes')
  await expect(title(page)).toHaveText(m.shell_missing_title())
  await expect(page.getByRole('navigation').first()).toBeVisible()
  for (const path of ['/console/forms/kinds', '/console/popups/nothing', '/console/nowhere']) {
    await navigateTo(page, '/console/dashboard')
    await expect(title(page)).not.toHaveText(m.shell_missing_title())
    await navigateTo(page, path)
    await expect(title(page), path).toHaveText(m.shell_missing_title())
    await expect(page.getByRole('navigation').first()).toBeVisible()
  }
  expect(refused).toEqual([])
})

test('folds the menu on wide screens, opens it over the screen below 1200 px, and shows a bar on phones', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/dashboard')

  await test.step('1440 px: keeps a folded menu folded', async () => {
    await page.getByRole('button', { name: '메뉴 접기' }).click()
    await expect(page.getByText('서울', { exact: false }).first()).toBeHidden()
    await page.reload()
    await expect(title(page)).toBeVisible()
    await expect(page.getByRole('button', { name: '메뉴 접기' })).toHaveCount(0)
    await page.getByRole('button', { name: '운영' }).click()
    await page.getByRole('button', { name: '메뉴 펼치기' }).click()
    await expect(page.getByRole('button', { name: '메뉴 접기' })).toBeVisible()
  })

  await test.step('900 px: opens the menu over the screen and closes it with Escape and with a choice', async () => {
    await page.setViewportSize({ width: 900, height: 800 })
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

  await test.step('390 px: shows the bar at the bottom', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bar = page.getByRole('navigation', { name: '메뉴' })
    await bar.getByRole('link', { name: '오늘' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
    await bar.getByRole('button', { name: '더 보기' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '감사 기록' }).click()
    await expect(page).toHaveURL(/\/console\/audit$/)
  })
})

test('fits every screen into the window between 360 and 1544 px', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/dashboard')
  for (const path of ['dashboard', 'password', 'audit', 'style']) {
    await navigateTo(page, `/console/${path}`)
    for (const width of [360, 390, 768, 1200, 1440, 1544]) {
      await page.setViewportSize({ width, height: 844 })
      await waitForFrames(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${path} at ${width} px`,
      ).toBeLessThanOrEqual(0)
    }
  }
})

test('keeps the chosen color scheme and language, loads its fonts and keeps menu words unbroken', async ({
  page,
  logIn,
}) => {
  const choose = async (choice: string) => {
    await page
      .getByRole('button', { name: /님 계정 메뉴$|’s menu$|的菜单$/ })
      .first()
      .click()
    await page.getByText(choice, { exact: true }).click()
  }
  const families = () =>
    page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family.replaceAll('"', '')))])
  const expectWholeWords = async () => {
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
  await page.emulateMedia({ colorScheme: 'light' })
  await logIn(page)
  await open(page, '/console/dashboard')
  await waitForFonts(page)
  expect(await families()).toEqual(expect.arrayContaining(['Text Core', 'Display Core']))

  await test.step('applies the dark scheme before the first paint', async () => {
    await choose('다크')
    const scheme = page.locator('html')
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.goto('/console/dashboard', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(title(page)).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(21, 33, 43)')
  })

  await test.step('keeps English after a reload, at the same address and in API requests', async () => {
    await choose('English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible()
    await expectWholeWords()
    const call = page.waitForRequest('**/api/console/dashboard')
    await page.reload()
    expect(await (await call).headerValue('accept-language')).toBe('en')
    await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
  })

  await test.step('loads the Chinese fonts', async () => {
    await choose('中文')
    await expect
      .poll(families, { intervals: [50] })
      .toEqual(expect.arrayContaining(['Text Core SC', 'Display Core SC']))
    await waitForFonts(page)
    await expectWholeWords()
  })

  await test.step('returns to Korean', async () => {
    await choose('한국어')
    await expect(page.getByRole('link', { name: '오늘' }).first()).toBeVisible()
    await expectWholeWords()
  })
})

test('reports in place what could not be loaded or rendered, and keeps the shell', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await page.clock.install()
  await logIn(page)

  await test.step('loads the dashboard again on request', async () => {
    await page.route('**/api/console/dashboard', (route) =>
      route.fulfill({ status: 500, json: { message: '문제가 생겼습니다', code: 'unexpected', requestId: 'req-7f3a' } }),
    )
    await page.goto('/console/dashboard')
    const failed = page.getByRole('heading', { name: '오늘 할 일을 불러오지 못했습니다' })
    // A failed call is repeated after 1 s and 2 s before the screen shows an error.
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(failed).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [50] })
    await expect(page.getByText('req-7f3a')).toBeVisible()
    await page.unroute('**/api/console/dashboard')
    await page.getByRole('button', { name: '다시 열기' }).click()
    await expect(page.getByText('최근 28일')).toBeVisible()
  })

  await test.step('keeps the menu usable when a screen crashes', async () => {
    await page.route('**/api/console/audit*', (route) => route.fulfill({ json: { lines: [null], total: 1 } }))
    await navigation(page).getByRole('link', { name: '운영' }).click()
    await page.getByRole('link', { name: '감사 기록' }).click()
    await expect(title(page)).toHaveText('화면을 열지 못했습니다')
    await navigation(page).getByRole('link', { name: '오늘' }).click()
    await expect(page).toHaveURL(/\/console\/dashboard$/)
    await expect(page.getByText('최근 28일')).toBeVisible()
  })
})

test('shows and searches the values before and after a change in the audit log', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  const api = await apiOf(page)
  const { board } = await api.post('/boards', { code: 'news', texts: { ko: { subject: '감사할 글' } } })
  await api.put(`/boards/${board._id}`, {
    updatedAt: board.updatedAt,
    texts: { ko: { subject: '고친 감사할 글' } },
  })
  await open(page, '/console/audit?entity=boards')
  await page.getByRole('button', { name: '‘고친 감사할 글’ 변경 내용' }).first().click()
  await expect(page.locator('del', { hasText: '감사할 글' })).toBeVisible()
  await expect(page.locator('ins', { hasText: '고친 감사할 글' })).toBeVisible()
  await page.getByPlaceholder('사용자, 항목 이름').fill('세상에 없는 말')
  await expect(page.getByText('조건에 맞는 기록이 없습니다')).toBeVisible()
  await expect(page).toHaveURL(/q=/)
})

test('prints a complete report in black on white without the shell', { tag: '@deep' }, async ({ page, logIn }) => {
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
  const {
    ends,
    whole: scrollHeight,
    paper,
  } = await table.evaluate((one) => ({
    ends: one.getBoundingClientRect().bottom + scrollY,
    whole: document.documentElement.scrollHeight,
    paper: getComputedStyle(one).color,
  }))
  expect(scrollHeight).toBeGreaterThanOrEqual(Math.floor(ends))
  expect(Math.max(...(paper.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(80)
})
