import { test as base, expect, type Page } from '@playwright/test'
import {
  type Application,
  type OpenSession,
  openSession,
  sharedSession,
  startApplication,
} from '../../server/start-application.ts'

interface WorkerFixtures {
  /** The product of this worker with the demo data. Specs create records of their own and leave the demo records alone. */
  product: Application
  /**
   * A spec whose records or settings would affect other specs names a separate installation with `test.use({
   * installation: '…' })`: its tests get a worker and a product to themselves.
   */
  installation: string
}

interface Fixtures {
  /** Starts a session in this tab without the log-in page; the next page opened uses it. */
  logIn: (page: Page, username?: string) => Promise<void>
}

/** Stores a session in this tab; the next page opened uses it. */
const keepSession = async (page: Page, product: Application, username: string, session: OpenSession) => {
  // A page of the same origin without scripts.
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate((kept) => Object.assign(sessionStorage, kept), { ...session, username })
}

/** Starts the shared session of an account in this tab. */
export const beginSession = async (page: Page, product: Application, username = 'owner'): Promise<void> =>
  keepSession(page, product, username, await sharedSession(product, username))

/** Starts a session that no other test uses, for tests that end or count sessions. */
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
    // On a busy machine, creating the database alone takes a minute.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  logIn: ({ product }, use) => use((page, username) => beginSession(page, product, username)),
})

export { expect }
