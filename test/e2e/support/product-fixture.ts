import { test as base, expect, type Page } from '@playwright/test'
import {
  type Application,
  type OpenSession,
  openSession,
  sharedSession,
  startApplication,
} from '../../server/application.ts'

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

/** Puts a session into this tab: the next page it opens has it. */
const keepSession = async (page: Page, product: Application, username: string, session: OpenSession) => {
  // A page of the same origin without a script of its own.
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate((kept) => Object.assign(sessionStorage, kept), { ...session, username })
}

/** Begins the shared session of an account in this tab. */
export const beginSession = async (page: Page, product: Application, username = 'owner'): Promise<void> =>
  keepSession(page, product, username, await sharedSession(product, username))

/** Begins a session that no other test has: for tests that end sessions or count them. */
export const beginOwnSession = async (page: Page, product: Application, username: string): Promise<void> =>
  keepSession(page, product, username, await openSession(product, username))

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
