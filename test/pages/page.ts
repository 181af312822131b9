import { parseHTML } from 'linkedom'
import { test as base, expect } from '../e2e/support/product-fixture.ts'

/** An answer of the built product to a request for a page. */
export interface Answer {
  status: number
  headers: Headers
  html: string
  /** Parsed without scripts, styles or layout: what a client that runs nothing reads. */
  document: Document
}

interface Fixtures {
  /** Asks for a page as a client without a browser; redirects are not followed. `path` begins with a slash. */
  read: (path: string, headers?: Record<string, string>) => Promise<Answer>
}

/**
 * Tests of the built product over HTTP. They open no browser: what has to be laid out, clicked or run by a script is
 * tested in test/e2e.
 */
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
