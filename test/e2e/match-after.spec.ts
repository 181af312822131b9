import { m } from '#messages/messages.js'
import { type Application, logIn as headersOf } from '../application.ts'
import { violationsOf } from './axe.ts'
import { callAs } from './match-companies.ts'
import { touchWindow } from './match-scene.ts'
import { beginSession, expect, test } from './product.ts'

// A day of meetings and what comes after one, with the two companies of the demonstration.

test.use({ installation: 'match-after' })

const options = { locale: 'ko' } as const
const minute = 60_000

interface Line {
  _id: string
  meeting: { startAt: string } | null
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

test('after a meeting both companies check what was agreed, then rate it', async ({ page, product, browser }) => {
  test.setTimeout(120_000)
  const [selling, buying] = [await lines(product, 'company', 'held'), await lines(product, 'buyer', 'held')]
  const id = selling.find(({ _id }) => buying.some((other) => other._id === _id))?._id
  await beginSession(page, product, 'company')
  await page.goto(`/me/matchings/${id}`)
  const phone = await touchWindow(browser, product)
  const other = await phone.newPage()
  await beginSession(other, product, 'buyer')
  await other.goto(`/me/matchings/${id}`)

  await test.step('what was agreed stands first, the ratings below', async () => {
    for (const one of [page, other]) {
      const top = async (name: string) => (await one.getByRole('heading', { name }).boundingBox())?.y ?? 0
      await expect(one.getByRole('heading', { name: m.matchings_agreements({}, options) })).toBeVisible()
      expect(await top(m.matchings_agreements({}, options))).toBeLessThan(await top(m.matchings_rate({}, options)))
      expect(await violationsOf(one)).toEqual([])
    }
  })
  const text = '견본 상자 3개, 12월 4일까지'
  // The first: the history below has it too, once it is checked.
  const line = (one: typeof page) => one.getByRole('listitem').filter({ hasText: text }).first()
  const add = m.matchings_agreement_add({}, options)
  await test.step('a line waits for the other side, which sees it without a reload', async () => {
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
    expect(await violationsOf(page)).toEqual([])
  })
  await test.step('with both checks it is the record of both', async () => {
    await line(page)
      .getByRole('button', { name: m.matchings_agreement_check({}, options) })
      .click()
    for (const one of [page, other]) {
      await expect(line(one)).toContainText(m.matchings_agreement_both({}, options))
      await expect(line(one).getByRole('button')).toHaveCount(0)
    }
  })
  await test.step('the ratings are below, and are kept', async () => {
    await other.locator('input[name="outcome"][value="5"]').check({ force: true })
    await other.getByRole('button', { name: m.matchings_rate_save({}, options), exact: true }).tap()
    await expect(other.getByText(m.matchings_rate_saved({}, options))).toBeVisible()
    await other.reload()
    await expect(other.locator('input[name="outcome"][value="5"]')).toBeChecked()
  })
  await phone.close()
})

test('a row of the list leads to rating the meeting, as long as the own company has not', async ({ page, product }) => {
  await beginSession(page, product, 'buyer')
  await page.goto('/me/matchings')
  const ended = page.getByRole('listitem').filter({ hasText: '윤슬화장품' })
  const link = ended.getByRole('link', { name: m.matchings_act_rate({ company: '윤슬화장품' }, options) })
  await expect(link).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  await link.click()
  const heading = page.getByRole('heading', { name: m.matchings_rate({}, options) })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  for (const score of ['fit', 'preparation', 'outcome'])
    await page.locator(`input[name="${score}"][value="4"]`).check({ force: true })
  await page.getByRole('button', { name: m.matchings_rate_save({}, options), exact: true }).click()
  await expect(page.getByText(m.matchings_rate_saved({}, options))).toBeVisible()
  await page.goto('/me/matchings')
  await expect(ended.first()).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('the next meeting is said from an hour before, its room is open from ten minutes before, and the day has a line for now', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const ahead = (await lines(product, 'buyer', 'confirmed')).flatMap(({ meeting }) =>
    meeting ? [meeting.startAt] : [],
  )
  const start = Date.parse(ahead.toSorted()[0] ?? '')
  await beginSession(page, product, 'buyer')
  const bar = page.getByRole('region', { name: m.matchings_next_title({}, options) })
  const enter = bar.getByRole('link', { name: m.matchings_next_enter({}, options) })
  const at = async (minutes: number) => {
    await page.clock.setFixedTime(start + minutes * minute)
    await page.goto('/me/matchings')
    await expect(bar).toBeVisible()
  }
  await at(-61)
  await expect(bar).not.toHaveAttribute('data-near', 'true')
  await at(-59)
  await expect(bar).toHaveAttribute('data-near', 'true')
  await expect(bar.getByText(m.matchings_next_in({ minutes: 59 }, options))).toBeVisible()
  await expect(enter).toHaveCount(0)
  await at(-9)
  await expect(enter).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await at(1)
  await expect(bar.getByText(m.matchings_next_now({}, options))).toBeVisible()
  const view = page.getByRole('region', { name: m.matchings_day_title({}, options) })
  const entry = view.getByRole('listitem').first()
  const line = view.locator('[data-now]')
  await expect(line).toBeVisible()
  const [box, now] = [await entry.boundingBox(), await line.boundingBox()]
  const middle = (now?.y ?? 0) + (now?.height ?? 0) / 2
  // A minute after it began: within the meeting, near its top.
  expect(middle).toBeGreaterThanOrEqual((box?.y ?? 0) - 2)
  expect(middle).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0) / 2)
  await view.getByRole('button', { name: m.matchings_day_later({}, options) }).click()
  await expect(line).toHaveCount(0)
})
