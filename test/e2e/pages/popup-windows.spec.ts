import type { Page } from '@playwright/test'
import { getNextMidnight } from '#content/popups/rules.ts'
import { popupsAfterLoad } from '#ui/layout-constants.ts'
import {
  navigateWithRouter,
  shiftOf,
  startAfterLoad,
  waitForAnimations,
  waitForHydration,
  watchShifts,
} from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

interface Overrides {
  title: string
  skin?: 'basic' | 'bar' | 'modal'
  [field: string]: unknown
}

const buildPopup = (overrides: Overrides, at: number) => ({
  _id: `01900000-0000-7000-8000-00000000000${at}`,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  body: '<p>본문 <strong>굵게</strong><script>alert(1)</script></p>',
  linkLabel: '자세히 보기',
  lang: 'ko',
  skin: 'basic',
  picture: null,
  link: '/story',
  paths: ['/'],
  device: 'all',
  audience: 'all',
  position: at,
  corner: 'right',
  width: 400,
  atOnce: false,
  endAt: null,
  ...overrides,
})

const withPopups = (page: Page, ...popups: Overrides[]) =>
  page.route('**/api/v1/popups', (route) => route.fulfill({ json: { popups: popups.map(buildPopup) } }))

/** Scrolls beyond the first screen. */
const readOn = (page: Page) => page.evaluate(() => scrollTo({ top: 1.2 * innerHeight, behavior: 'instant' }))

/** Waits until the popups were requested and had time to appear. */
const popupsRead = async (page: Page) => {
  await expect.poll(() => startAfterLoad(page, '/api/v1/popups')).toBeDefined()
  await waitForAnimations(page)
}

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

const areApart = (a: DOMRect, b: DOMRect) =>
  a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top

const card = (page: Page) => page.locator('[data-popup]')

const toTop = (page: Page) => page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))

