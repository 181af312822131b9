import { test as base, expect, type Page } from '@playwright/test'
import { type Application, sharedSession, startApplication } from '../application.ts'

interface WorkerFixtures {
  /** The product of this worker, with the demonstration; specs make their own records and leave the others alone. */
  product: Application
  /**
   * A spec whose records or switches other specs would meet names an installation of its own with
   * `test.use({ installation: '…' })`: its tests have a worker, and with it a product, to themselves.
   */
  installation: string
}

interface Fixtures {
  /** Begins a session in this tab without the log-in screen: the next page it opens has it. */
  logIn: (page: Page, username?: string) => Promise<void>
}

/** Begins the shared session of an account in this tab. */
export const beginSession = async (page: Page, product: Application, username = 'owner'): Promise<void> => {
  const session = await sharedSession(product, username)
  // A page of the same origin without a script of its own.
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate((kept) => Object.assign(sessionStorage, kept), { ...session, username })
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  installation: ['', { option: true, scope: 'worker' }],
  product: [
    async ({ browserName: _browser, installation: _own }, use) => {
      const product = await startApplication({ environment: { TRUST_PROXY: 'loopback' } })
      await use(product)
      await product.stop()
    },
    // On a machine with much else to do the first database alone takes a minute.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  logIn: ({ product }, use) => use((page, username) => beginSession(page, product, username)),
})

export { expect }
