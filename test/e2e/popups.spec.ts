import type { Page } from '@playwright/test'
import { popupsAfterLoad } from '#ui/figures.ts'
import { awake, settled, shiftOf, startAfterLoad, watchShifts } from './measure.ts'
import { expect, test } from './product.ts'

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

/** Scrolls beyond the first screen, as somebody who reads on. */
const readOn = (page: Page) => page.evaluate(() => scrollTo({ top: 1.2 * innerHeight, behavior: 'instant' }))

/** The popups have been asked for, and what they show had time to be there. */
const popupsRead = async (page: Page) => {
  await expect.poll(() => startAfterLoad(page, '/api/v1/popups')).toBeDefined()
  await settled(page)
}

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

const areApart = (a: DOMRect, b: DOMRect) =>
  a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top

for (const width of [390, 768, 1200, 1544])
  test(`nothing comes over the first screen on arrival, whatever its skin: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await withPopups(page, { title: '가' }, { title: '나', skin: 'modal' }, { title: '다', skin: 'bar' })
    await page.goto('/')
    await popupsRead(page)
    await expect(page.locator('[data-popup]')).toHaveCount(0)
    await readOn(page)
    const card = page.locator('[data-popup]')
    await expect(card).toHaveCount(1)
    await expect(card).toHaveAttribute('data-popup', 'docked')
    await settled(page)
    const box = await boxOf(page, '[data-popup]')
    expect(box.width).toBeLessThanOrEqual(width < 768 ? width : 360)
    expect(box.height).toBeLessThanOrEqual(0.5 * 844)
    // Back over the first screen it goes again.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(card).toHaveCount(0)
  })

test('they come one at a time, numbered; closing shows the next, and nothing moves', async ({ page }) => {
  await withPopups(
    page,
    { title: '첫째' },
    { title: '둘째', corner: 'left' },
    { title: '다른 곳', paths: ['/story'] },
    { title: '띠', skin: 'bar' },
  )
  await watchShifts(page)
  await page.goto('/')
  await popupsRead(page)
  await readOn(page)
  const card = page.locator('[data-popup]')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('알림 1 / 2')
  await expect(card.getByRole('heading')).toHaveText('첫째')
  await expect(card.locator('script')).toHaveCount(0)
  await card.getByRole('button', { name: '닫기' }).last().click()
  await expect(card).toContainText('알림 2 / 2')
  await page.keyboard.press('Escape')
  await expect(card).toHaveAttribute('data-popup', 'bar')
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  expect(await shiftOf(page)).toBe(0)
})

test('what staff want at once is there on arrival, and covers neither title nor first act', async ({ page }) => {
  await withPopups(page, { title: '나중' }, { title: '왼쪽에 두고 싶은 것', corner: 'left', atOnce: true })
  for (const width of [390, 768, 1200, 1544]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await popupsRead(page)
    const card = page.locator('[data-popup]')
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('왼쪽에 두고 싶은 것')
    const kept = await page
      .locator('[data-keep-clear]')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect))
    expect(kept).toHaveLength(2)
    if (await card.isHidden()) expect(width).toBe(390)
    else {
      const box = await boxOf(page, '[data-popup]')
      for (const one of kept) expect(areApart(box, one), `${width} px`).toBe(true)
    }
    await readOn(page)
    await expect(card).toBeVisible()
    await expect(card).toContainText('왼쪽에 두고 싶은 것')
  }
})

test('none comes on forms, receipts and errors, nor while somebody types', async ({ page, product }) => {
  await withPopups(page, { title: '가', paths: [], atOnce: true }, { title: '나', paths: [] })
  for (const path of ['/consult', '/consult/status', '/contact/seoul', '/no-such-page']) {
    await page.goto(path)
    await popupsRead(page)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await settled(page)
    await expect(page.locator('[data-popup]'), path).toHaveCount(0)
  }
  await page.goto('/auction-search')
  await popupsRead(page)
  const field = page.locator('main input[type="search"]')
  await expect(page.locator('[data-popup]')).toHaveCount(1)
  await field.focus()
  await expect(page.locator('[data-popup]')).toHaveCount(0)
  expect(page.url()).toBe(`${product.url}/auction-search`)
})

test('the bar lies at the foot, 64 high, with the way up above it, until it was seen once', async ({ page }) => {
  await withPopups(page, { title: '설명회', skin: 'bar', paths: [] })
  await page.goto('/')
  await popupsRead(page)
  await readOn(page)
  const bar = page.locator('[data-popup="bar"]')
  await expect(bar).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await settled(page)
  const [strip, up] = [await bar.boundingBox(), await page.getByRole('link', { name: '맨 위로' }).boundingBox()]
  expect(strip?.height).toBe(64)
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBe(900)
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('popups-seen'))).not.toBeNull()
  await expect(bar).toBeVisible()
  await page.goto('/introduction/center')
  await popupsRead(page)
  await readOn(page)
  await settled(page)
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})

test('a modal holds the focus; Esc closes it before anything else', async ({ page }) => {
  await withPopups(page, { title: '가', skin: 'modal' }, { title: '나', skin: 'modal' }, { title: '다' })
  await page.goto('/')
  await popupsRead(page)
  await readOn(page)
  const modal = page.locator('[data-popup="modal"]')
  await expect(modal).toHaveCount(1)
  await expect(modal).toContainText('알림 1 / 3')
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(modal).toContainText('알림 2 / 3')
  await expect(page.locator('[data-popup]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-popup="docked"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})

test('on phones a modal is a sheet from below, at most three quarters high, when the title is read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withPopups(
    page,
    { title: '가', skin: 'modal', body: '<p>긴 글</p>'.repeat(80) },
    { title: '나', device: 'desktop' },
  )
  await page.goto('/')
  await popupsRead(page)
  await readOn(page)
  const sheet = page.locator('[data-popup="sheet"]')
  await expect(sheet).toBeVisible()
  await settled(page)
  const box = await sheet.boundingBox()
  expect(box?.width).toBe(390)
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  expect(box?.height).toBeLessThanOrEqual(0.75 * 844)
  await expect(sheet.getByRole('button', { name: '오늘 하루 보지 않기' })).toBeInViewport()
  expect(areApart(await boxOf(page, '[data-popup]'), await boxOf(page, 'main h1'))).toBe(true)
})

test('not again today means until midnight in Seoul', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-12T05:00:00Z') })
  await withPopups(page, { title: '가', atOnce: true })
  const card = page.locator('[data-popup="basic"]')
  const visit = async (now: string) => {
    await page.clock.setSystemTime(new Date(now))
    await page.goto('/')
    await page.clock.runFor(5000)
    await awake(page)
    await page.clock.runFor(3000)
  }
  await visit('2026-11-12T05:00:00Z')
  await card.getByRole('button', { name: '오늘 하루 보지 않기' }).click()
  await expect(card).toHaveCount(0)
  await visit('2026-11-12T14:58:00Z')
  await expect(card).toHaveCount(0)
  await visit('2026-11-12T15:01:00Z')
  await expect(card).toHaveCount(1)
})

test('who is logged in sees what members see', async ({ page }) => {
  await withPopups(
    page,
    { title: '회원', audience: 'member', atOnce: true },
    { title: '손님', audience: 'guest', atOnce: true },
  )
  await page.goto('/')
  await expect(page.locator('[data-popup] h2')).toHaveText('손님')
  await page.evaluate(() => sessionStorage.setItem('refreshToken', 'x'))
  await page.reload()
  await expect(page.locator('[data-popup] h2')).toHaveText('회원')
})

test('are asked for a second after the page has loaded', async ({ page }) => {
  await page.goto('/')
  const asked = () => startAfterLoad(page, '/api/v1/popups')
  await expect.poll(asked).toBeDefined()
  expect(await asked()).toBeGreaterThan(popupsAfterLoad - 5)
})
