import { parseHTML } from 'linkedom'
import { test as base, expect } from '../e2e/support/product-fixture.ts'

/** Answer of the built product to a page request. */
export interface Answer {
  status: number
  headers: Headers
  html: string
  /** Parsed without scripts, styles or layout, as a client that runs no scripts reads it. */
  document: Document
}

interface Fixtures {
  /** Requests a page without a browser; does not follow redirects. `path` starts with a slash. */
  read: (path: string, headers?: Record<string, string>) => Promise<Answer>
}

/** Tests of the built product over HTTP, without a browser. Layout, clicks and scripts are tested in test/e2e. */
export const test = base.extend<Fixtures>({
  page: async ({ browserName: _ }, _use) => {
    throw new Error('Tests below test/pages open no browser.')
  },
  read: ({ product }, use) =>
    use(async (path, headers = {}) => {
      const answer = await fetch(product.url + path, { headers, redirect: 'manual' })
      const html = await answer.text()
      return { status: answer.status, headers: answer.headers, html, document: parseHTML(html).document }
    }),
})

export { expect }
