import type { Browser, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { logIn as headersOf } from '../../server/start-application.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { often } from '../support/log-in-staff.ts'
import { callAs, joinCompany, openFair } from '../support/match-companies.ts'
import { expect, test } from '../support/product-fixture.ts'

// Each company uses a separate browser. The quick run covers Korean; English and Chinese differ only in their texts.
// handle-matchings.test.ts and handle-participants.test.ts test refusals of the API.

type Language = 'ko' | 'en' | 'cn'
const tags = { ko: 'ko-KR', en: 'en-US', cn: 'zh-CN' }

const windowOf = async (browser: Browser, language: Language): Promise<Page> =>
  (await browser.newContext({ locale: tags[language], timezoneId: 'Asia/Seoul' })).newPage()

/** Hour and minute in Seoul time. */
const clockOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
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
  test(`two companies get from the program list to a confirmed meeting in ${language}`, {
    tag: language === 'ko' ? [] : '@deep',
  }, async ({ browser, page: desk, product, logIn }) => {
    const options = { locale: language }
    const localPath = (path: string) => inLocale(language, path)
    const [selling, buying] = [await windowOf(browser, language), await windowOf(browser, language)]
    const [seller, buyer] = [
      await joinCompany(product, `결도자 ${language}`),
      await joinCompany(product, `누리상사 ${language}`),
    ]
    const title = `Story ${language}`
    const fair = await openFair(product, title)

    await test.step('a company outside the program list cannot join as a seller', async () => {
      await logIn(selling, seller.username)
      await selling.goto(localPath('/match/join/seller'))
      await expect(selling.getByRole('heading', { name: m.match_join_unlisted({}, options) })).toBeVisible()
    })

    await test.step('staff add it to the list', async () => {
      await logIn(desk)
      await desk.goto('/console/programmes/create')
      await desk.getByLabel(m.programmes_number()).fill(seller.businessNumber)
      await desk.getByLabel(m.programmes_company()).fill(seller.company)
      await desk.keyboard.press('Control+s')
      await expect(desk).toHaveURL(/programmes(?!\/create)/)
    })

    await test.step('both join and apply for the fair; staff approve', async () => {
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
        await navigateTo(desk, `/console/participations/${_id}`)
        // A tab of the list has the same label.
        const opened = desk.getByRole('region', { name: m.participants_review_one() })
        await opened.getByRole('button', { name: m.participants_approve(), exact: true }).click()
        const path = `/api/console/participations/${_id}`
        const read = () => callAs<{ participation: { state: string } }>(product, headers, 'GET', path)
        await expect.poll(async () => (await read()).participation.state, often).toBe('approved')
        await expect(desk.getByText(m.participants_said({ count: 1 })).last()).toBeVisible()
      }
    })

    const asBuyer = await headersOf(product, buyer.username)
    const readOwnMatchings = async (headers: Record<string, string>) =>
      (await callAs<{ matchings: { _id: string; state: string }[] }>(product, headers, 'GET', '/api/v1/me/matchings'))
        .matchings

    await test.step('the buyer writes a message and selects times in one flow', async () => {
      await buying.goto(localPath(`/match/fairs/${fair}`))
      await buying.getByRole('link', { name: seller.company }).first().click()
      await buying
        .getByRole('link', { name: m.match_ask_meeting({}, options), exact: true })
        .first()
        .click()
      await buying.locator('[name="message"]').fill('견본을 보고 싶습니다.')
      await buying.getByRole('button', { name: m.matchings_ask_draw({}, options) }).click()
      await expect(buying).toHaveURL(/me\/schedule/)
      for (const index of [0, 1, 2, 3]) await buying.locator('[data-cell]').nth(index).click()
      expect(await findStateViolations(buying)).toEqual([])
      await buying.getByRole('button', { name: m.matchings_ask_save_send({ count: 4 }, options) }).click()
      await expect(buying).toHaveURL(/me\/matchings\/[0-9a-f-]{36}/)
      await expect(buying.getByText('견본을 보고 싶습니다.').first()).toBeVisible()
    })
    const [{ _id: id } = { _id: '' }] = await readOwnMatchings(asBuyer)

    await test.step('a second request to the same seller is refused with a reason, and the typed message is kept', async () => {
      const participant = await callAs<{ sellers: { _id: string }[] }>(
        product,
        {},
        'GET',
        `/api/v1/fairs/${fair}/sellers`,
      )
      await buying.goto(localPath(`/me/matchings?fair=${fair}&seller=${participant.sellers[0]?._id}`))
      await buying.locator('[name="message"]').fill('한 번 더')
      await buying.getByRole('button', { name: m.matchings_ask_send({}, options) }).click()
      await expect(buying.getByText(m.matchings_field_open({}, options))).toBeVisible()
      await buying.reload()
      await expect(buying.locator('[name="message"]')).toHaveValue('한 번 더')
      await buying.goto(localPath(`/me/matchings/${id}`))
    })

    await test.step('the seller selects three of the given times; a fourth asks which one it replaces', async () => {
      await selling.goto(localPath('/me/matchings'))
      await selling.getByRole('link', { name: buyer.company }).click()
      await selling.getByRole('link', { name: m.matchings_act_pick({}, options), exact: true }).click()
      const cells = selling.locator('[data-cell]')
      await cells.nth(5).click()
      await expect(
        selling.getByRole('status').getByText(m.matchings_pick_not_given({}, options), { exact: true }),
      ).toBeVisible()
      for (const index of [0, 1, 2]) await cells.nth(index).click()
      await cells.nth(3).click()
      const swap = selling.getByText(m.matchings_pick_swap({}, options))
      await expect(swap).toBeVisible()
      expect(await findStateViolations(selling)).toEqual([])
      // Escape closes the prompt and keeps the dialog with its selected times.
      await selling.keyboard.press('Escape')
      await expect(swap).toBeHidden()
      await expect(cells.nth(3)).toHaveAttribute('data-look', 'given')
      await cells.nth(3).click()
      await selling
        .getByRole('button', { name: m.matchings_pick_swap_this({}, options) })
        .last()
        .click()
      await expect(cells.nth(3)).toHaveAttribute('data-look', 'chosen')
      await expect(cells.nth(2)).toHaveAttribute('data-look', 'given')
      await selling.getByRole('button', { name: m.matchings_offer({ count: 3 }, options) }).click()
      await expect(selling.getByText(m.matchings_ask_accept({}, options))).toBeVisible()
      const { slots } = await callAs<{ slots: { startAt: string }[] }>(
        product,
        asBuyer,
        'GET',
        `/api/v1/me/schedules/${fair}`,
      )
      for (const index of [0, 1, 3])
        await expect(selling.getByRole('dialog').locator('form')).toContainText(clockOf(slots[index]?.startAt ?? ''))
      expect(await findStateViolations(selling)).toEqual([])
      await selling.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
      await expect(selling.getByText(m.matchings_state_offered({}, options)).first()).toBeVisible()
    })

    await test.step('the buyer sees the offer without a reload and confirms one time with one click', async () => {
      await buying.getByRole('link', { name: m.matchings_act_confirm({}, options), exact: true }).click()
      const offers = buying.getByRole('dialog').getByRole('listitem').getByRole('button')
      await expect(offers).toHaveCount(3)
      expect(await findStateViolations(buying)).toEqual([])
      await offers.first().click()
      // Exact match: the Korean word is part of sentences that were on the screen before.
      const confirmed = m.matchings_state_confirmed({}, options)
      for (const side of [buying, selling])
        await expect(side.getByText(confirmed, { exact: true }).first()).toBeVisible()
    })

    await test.step('after the deadline for changes the page says so', async () => {
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
      await buying.reload()
      await expect(buying.getByText(m.matchings_field_late({}, options))).toBeVisible()
    })

    await test.step('the meeting is in the invitation by mail and on the grid of the buyer', async () => {
      await buying.goto(localPath(`/me/schedule/${fair}`))
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
