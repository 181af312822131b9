import type { Page, Request, Response } from '@playwright/test'
import { waitForIdle } from './measure-page.ts'
import { expect } from './product-fixture.ts'

/** Heading of the open screen. */
export const title = (page: Page) => page.locator('#screen-title')

export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible()
}

/** Breaks the signature: the browser reads the same payload, but the server refuses the token. */
export const breakAccessToken = (page: Page) =>
  page.evaluate(() => {
    const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
    sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
  })

/**
 * Performs an action, then waits until the browser was idle twice without open requests. Event streams never end and
 * are not counted.
 */
export const actAndWaitForIdle = async (page: Page, act: () => Promise<unknown>) => {
  const open = new Set<Request>()
  const begin = (request: Request) => void open.add(request)
  const end = (request: Request) => void open.delete(request)
  const read = (response: Response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) open.delete(response.request())
  }
  page.on('request', begin).on('response', read).on('requestfinished', end).on('requestfailed', end)
  await act()
  for (let quiet = 0; quiet < 2; quiet = open.size > 0 ? 0 : quiet + 1) await waitForIdle(page, 200)
  page.off('request', begin).off('response', read).off('requestfinished', end).off('requestfailed', end)
}

/** Goes to another screen as a link does. Keeping the shell takes a third of the time of a new document. */
export const navigateTo = (page: Page, path: string) =>
  actAndWaitForIdle(page, () =>
    page.evaluate(
      (to) =>
        (
          window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => Promise<void> } }
        ).__reactRouterDataRouter.navigate(to),
      path,
    ),
  )