test('popups appear beyond the first screen, one at a time and numbered, without layout shift', {
  tag: '@deep',
}, async ({ page }) => {
  await withPopups(
    page,
    { title: '첫째' },
    { title: '둘째', corner: 'left' },
    { title: '다른 곳', paths: ['/story'] },
    { title: '셋째', skin: 'modal' },
    { title: '넷째', skin: 'modal' },
    { title: '띠', skin: 'bar', paths: [] },
  )
  await watchShifts(page)
  await page.goto('/')
  await popupsRead(page)

  await test.step('nothing covers the first screen on arrival', async () => {
    expect(await startAfterLoad(page, '/api/v1/popups')).toBeGreaterThan(popupsAfterLoad - 5)
    await expect(card(page)).toHaveCount(0)
  })

  await test.step('a docked card is small and disappears over the first screen', async () => {
    await readOn(page)
    await expect(card(page)).toHaveCount(1)
    await expect(card(page)).toHaveAttribute('data-popup', 'docked')
    await expect(card(page)).toContainText('알림 1 / 4')
    await expect(card(page).getByRole('heading')).toHaveText('첫째')
    await expect(card(page).locator('script')).toHaveCount(0)
    await waitForAnimations(page)
    const box = await boxOf(page, '[data-popup]')
    expect(box.width).toBeLessThanOrEqual(360)
    expect(box.height).toBeLessThanOrEqual(0.5 * 900)
    await toTop(page)
    await expect(card(page)).toHaveCount(0)
    await readOn(page)
    await expect(card(page)).toHaveCount(1)
  })

  await test.step('closing one shows the next', async () => {
    await card(page).getByRole('button', { name: '닫기' }).last().click()
    await expect(card(page)).toContainText('알림 2 / 4')
    await page.keyboard.press('Escape')
  })

  await test.step('a modal traps the focus, and Escape closes it before anything else', async () => {
    const modal = page.locator('[data-popup="modal"]')
    await expect(modal).toContainText('알림 3 / 4')
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(modal).toContainText('알림 4 / 4')
    await expect(card(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await test.step('the bar is 64 px high at the bottom, with the link to the top above it', async () => {
    const bar = page.locator('[data-popup="bar"]')
    await expect(bar).toBeVisible()
    expect(await shiftOf(page)).toBe(0)
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
    await waitForAnimations(page)
    const [strip, up] = [await bar.boundingBox(), await page.getByRole('link', { name: '맨 위로' }).boundingBox()]
    expect(strip?.height).toBe(64)
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBe(900)
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
  })

  await test.step('a visible bar stays until it is closed, and does not appear on another page', async () => {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('popups-seen'))).not.toBeNull()
    await expect(card(page)).toHaveAttribute('data-popup', 'bar')
    await page.keyboard.press('Escape')
    await expect(card(page)).toHaveCount(0)
    await page.goto('/introduction/center')
    await popupsRead(page)
    await readOn(page)
    await waitForAnimations(page)
    await expect(card(page)).toHaveCount(0)
  })
})

test('on a phone a card is docked, and a modal is a sheet from below, at most three quarters high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withPopups(
    page,
    { title: '가', device: 'desktop' },
    { title: '나', body: '<p>긴 글</p>'.repeat(80) },
    { title: '다', skin: 'modal', body: '<p>긴 글</p>'.repeat(80) },
    { title: '라', skin: 'bar' },
  )
  await page.goto('/')
  await popupsRead(page)
  await expect(card(page)).toHaveCount(0)
  await readOn(page)
  await expect(card(page)).toHaveAttribute('data-popup', 'docked')
  await expect(card(page)).toContainText('알림 1 / 2')
  await waitForAnimations(page)
  const docked = await boxOf(page, '[data-popup]')
  expect(docked.width).toBeLessThanOrEqual(390)
  expect(docked.height).toBeLessThanOrEqual(0.5 * 844)
  await page.keyboard.press('Escape')
  const sheet = page.locator('[data-popup="sheet"]')
  await expect(sheet).toBeVisible()
  await waitForAnimations(page)
  const box = await boxOf(page, '[data-popup]')
  expect(box.width).toBe(390)
  expect(Math.round(box.bottom)).toBe(844)
  expect(box.height).toBeLessThanOrEqual(0.75 * 844)
  await expect(sheet.getByRole('button', { name: '오늘 하루 보지 않기' })).toBeInViewport()
  expect(areApart(box, await boxOf(page, 'main h1'))).toBe(true)
})

/** Expects the popup not to cover elements marked `data-keep-clear`; without space (390 px) it appears later. */
const expectClear = async (page: Page, width: number) => {
  const clearAreas = await page
    .locator('[data-keep-clear]')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect))
  expect(clearAreas).toHaveLength(2)
  if (await card(page).isHidden()) expect(width).toBe(390)
  else {
    const box = await boxOf(page, '[data-popup]')
    for (const one of clearAreas) expect(areApart(box, one), `${width} px`).toBe(true)
  }
}

test('an immediate popup covers neither title nor first button, respects its audience, and stays dismissed', {
  tag: '@deep',
}, async ({ page }) => {
  const atOnce = { corner: 'left', atOnce: true }
  await withPopups(
    page,
    { title: '나중' },
    { title: '손님', audience: 'guest', ...atOnce },
    { title: '모두', ...atOnce },
    { title: '회원', audience: 'member', ...atOnce },
  )
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto('/')
  await expect(card(page).locator('h2')).toHaveText('손님')
  await waitForAnimations(page)
  await expectClear(page, 1200)
  const sendAway = card(page).getByRole('button', { name: '오늘 하루 보지 않기' })
  await sendAway.click()
  await expect(card(page).locator('h2')).toHaveText('모두')
  await sendAway.click()
  await expect(card(page)).toHaveCount(0)
  const hidden = await page.evaluate(() => JSON.parse(localStorage.getItem('popups-hidden') ?? '{}'))
  const midnight = getNextMidnight(Date.now())
  expect(Object.values(hidden)).toEqual([midnight, midnight])

  await page.evaluate(() => sessionStorage.setItem('refreshToken', 'x'))
  await page.setViewportSize({ width: 390, height: 900 })
  await page.reload()
  await expect(card(page).locator('h2')).toHaveText('회원')
  await waitForAnimations(page)
  await expectClear(page, 390)
  await readOn(page)
  await expect(card(page)).toBeVisible()
  await expect(card(page)).toContainText('회원')
})

