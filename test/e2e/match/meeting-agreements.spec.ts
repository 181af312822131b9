import { m } from '#messages/messages.js'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import { openTouchContext } from '../support/build-fair.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { callAs } from '../support/match-companies.ts'
import { beginSession, expect, test } from '../support/product-fixture.ts'

// Uses the two companies of the demo data: only they have past meetings.

test.use({ installation: 'match' })

const options = { locale: 'ko' } as const

interface Line {
  _id: string
}
const lines = async (product: Application, username: string, state: string): Promise<Line[]> => {
  const { matchings } = await callAs<{ matchings: Line[] }>(
    product,
    await headersOf(product, username),
    'GET',
    `/api/v1/me/matchings?state=${state}&limit=100`,
  )
  return matchings
}

test('after a meeting both companies confirm the agreements and rate it, and the list links to each unrated meeting', {
  tag: '@deep',
}, async ({ page, product, browser }) => {
  const [selling, buying] = [await lines(product, 'company', 'held'), await lines(product, 'buyer', 'held')]
  const id = selling.find(({ _id }) => buying.some((other) => other._id === _id))?._id
  await beginSession(page, product, 'company')
  await page.goto(`/me/matchings/${id}`)
  const phone = await openTouchContext(browser, product)
  const other = await phone.newPage()
  await beginSession(other, product, 'buyer')
  await other.goto(`/me/matchings/${id}`)

  await test.step('the agreements are above the ratings', async () => {
    for (const one of [page, other]) {
      const top = async (name: string) => (await one.getByRole('heading', { name }).boundingBox())?.y ?? 0
      await expect(one.getByRole('heading', { name: m.matchings_agreements({}, options) })).toBeVisible()
      expect(await top(m.matchings_agreements({}, options))).toBeLessThan(await top(m.matchings_rate({}, options)))
      expect(await findStateViolations(one)).toEqual([])
    }
  })
  const text = '견본 상자 3개, 12월 4일까지'
  // Take the first match: once checked, the line also appears in the history below.
  const line = (one: typeof page) => one.getByRole('listitem').filter({ hasText: text }).first()
  const add = m.matchings_agreement_add({}, options)
  await test.step('a line waits for the other company, which sees it without a reload', async () => {
    await page.getByRole('button', { name: add, exact: true }).click()
    await expect(page.getByText(m.matchings_agreement_empty({}, options))).toBeVisible()
    await page
      .getByRole('textbox', { name: m.matchings_agreement_new({}, options) })
      .fill('견본 상자 2개, 12월 4일까지')
    await page.getByRole('button', { name: add, exact: true }).click()
    const shown = other.getByRole('listitem').filter({ hasText: '견본 상자 2개' })
    await shown.getByRole('button', { name: m.matchings_agreement_revise({}, options) }).tap()
    await other.getByRole('textbox', { name: /견본 상자 2개/ }).fill(text)
    await other.getByRole('button', { name: m.matchings_agreement_save({}, options), exact: true }).tap()
    await expect(line(page)).toContainText('견본 상자 2개')
    expect(await findStateViolations(page)).toEqual([])
  })
  await test.step('a line is final once both have confirmed it', async () => {
    await line(page)
      .getByRole('button', { name: m.matchings_agreement_check({}, options) })
      .click()
    for (const one of [page, other]) {
      await expect(line(one)).toContainText(m.matchings_agreement_both({}, options))
      await expect(line(one).getByRole('button')).toHaveCount(0)
    }
  })
  await test.step('a rating is saved', async () => {
    await other.locator('input[name="outcome"][value="5"]').check({ force: true })
    await other.getByRole('button', { name: m.matchings_rate_save({}, options), exact: true }).tap()
    await expect(other.getByText(m.matchings_rate_saved({}, options))).toBeVisible()
    await other.reload()
    await expect(other.locator('input[name="outcome"][value="5"]')).toBeChecked()
  })
  await test.step('a row of the list links to the rating until the company has rated the meeting', async () => {
    await other.goto('/me/matchings')
    const ended = other.getByRole('listitem').filter({ hasText: '윤슬화장품' })
    const link = ended.getByRole('link', { name: m.matchings_act_rate({ company: '윤슬화장품' }, options) })
    await expect(link).toHaveCount(1)
    expect(await findStateViolations(other)).toEqual([])
    await link.tap()
    const heading = other.getByRole('heading', { name: m.matchings_rate({}, options) })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    for (const score of ['fit', 'preparation', 'outcome'])
      await other.locator(`input[name="${score}"][value="4"]`).check({ force: true })
    await other.getByRole('button', { name: m.matchings_rate_save({}, options), exact: true }).tap()
    await expect(other.getByText(m.matchings_rate_saved({}, options))).toBeVisible()
    await other.goto('/me/matchings')
    await expect(ended.first()).toBeVisible()
    await expect(link).toHaveCount(0)
  })
  await phone.close()
})
