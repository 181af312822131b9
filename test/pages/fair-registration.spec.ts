import { m } from '#messages/messages.js'
import { openFair } from '../e2e/support/match-companies.ts'
import { expect, test } from './page-fixture.ts'

test('a fair links to joining until the period of both sides is over, and says so afterwards', async ({
  product,
  read,
}) => {
  const before = new Date(Date.now() - 60_000).toISOString()
  const open = await openFair(product, '열린 행사')
  const closed = await openFair(product, '마감된 행사', { sellersUntil: before, buyersUntil: before })
  const joins = (document: Document) => document.querySelectorAll('main a[href*="/match/join/"]').length
  expect(joins((await read(`/match/fairs/${open}`)).document)).toBeGreaterThan(0)
  for (const [language, prefix] of [
    ['ko', ''],
    ['en', '/en'],
    ['cn', '/cn'],
  ] as const) {
    const { status, document } = await read(`${prefix}/match/fairs/${closed}`)
    expect(status).toBe(200)
    expect(joins(document)).toBe(0)
    expect(document.querySelector('main')?.textContent).toContain(m.match_fair_closed({}, { locale: language }))
  }
})