test('no popup appears on forms and receipts, nor while a visitor types', { tag: '@deep' }, async ({ page }) => {
  await withPopups(page, { title: '가', paths: [], atOnce: true }, { title: '나', paths: [] })
  const expectNone = async (path: string) => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await waitForAnimations(page)
    await expect(card(page), path).toHaveCount(0)
  }
  await page.goto('/consult')
  await popupsRead(page)
  await expectNone('/consult')
  for (const path of ['/consult/status', '/contact/seoul']) {
    await navigateWithRouter(page, path)
    await expect(page).toHaveURL(path)
    await expectNone(path)
  }
  // The same popups appear on a page without a form.
  await navigateWithRouter(page, '/auction-search')
  await expect(card(page)).toHaveCount(1)
  await page.locator('main input[type="search"]').focus()
  await expect(card(page)).toHaveCount(0)
  await expect(page).toHaveURL('/auction-search')
})

test.describe('in the deep run', { tag: '@deep' }, () => {
  for (const width of [768, 1200, 1544])
    test(`nothing covers the first screen of ${width} px on arrival, whatever its theme`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await withPopups(page, { title: '가' }, { title: '나', skin: 'modal' }, { title: '다', skin: 'bar' })
      await page.goto('/')
      await popupsRead(page)
      await expect(card(page)).toHaveCount(0)
      await readOn(page)
      await expect(card(page)).toHaveAttribute('data-popup', 'docked')
      await waitForAnimations(page)
      const box = await boxOf(page, '[data-popup]')
      expect(box.width).toBeLessThanOrEqual(360)
      expect(box.height).toBeLessThanOrEqual(0.5 * 844)
      await toTop(page)
      await expect(card(page)).toHaveCount(0)
    })

  test('an immediate popup covers neither title nor first button at any width', async ({ page }) => {
    await withPopups(page, { title: '나중' }, { title: '왼쪽에 두고 싶은 것', corner: 'left', atOnce: true })
    for (const width of [390, 768, 1200, 1544]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await popupsRead(page)
      await expect(card(page)).toHaveCount(1)
      await expect(card(page)).toContainText('왼쪽에 두고 싶은 것')
      await expectClear(page, width)
      await readOn(page)
      await expect(card(page)).toBeVisible()
      await expect(card(page)).toContainText('왼쪽에 두고 싶은 것')
    }
  })

  test('no popup appears on arrival at a form, a receipt or an error', async ({ page }) => {
    await withPopups(page, { title: '가', paths: [], atOnce: true }, { title: '나', paths: [] })
    for (const path of ['/consult', '/consult/status', '/contact/seoul', '/no-such-page']) {
      await page.goto(path)
      await popupsRead(page)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await waitForAnimations(page)
      await expect(card(page), path).toHaveCount(0)
    }
  })

  test('a dismissed popup appears again after midnight in Seoul', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-12T05:00:00Z') })
    await withPopups(page, { title: '가', atOnce: true })
    const basic = page.locator('[data-popup="basic"]')
    const visit = async (now: string) => {
      await page.clock.setSystemTime(new Date(now))
      await page.goto('/')
      await page.clock.runFor(5000)
      await waitForHydration(page)
      await page.clock.runFor(3000)
    }
    await visit('2026-11-12T05:00:00Z')
    await basic.getByRole('button', { name: '오늘 하루 보지 않기' }).click()
    await expect(basic).toHaveCount(0)
    await visit('2026-11-12T14:58:00Z')
    await expect(basic).toHaveCount(0)
    await visit('2026-11-12T15:01:00Z')
    await expect(basic).toHaveCount(1)
  })
})
