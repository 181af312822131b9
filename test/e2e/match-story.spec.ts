import type { Browser, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { inLocale } from '../../src/kit/web/address.ts'
import { logIn as headersOf } from '../application.ts'
import { violationsOf } from './axe.ts'
import { callAs, joinCompany, openFair } from './match-companies.ts'
import { expect, test } from './product.ts'

// From the programme list to the calendar, each company in a browser of its own, with every refusal on the way.

type Language = 'ko' | 'en' | 'cn'
const tags = { ko: 'ko-KR', en: 'en-US', cn: 'zh-CN' }

const windowOf = async (browser: Browser, language: Language): Promise<Page> =>
  (await browser.newContext({ locale: tags[language], timezoneId: 'Asia/Seoul' })).newPage()

/** Answers what the API refuses with. */
const refusalOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    (error: Error) => error.message,
  )

const joinMatch = async (page: Page, language: Language, side: 'seller' | 'buyer', fair: string) => {
  await page.goto(`${inLocale(language, `/match/join/${side}`)}?fair=${fair}`)
  const options = { locale: language }
  if (side === 'buyer') await page.locator('[name="areaCity"]').fill('Seoul')
  await page.getByRole('button', { name: m.match_category_tableware({}, options), exact: true }).click()
  await page.locator('[name="introduction"]').fill('식기를 다룹니다.')
  await page.locator('[name="contactName"]').fill('담당')
  await page.locator('[name="contactEmail"]').fill(`${side}-${language}@example.com`)
  await page
    .getByRole('button', {
      name: side === 'seller' ? m.match_join_send_seller({}, options) : m.match_join_send_buyer({}, options),
    })
    .click()
  await page.getByRole('button', { name: m.match_join_fair_send({}, options) }).click()
  await expect(page.getByText(m.match_own_submitted({}, options)).first()).toBeVisible()
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`from the programme list to a confirmed meeting in ${language}`, async ({
    browser,
    page: desk,
    product,
    logIn,
  }) => {
    test.setTimeout(360_000)
    const options = { locale: language }
    const here = (path: string) => inLocale(language, path)
    const [selling, buying] = [await windowOf(browser, language), await windowOf(browser, language)]
    const [seller, buyer] = [
      await joinCompany(product, `결도자 ${language}`),
      await joinCompany(product, `누리상사 ${language}`),
    ]
    const title = `Story ${language}`
    const fair = await openFair(product, title)

    await test.step('who is not on the list does not join as a seller', async () => {
      await selling.goto(`${product.url}/robots.txt`)
      await logIn(selling, seller.username)
      await selling.goto(here('/match/join/seller'))
      await expect(selling.getByRole('heading', { name: m.match_join_unlisted({}, options) })).toBeVisible()
    })

    await test.step('staff put it on the list', async () => {
      await logIn(desk)
      await desk.goto('/console/programmes/create')
      await desk.getByLabel(m.programmes_number()).fill(seller.businessNumber)
      await desk.getByLabel(m.programmes_company()).fill(seller.company)
      await desk.keyboard.press('Control+s')
      await expect(desk).toHaveURL(/programmes(?!\/create)/)
    })

    await test.step('both join and ask for a place in the fair; staff approve', async () => {
      await joinMatch(selling, language, 'seller', fair)
      await logIn(buying, buyer.username)
      await joinMatch(buying, language, 'buyer', fair)
      const headers = await headersOf(product, 'owner')
      const { participations } = await callAs<{ participations: { _id: string }[] }>(
        product,
        headers,
        'GET',
        `/api/console/participations?fair=${fair}`,
      )
      expect(participations).toHaveLength(2)
      for (const { _id } of participations) {
        await desk.goto(`/console/participations/${_id}`)
        // Of the one that is open: a tab of the list has the same word.
        const opened = desk.getByRole('region', { name: m.participants_review_one() })
        await opened.getByRole('button', { name: m.participants_approve(), exact: true }).click()
        // Told once it is kept; the list beside it has the word of the state as well.
        await expect(desk.getByText(m.participants_said({ count: 1 }))).toBeVisible()
      }
    })

    const asSeller = await headersOf(product, seller.username)
    const asBuyer = await headersOf(product, buyer.username)
    const mine = async (headers: Record<string, string>) =>
      (await callAs<{ matchings: { _id: string; state: string }[] }>(product, headers, 'GET', '/api/v1/me/matchings'))
        .matchings

    await test.step('the buyer asks: words, then times, in one flow', async () => {
      await buying.goto(here(`/match/fairs/${fair}`))
      await buying.getByRole('link', { name: seller.company }).first().click()
      await buying
        .getByRole('link', { name: m.match_ask_meeting({}, options), exact: true })
        .first()
        .click()
      await buying.locator('[name="message"]').fill('견본을 보고 싶습니다.')
      await buying.getByRole('button', { name: m.matchings_ask_draw({}, options) }).click()
      await expect(buying).toHaveURL(/me\/schedule/)
      for (const index of [0, 1, 2, 3]) await buying.locator('[data-cell]').nth(index).click()
      expect(await violationsOf(buying)).toEqual([])
      await buying.getByRole('button', { name: m.matchings_ask_save_send({ count: 4 }, options) }).click()
      await expect(buying).toHaveURL(/me\/matchings\/[0-9a-f-]{36}/)
      await expect(buying.getByText('견본을 보고 싶습니다.').first()).toBeVisible()
    })
    const [{ _id: id } = { _id: '' }] = await mine(asBuyer)

    await test.step('a second request to the same seller is refused in words, and nothing typed is lost', async () => {
      const participant = await callAs<{ sellers: { _id: string }[] }>(
        product,
        {},
        'GET',
        `/api/v1/fairs/${fair}/sellers`,
      )
      await buying.goto(here(`/me/matchings?fair=${fair}&seller=${participant.sellers[0]?._id}`))
      await buying.locator('[name="message"]').fill('한 번 더')
      await buying.getByRole('button', { name: m.matchings_ask_send({}, options) }).click()
      await expect(buying.getByText(m.matchings_field_open({}, options))).toBeVisible()
      await buying.reload()
      await expect(buying.locator('[name="message"]')).toHaveValue('한 번 더')
      await buying.goto(here(`/me/matchings/${id}`))
    })

    await test.step('the seller picks three: not a time the buyer did not give, and not a fourth', async () => {
      await selling.goto(here('/me/matchings'))
      await selling.getByRole('link', { name: buyer.company }).click()
      await selling.getByRole('link', { name: m.matchings_act_pick({}, options), exact: true }).click()
      const cells = selling.locator('[data-cell]')
      await cells.nth(5).click()
      await expect(
        selling.getByRole('status').getByText(m.matchings_pick_not_given({}, options), { exact: true }),
      ).toBeVisible()
      for (const index of [0, 1, 2]) await cells.nth(index).click()
      await cells.nth(3).click()
      await expect(selling.getByText(m.matchings_pick_swap({}, options))).toBeVisible()
      await selling
        .getByRole('button', { name: m.matchings_pick_swap_this({}, options) })
        .last()
        .click()
      await expect(cells.nth(3)).toHaveAttribute('data-look', 'chosen')
      await expect(cells.nth(2)).toHaveAttribute('data-look', 'given')
      const slots = await cells.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.cell))
      const offer = (picked: readonly unknown[]) =>
        refusalOf(callAs(product, asSeller, 'POST', `/api/v1/me/matchings/${id}/schedules`, { slots: picked }))
      expect(await offer(slots.slice(0, 4))).toContain('400')
      expect(await offer([slots[5]])).toContain('400')
      expect(
        await refusalOf(
          callAs(product, asBuyer, 'POST', `/api/v1/me/matchings/${id}/schedules`, { slots: [slots[0]] }),
        ),
      ).toContain('403')
      await selling.getByRole('button', { name: m.matchings_offer({ count: 3 }, options) }).click()
      await expect(selling.getByText(m.matchings_ask_accept({}, options))).toBeVisible()
      expect(await violationsOf(selling)).toEqual([])
      await selling.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
      await expect(selling.getByText(m.matchings_state_offered({}, options)).first()).toBeVisible()
    })

    await test.step('the buyer sees it without asking, and confirms one with one press', async () => {
      await buying.getByRole('link', { name: m.matchings_act_confirm({}, options), exact: true }).click()
      const offers = buying.getByRole('dialog').getByRole('listitem').getByRole('button')
      await expect(offers).toHaveCount(3)
      expect(await violationsOf(buying)).toEqual([])
      await offers.first().click()
      // Exact: the Korean word is part of sentences that are on the screen before.
      const confirmed = m.matchings_state_confirmed({}, options)
      for (const side of [buying, selling])
        await expect(side.getByText(confirmed, { exact: true }).first()).toBeVisible()
    })

    await test.step('twice and late are refused', async () => {
      const { matching } = await callAs<{ matching: { meeting: { slot: string } } }>(
        product,
        asBuyer,
        'GET',
        `/api/v1/me/matchings/${id}`,
      )
      const again = callAs(product, asBuyer, 'PUT', `/api/v1/me/matchings/${id}/schedules`, {
        slot: matching.meeting.slot,
      })
      expect(await refusalOf(again)).toContain('409')
      const headers = await headersOf(product, 'owner')
      const { fair: set } = await callAs<{ fair: { updatedAt: string } }>(
        product,
        headers,
        'GET',
        `/api/console/fairs/${fair}`,
      )
      await callAs(product, headers, 'PUT', `/api/console/fairs/${fair}`, {
        changeHours: 300,
        updatedAt: set.updatedAt,
      })
      const cancel = callAs(product, asBuyer, 'POST', `/api/v1/me/matchings/${id}/cancel`, { reason: '사정' })
      expect(await refusalOf(cancel)).toMatch(/409|410|422/)
      await buying.reload()
      await expect(buying.getByText(m.matchings_field_late({}, options))).toBeVisible()
    })

    await test.step('the meeting is in the calendar and on the buyer’s grid', async () => {
      await buying.goto(here(`/me/schedule/${fair}`))
      await expect(buying.locator('[data-look="meeting"]', { hasText: seller.company }).first()).toBeVisible()
      const headers = await headersOf(product, 'owner')
      const { messages } = await callAs<{ messages: { subject: string }[] }>(
        product,
        headers,
        'GET',
        `/api/console/messages?q=${seller.username}`,
      )
      expect(messages.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(buyer.company))
    })
    await selling.context().close()
    await buying.context().close()
  })
