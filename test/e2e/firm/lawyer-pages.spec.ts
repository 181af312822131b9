import type { Page } from '@playwright/test'
import { blockPopups, shiftOf, waitForHydration, watchShifts } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// test/pages/people-pages.spec.ts tests the content of lawyer and office pages without a browser.

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.beforeEach(({ page }) => blockPopups(page))

test('filters lawyers immediately, keeps the filter in the address, and has two to four columns', async ({ page }) => {
  const cards = page.locator('main article')
  const count = page.getByRole('search', { name: '변호사 검색' }).getByRole('status')
  await page.goto('/introduction/lawyer')
  await test.step('each width has its columns without overflow', async () => {
    const columns = async () => {
      const lefts = await cards.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)))
      return new Set(lefts).size
    }
    await expect(cards).toHaveCount(18)
    for (const [width, expected] of [
      [390, 2],
      [768, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await columns()]).toEqual([width, expected])
      expect([width, await overflowOf(page)]).toEqual([width, 0])
    }
  })
  await test.step('a choice applies without the button, and going back undoes it', async () => {
    await expect(count).toHaveText('18명')
    await waitForHydration(page)
    await page.getByLabel('사무소', { exact: true }).focus()
    await page.getByLabel('사무소', { exact: true }).selectOption('광주 분사무소')
    await expect(page).toHaveURL(/\?office=gwangju$/)
    await expect(count).toHaveText('3명')
    await expect(page.getByLabel('사무소', { exact: true })).toBeFocused()

    await page.getByLabel('이름').fill('ㅎㅇㅈ')
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('1명')
    await expect(cards.first()).toContainText('홍예준')
    expect(new URL(page.url()).searchParams.get('name')).toBe('ㅎㅇㅈ')

    await page.goBack()
    await expect(count).toHaveText('3명')
    await expect(page.getByLabel('이름')).toHaveValue('')
  })
})

test('keeps portrait and consultation link visible while a profile scrolls, without layout shift', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/introduction/lawyer/jung-hayoon')
  await waitForHydration(page)
  const consult = page.getByRole('link', { name: '정하윤 변호사에게 상담 신청' })
  const top = async () => (await consult.boundingBox())?.y ?? 0
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }))
  await expect.poll(top, { intervals: [50] }).toBeGreaterThan(0)
  const held = await top()
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  expect(Math.abs((await top()) - held)).toBeLessThan(1)
  expect(await shiftOf(page)).toBe(0)
})

test('copies the address of an office, shows its phone number largest, and opens its map on a phone', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(product.url).origin })
  await page.clock.install()
  await page.goto('/contact/seoul')
  await waitForHydration(page)
  const copy = page.getByRole('button', { name: '주소 복사' })
  const status = page.getByRole('status').filter({ hasText: '주소를 복사했습니다' })
  await test.step('the address is copied although the site blocks copying, with a notice for 4 s', async () => {
    await expect(page.locator('[data-protected]')).toBeAttached()
    await copy.focus()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.keyboard.press('Enter')
    await expect(status).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '서울특별시 서초구 너른마루길 218 마루빌딩 9층',
    )
    await page.clock.runFor(3500)
    await expect(status).toBeVisible()
    await page.clock.runFor(1000)
    await expect(status).toBeHidden()
    await expect(copy).toBeFocused()
    await page.clock.resume()
  })
  await test.step('it is copied through a field if scripts have no clipboard', async () => {
    await page.evaluate(async () => {
      await navigator.clipboard.writeText('그 사이의 글')
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await copy.click()
    await expect(status).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('너른마루길 218')
  })
  await test.step('the phone number is the largest text of the address', async () => {
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const sizes = await page
      .locator('main address, main dl dd')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    const phone = page.locator('main dl').getByRole('link', { name: '02-000-1200' })
    expect(await phone.evaluate(size)).toBeGreaterThan(Math.max(...sizes))
  })
  await test.step('a phone shows the map around the building, and a tap opens the full map', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflowOf(page)).toBe(0)
    const mapDialog = page.getByRole('dialog', { name: '서울 주사무소 약도' })
    await expect(mapDialog).toBeHidden()
    await page.getByRole('button', { name: '약도 크게 보기' }).click()
    await expect(mapDialog).toBeVisible()
    expect(await mapDialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    expect(await mapDialog.evaluate((dialog) => dialog.scrollWidth)).toBeGreaterThanOrEqual(840)
    await page.keyboard.press('Escape')
    await expect(mapDialog).toBeHidden()
  })
})
