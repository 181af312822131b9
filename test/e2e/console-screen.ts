import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** The heading of the screen that is open. */
export const title = (page: Page) => page.locator('#screen-title')

export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible()
}

/** Breaks the signature: the browser reads the same payload, the server refuses it. */
export const spoilAccessToken = (page: Page) =>
  page.evaluate(() => {
    const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
    sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
  })
