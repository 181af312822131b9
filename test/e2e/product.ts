import { test as base, expect, type Page } from '@playwright/test'
import { type Application, startApplication } from '../application.ts'

interface WorkerFixtures {
  /** The product of this worker, with the demonstration; specs make their own records and leave the others alone. */
  product: Application
}

interface Fixtures {
  /** Logs in by the page that people use, and waits for the console. */
  logIn: (page: Page, username?: string) => Promise<void>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startApplication()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  logIn: async ({ product }, use) => {
    await use(async (page, username = 'owner') => {
      await page.goto('/login')
      await page.locator('input[autocomplete="username"]').fill(username)
      await page.locator('input[type="password"]').fill(product.passwords[username] ?? '')
      // The button is there for whoever types before React is awake, and waits for it.
      await page.locator('form button[type="submit"]').click()
      await page.waitForURL(/\/console/)
    })
  },
})

export { expect }
