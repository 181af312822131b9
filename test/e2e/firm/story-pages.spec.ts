import type { Page } from '@playwright/test'
import { findStateViolations } from '../support/find-violations.ts'
import { shiftOf, watchShifts } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// Tests scripts and layout of stories and projects; test/pages/story-html.spec.ts tests lists, articles and feeds.

const story = '/story/basement-leak-three-questions'
const project = '/project/hanbit-maru-1'

const isAwake = (page: Page) =>
  page.evaluate(() => '__reactRouterDataRouter' in window && document.querySelector('[data-awake="false"]') === null)
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect.poll(() => isAwake(page), { intervals: [50] }).toBe(true)
}

test('counts a reader once a day, and copies the address although the page blocks copying', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    // Browsers offer no clipboard on plain HTTP.
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  const path = '/story/pre-move-in-checklist'
  await test.step('a second visit is not counted', async () => {
    const views = page.getByText(/^조회 \d/)
    await open(page, path)
    await expect(views).toHaveText('조회 1')
    const counted = page.waitForResponse((response) => response.url().endsWith('/views'))
    await open(page, path)
    expect(await (await counted).json()).toEqual({ views: 1 })
    await expect(views).toHaveText('조회 1')
  })
  await test.step('the address is copied by keyboard, and the page says so', async () => {
    const copy = page.getByRole('button', { name: '주소 복사' })
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '주소를 복사했습니다' })).toBeVisible()
    await expect(copy).toBeFocused()
    // Paste into a field to read the clipboard.
    await page.locator('header [aria-label="검색"]').first().click()
    const field = page.getByPlaceholder('단지, 변호사, 소식 검색').first()
    await field.focus()
    await page.keyboard.press('Control+V')
    await expect(field).toHaveValue(product.url + path)
  })
  await test.step('without an answer about views the page shows none', async () => {
    await page.route('**/views', (route) => route.abort())
    await page.goto('/story/spoken-orders-fifteen-days')
    await expect(page.locator('article time').first()).toBeVisible()
    await expect(page.locator('article header')).not.toContainText('조회')
  })
})

test('hides the buttons that need a script if scripts are off', async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url, javaScriptEnabled: false })
  await page.goto(story)
  await expect(page.getByRole('button', { name: '주소 복사' })).toBeHidden()
  await page.close()
})

test('filters projects by keyboard, and puts the filter into the address', async ({ page }) => {
  await open(page, '/en/project')
  await page.getByLabel('Households').focus()
  await page.keyboard.press('End')
  await page.getByRole('main').getByRole('button', { name: 'Apply' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/project\?households=2000-$/)
  await expect(page.locator('main article')).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Case studies found: 2')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.locator('main article')).toHaveCount(15)
})

test('opens pictures in a dialog, changes them by keyboard and swipe, and returns the focus', async ({ page }) => {
  await open(page, project)
  const third = page.getByRole('link', { name: /사진 3 \/ 9/ })
  await third.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: '한빛마루 1단지 사진' })
  await expect(box.getByRole('status')).toHaveText('3 / 9')
  for (const [key, count] of [
    ['ArrowRight', '4 / 9'],
    ['End', '9 / 9'],
    ['ArrowRight', '9 / 9'],
    ['Home', '1 / 9'],
    ['ArrowLeft', '1 / 9'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(box.getByRole('status')).toHaveText(count)
  }
  await box.getByRole('button', { name: '다음 사진' }).click()
  await expect(box.getByRole('status')).toHaveText('2 / 9')
  await box.locator('ul').evaluate((track) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: track, clientX, clientY: 300 })
    const send = (type: string, x: number, touches: Touch[]) =>
      track.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(x)] }))
    send('touchstart', 600, [touch(600)])
    send('touchmove', 480, [touch(480)])
    send('touchend', 480, [])
  })
  await expect(box.getByRole('status')).toHaveText('3 / 9')
  expect(await findStateViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(third).toBeFocused()
})

// page-accessibility.spec.ts runs axe on an article, and in the deep run on every kind of page.
for (const [width, paths] of [
  [390, ['/story', `/cn${project}`]],
  [390, [story, '/en/project']],
  [1440, ['/story', story, '/en/project', `/cn${project}`]],
] as const)
  test(`passes axe, fits into ${width} px and has no layout shift: ${paths.join(', ')}`, { tag: '@deep' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await watchShifts(page)
    for (const path of paths) {
      await open(page, path)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      expect.soft(await findStateViolations(page), path).toEqual([])
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      expect.soft(await shiftOf(page), path).toBeLessThan(0.01)
    }
  })
