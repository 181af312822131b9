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
  linkLabel: '자세히',
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
  endAt: null,
  ...overrides,
})

const withPopups = (page: Page, ...popups: Overrides[]) =>
  page.route('**/api/v1/popups', (route) => route.fulfill({ json: { popups: popups.map(buildPopup) } }))

test('basic ones stand as one stack, numbered; closing shows the next, and nothing moves', async ({ page }) => {
  await withPopups(page, { title: '첫째' }, { title: '둘째' }, { title: '다른 곳', paths: ['/story'] })
  await watchShifts(page)
  await page.goto('/')
  const card = page.locator('[data-popup="basic"]')
  await expect(card).toContainText('알림 1 / 2')
  await expect(card.getByRole('heading')).toHaveText('첫째')
  await expect(card.locator('script')).toHaveCount(0)
  await card.getByRole('button', { name: '닫기' }).last().click()
  await expect(card).toContainText('알림 2 / 2')
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  expect(await shiftOf(page)).toBe(0)
})

test('a basic one never covers the title or the first act', async ({ page }) => {
  await withPopups(page, { title: '왼쪽에 두고 싶은 것', corner: 'left' })
  for (const width of [768, 1200, 1544]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const card = await page.locator('[data-popup="basic"]').boundingBox()
    const kept = await page
      .locator('[data-keep-clear]')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()))
    expect(kept).toHaveLength(2)
    for (const { left, right, top, bottom } of kept) {
      if (!card) throw new Error('no popup')
      const apart = card.x >= right || card.x + card.width <= left || card.y >= bottom || card.y + card.height <= top
      expect(apart, `${width} px`).toBe(true)
    }
  }
})

test('the bar lies at the foot, 64 high, and the way up stands above it', async ({ page }) => {
  await withPopups(page, { title: '설명회', skin: 'bar' })
  await page.goto('/')
  const bar = page.locator('[data-popup="bar"]')
  await expect(bar).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await settled(page)
  const [strip, up] = [await bar.boundingBox(), await page.getByRole('link', { name: '맨 위로' }).boundingBox()]
  expect(strip?.height).toBe(64)
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBe(900)
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
})

test('one modal at a time holds the focus; Esc closes it before anything else', async ({ page }) => {
  await withPopups(page, { title: '가' }, { title: '나', skin: 'modal' }, { title: '다', skin: 'modal' })
  await page.goto('/')
  const modal = page.locator('[data-popup="modal"]')
  await expect(modal).toHaveCount(1)
  await expect(modal).toContainText('알림 1 / 2')
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(modal).toContainText('알림 2 / 2')
  await expect(page.locator('[data-popup="basic"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(page.locator('[data-popup="basic"]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})

test('on phones they are sheets from below, at most three quarters high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withPopups(page, { title: '가', body: '<p>긴 글</p>'.repeat(80) }, { title: '나', device: 'desktop' })
  await page.goto('/')
  const sheet = page.locator('[data-popup="sheet"]')
  await expect(sheet).toBeVisible()
  await settled(page)
  const box = await sheet.boundingBox()
  expect(box?.width).toBe(390)
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  expect(box?.height).toBeLessThanOrEqual(0.75 * 844)
  await expect(sheet.getByRole('button', { name: '오늘 다시 보지 않기' })).toBeInViewport()
})

test('not again today means until midnight in Seoul', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-12T05:00:00Z') })
  await withPopups(page, { title: '가' })
  const card = page.locator('[data-popup="basic"]')
  const visit = async (now: string) => {
    await page.clock.setSystemTime(new Date(now))
    await page.goto('/')
    await page.clock.runFor(5000)
    await awake(page)
    await page.clock.runFor(3000)
  }
  await visit('2026-11-12T05:00:00Z')
  await card.getByRole('button', { name: '오늘 다시 보지 않기' }).click()
  await expect(card).toHaveCount(0)
  await visit('2026-11-12T14:58:00Z')
  await expect(card).toHaveCount(0)
  await visit('2026-11-12T15:01:00Z')
  await expect(card).toHaveCount(1)
})

test('who is logged in sees what members see', async ({ page }) => {
  await withPopups(page, { title: '회원', audience: 'member' }, { title: '손님', audience: 'guest' })
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
