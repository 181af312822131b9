import type { Page } from '@playwright/test'
import { awake, shiftOf, watchShifts, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

// The people and places of the firm: the list with its filters, a profile, the representative's own page, an office.

const cards = (page: Page) => page.locator('main article')
const count = (page: Page) => page.getByRole('search', { name: '변호사 검색' }).getByRole('status')

/** What the page says of itself to search engines, by type. */
const saidOf = async (page: Page, type: string): Promise<Record<string, unknown>> => {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const found = texts.map((text) => JSON.parse(text)).find((each) => each['@type'] === type)
  expect(found, type).toBeTruthy()
  return found
}

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.beforeEach(({ page }) => withoutPopups(page))

test.describe('the list of lawyers', () => {
  test('follows a choice at once, says the number, and keeps all of it in the address', async ({ page }) => {
    await page.goto('/introduction/lawyer')
    await expect(cards(page)).toHaveCount(18)
    await expect(count(page)).toHaveText('18명')
    await awake(page)

    await page.getByLabel('사무소', { exact: true }).focus()
    await page.getByLabel('사무소', { exact: true }).selectOption('광주 분사무소')
    await expect(page).toHaveURL(/\?office=gwangju$/)
    await expect(count(page)).toHaveText('3명')
    await expect(page.getByLabel('사무소', { exact: true })).toBeFocused()

    await page.getByLabel('이름').fill('ㅎㅇㅈ')
    await page.keyboard.press('Enter')
    await expect(count(page)).toHaveText('1명')
    await expect(cards(page).first()).toContainText('홍예준')
    expect(new URL(page.url()).searchParams.get('name')).toBe('ㅎㅇㅈ')

    await page.goBack()
    await expect(count(page)).toHaveText('3명')
    await expect(page.getByLabel('이름')).toHaveValue('')
  })

  test('says when nobody fits, and the way out leads to everybody', async ({ page }) => {
    await page.goto('/introduction/lawyer?name=%EC%97%86%EB%8A%94&practice=nothing')
    await expect(count(page)).toHaveText('0명')
    await expect(page.getByLabel('분야', { exact: true })).toHaveValue('')
    await expect(page.getByText('조건에 맞는 변호사가 없습니다')).toBeVisible()
    await page.getByRole('link', { name: '변호사 전체 보기' }).click()
    await expect(cards(page)).toHaveCount(18)
  })

  test('stands in four columns, three below 1200 px and two on phones', async ({ page }) => {
    await page.goto('/introduction/lawyer')
    const columns = async () => {
      const lefts = await cards(page).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)))
      return new Set(lefts).size
    }
    for (const [width, expected] of [
      [1440, 4],
      [1024, 3],
      [768, 3],
      [767, 2],
      [390, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      expect([width, await columns()]).toEqual([width, expected])
      expect([width, await overflowOf(page)]).toEqual([width, 0])
    }
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('is filtered by its form and read to the profile', async ({ page }) => {
      await page.goto('/introduction/lawyer')
      await page.getByLabel('분야', { exact: true }).selectOption('유지보수')
      await page.getByLabel('이름').fill('송라')
      await page.getByRole('button', { name: '검색' }).click()
      await expect(page).toHaveURL(/practice=maintenance/)
      await expect(cards(page)).toHaveCount(1)
      await page.getByRole('link', { name: '송라희' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '송라희' })).toBeVisible()
      await expect(page.getByText('장기수선계획 조정의 기록')).toBeVisible()
    })
  })
})

test.describe('a profile', () => {
  test('shows names, years and bold parts, the work, and the ways on', async ({ page }) => {
    await page.goto('/introduction/lawyer/jung-hayoon')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('정하윤')
    await expect(page.getByText('Jung Ha-yoon', { exact: true })).toHaveAttribute('lang', 'en')
    const present = page.getByRole('listitem').filter({ hasText: '2016–현재' })
    await expect(present.locator('b')).toHaveText('법무법인 대청 변호사, 건축물 하자')
    // Estates that the profile names come first.
    await expect(page.getByRole('region', { name: '수행 사례' }).getByRole('article').first()).toContainText('너른들')
    await expect(page.getByRole('region', { name: '작성한 글' }).getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('link', { name: '정하윤 변호사에게 상담 신청' })).toHaveAttribute(
      'href',
      '/consult?lawyer=jung-hayoon',
    )
    expect(await saidOf(page, 'Person')).toMatchObject({
      name: '정하윤',
      jobTitle: '변호사',
      worksFor: { '@type': 'LegalService', name: '법무법인 대청' },
    })
    await page.getByRole('link', { name: /다음 변호사/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('강시우')
  })

  test('keeps portrait and consultation in sight while the text scrolls, and nothing shifts', async ({ page }) => {
    await watchShifts(page)
    await page.goto('/introduction/lawyer/jung-hayoon')
    await awake(page)
    const consult = page.getByRole('link', { name: '정하윤 변호사에게 상담 신청' })
    const top = async () => (await consult.boundingBox())?.y ?? 0
    await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }))
    await expect.poll(top).toBeGreaterThan(0)
    const held = await top()
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    expect(Math.abs((await top()) - held)).toBeLessThan(1)
    expect(await shiftOf(page)).toBe(0)
  })

  test('of nobody is a 404 in the shell', async ({ page }) => {
    expect((await page.goto('/introduction/lawyer/nobody'))?.status()).toBe(404)
    await expect(page.locator('footer')).toBeVisible()
  })
})

