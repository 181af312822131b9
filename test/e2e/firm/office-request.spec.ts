import type { Page } from '@playwright/test'
import { minimumFillTime } from '#firm/forms/rules.ts'
import type { Application } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'
import { fill, form, numberOf, open, send, summary } from '../support/request-form.ts'

const draft = (page: Page) => page.evaluate(() => localStorage.getItem('form-draft:consult'))
const message = (page: Page) => page.locator('[name="message"]')

/** Returns the requests that the console finds for a search text. */
const listed = async (product: Application, words: string) => {
  const counsel = await apiAs(product, 'counsel')
  return (await counsel('GET', `/api/console/forms?q=${encodeURIComponent(words)}`)).forms
}

test('a request from an office page arrives there, and its confirmation replaces the form', async ({
  page: visitor,
  product,
}) => {
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.clock.install()
  const checking: string[] = []
  visitor.on('request', (request) => request.url().includes('/send-request-') && checking.push(request.url()))
  await open(visitor, '/contact/incheon')
  await visitor.waitForLoadState('networkidle')
  expect(checking).toEqual([])
  const text = `인천 앞바다 쪽 외벽에 금이 갔습니다 ${Date.now()}`
  await fill(visitor, text, '0100000417')
  expect(checking).toHaveLength(1)
  await send(visitor).click()
  await expect(summary(visitor)).toBeFocused()
  await expect(summary(visitor).getByRole('listitem')).toHaveCount(1)
  await expect(visitor.locator('[name="phone"]')).toHaveAttribute('aria-invalid', 'true')
  expect(await findStateViolations(visitor)).toEqual([])
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // Tab from the summary to the first field and through to the last.
  await visitor.keyboard.press('Tab')
  await visitor.keyboard.press('Enter')
  await expect(visitor.locator('[name="phone"]')).toBeFocused()
  await visitor.keyboard.press('End')
  await visitor.keyboard.type('1')
  await expect(visitor.locator('[name="phone"]')).not.toHaveAttribute('aria-invalid', 'true')
  await visitor.clock.fastForward(minimumFillTime)
  await send(visitor).focus()
  await visitor.keyboard.press('Enter')
  await expect(numberOf(visitor)).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 3 }).first()).toBeFocused()
  expect(new URL(visitor.url()).pathname).toBe('/contact/incheon')
  expect(await findStateViolations(visitor)).toEqual([])
  expect(await draft(visitor)).toBeNull()

  expect(await listed(product, text)).toMatchObject([
    { number: await numberOf(visitor).textContent(), office: 'incheon', state: 'received' },
  ])

  // A message to another office is a separate request.
  await visitor.locator('main nav').getByRole('link', { name: '광주 분사무소' }).click()
  await expect(form(visitor).locator('[name="office"]')).toHaveValue('gwangju')
  await expect(message(visitor)).toHaveValue('')
})

test('office pages and the request page share one draft, which only typing changes', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page, '/contact/seoul')
  await open(page, '/contact/incheon')
  expect(await draft(page)).toBeNull()
  await message(page).fill('지하 주차장에 물이 고입니다.')
  // Leave the page before the debounced save of the draft.
  await page.locator('main nav').getByRole('link', { name: '서울 주사무소' }).click()
  await expect(form(page).locator('[name="office"]')).toHaveValue('seoul')
  await expect(message(page)).toHaveValue('지하 주차장에 물이 고입니다.')
  const storedDraft = await draft(page)
  await open(page, '/consult')
  await expect(message(page)).toHaveValue('지하 주차장에 물이 고입니다.')
  await expect(form(page).locator('[name="office"]')).toHaveCount(0)
  await open(page, '/consult?office=gwangju')
  await expect(form(page).locator('[name="office"]')).toHaveValue('gwangju')
  expect(await draft(page)).toBe(storedDraft)
  // Emptying the form discards the draft.
  await message(page).fill('')
  await expect.poll(() => draft(page)).toBeNull()
})

test('a request from an office page arrives there without scripts', async ({ browser, product }) => {
  const visitor = await (
    await browser.newContext({ baseURL: product.url, locale: 'ko-KR', javaScriptEnabled: false })
  ).newPage()
  await visitor.goto('/contact/incheon')
  const text = `계단실 천장에 물이 뱁니다 ${Date.now()}`
  await fill(visitor, text, '0100000417')
  await send(visitor).click()
  await expect(visitor).toHaveURL(/\/consult\?office=incheon$/)
  await expect(summary(visitor).getByRole('listitem')).toHaveCount(1)
  await expect(message(visitor)).toHaveValue(text)
  await visitor.locator('[name="phone"]').fill('010-0000-4171')
  await visitor.locator('[name="consent"]').check()
  await send(visitor).click()
  await expect(numberOf(visitor)).toBeVisible()
  // The number is styled although the form's script never loaded.
  await expect(numberOf(visitor)).toHaveCSS('font-size', '40px')

  expect(await listed(product, text)).toMatchObject([
    { number: await numberOf(visitor).textContent(), office: 'incheon' },
  ])
  await visitor.context().close()
})
