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

/**
 * Goes to another screen as a link does, until what it shows has arrived: no request for 300 ms. The shell stays, which
 * takes a third of the time of a new document.
 */
export const goOn = async (page: Page, path: string) => {
  let open = 0
  const begin = () => {
    open += 1
  }
  const end = () => {
    open -= 1
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  )
  for (let quiet = 0; quiet < 3; quiet = open > 0 ? 0 : quiet + 1) await page.waitForTimeout(100)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}