test.describe('the representative', () => {
  test('answers at both addresses, and one is canonical', async ({ page }) => {
    for (const path of ['/introduction/han-idam', '/introduction/lawyer-han-idam']) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/introduction\/lawyer-han-idam$/)
      await expect(page.getByText('대학에서 건축을 전공하고', { exact: false })).toBeVisible()
    }
    for (const path of ['/introduction/yoon-dogyeom', '/introduction/lawyer-yoon-dogyeom', '/introduction/nobody'])
      expect((await page.goto(path))?.status(), path).toBe(404)
  })

  test('is where the slider of the home page leads', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('main a[href="/introduction/lawyer-han-idam"]').first()).toBeAttached()
    await expect(page.locator('main a[href="/introduction/lawyer/han-idam"]')).toHaveCount(0)
  })
})

test.describe('an office', () => {
  test('gives its address to the clipboard although the site blocks copying, and says so for 4 s', async ({
    page,
    context,
    product,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(product.url).origin })
    await page.goto('/contact/seoul')
    await awake(page)
    await expect(page.locator('[data-protected]')).toBeAttached()
    const copy = page.getByRole('button', { name: '주소 복사' })
    await copy.focus()
    await page.keyboard.press('Enter')
    const said = page.getByRole('status').filter({ hasText: '주소를 복사했습니다' })
    await expect(said).toBeVisible()
    const from = Date.now()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '서울특별시 서초구 너른마루길 218 마루빌딩 9층',
    )
    await expect(said).toBeHidden()
    expect(Date.now() - from).toBeGreaterThan(3000)
    await expect(copy).toBeFocused()
  })

  test('copies from a field where scripts are given no clipboard', async ({ page, context, product }) => {
    await context.grantPermissions(['clipboard-read'], { origin: new URL(product.url).origin })
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await page.goto('/contact/gwangju')
    await awake(page)
    await page.getByRole('button', { name: '주소 복사' }).click()
    await expect(page.getByText('주소를 복사했습니다')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('무등바람길 95')
  })

  test('has the number largest of all, and tells search engines what it is', async ({ page }) => {
    await page.goto('/contact/incheon')
    const phone = page.locator('main dl').getByRole('link', { name: '032-000-1400' })
    await expect(phone).toHaveAttribute('href', 'tel:032-000-1400')
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const sizes = await page
      .locator('main address, main dl dd')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    expect(await phone.evaluate(size)).toBeGreaterThan(Math.max(...sizes))
    expect(await saidOf(page, 'LegalService')).toMatchObject({
      telephone: '032-000-1400',
      address: { '@type': 'PostalAddress', addressCountry: 'KR' },
      openingHours: ['Mo-Fr 09:00-12:00', 'Mo-Fr 13:00-18:00'],
    })
    await expect(page.getByRole('img', { name: /역과 정류장: .*센트럴파크역/ })).toBeVisible()
    expect((await page.goto('/contact/nowhere'))?.status()).toBe(404)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })
    test('shows the map around the house, and a tap opens all of it', async ({ page }) => {
      await page.goto('/contact/seoul')
      expect(await overflowOf(page)).toBe(0)
      const whole = page.getByRole('dialog', { name: '서울 주사무소 약도' })
      await expect(whole).toBeHidden()
      await page.getByRole('button', { name: '약도 크게 보기' }).click()
      await expect(whole).toBeVisible()
      expect(await whole.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
      expect(await whole.evaluate((dialog) => dialog.scrollWidth)).toBeGreaterThanOrEqual(840)
      await page.keyboard.press('Escape')
      await expect(whole).toBeHidden()
    })
  })
})
