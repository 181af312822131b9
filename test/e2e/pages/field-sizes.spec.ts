import type { Page } from '@playwright/test'
import { open } from '../support/console-screen.ts'
import { expect, test } from '../support/product-fixture.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Number of text fields, and those below 16 px, into which iOS would zoom, as `name: size`. */
const measureFields = (page: Page): Promise<{ count: number; small: string[] }> =>
  page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable="true"]')]
      .filter((field) => !field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden], [type=range]'))
      .map(
        (field) => `${field.getAttribute('name') ?? field.id}: ${Number.parseFloat(getComputedStyle(field).fontSize)}`,
      )
    return { count: sizes.length, small: sizes.filter((line) => Number(line.split(': ').at(-1)) < 16) }
  })

test('a phone does not zoom into fields of the sites and the account', async ({ page }) => {
  for (const path of [
    '/consult',
    '/search',
    '/story',
    '/login',
    '/join',
    '/shop',
    '/match/search',
    '/auction-search/하자',
  ]) {
    await page.goto(path)
    const { count, small } = await measureFields(page)
    expect([path, small]).toEqual([path, []])
    expect(count, path).toBeGreaterThan(0)
  }
})

test('a phone does not zoom into fields of the console', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page)
  for (const path of ['/console/boards', '/console/users', '/console/setting', '/console/popups']) {
    await open(page, path)
    const { count, small } = await measureFields(page)
    expect([path, small]).toEqual([path, []])
    expect(count, path).toBeGreaterThan(0)
  }
})
