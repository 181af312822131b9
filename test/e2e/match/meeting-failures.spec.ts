import type { Browser, BrowserContext, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { callAs, type Joined, joinCompany, openFair, takePart } from '../support/match-companies.ts'
import { beginSession, expect, test } from '../support/product-fixture.ts'

// The quick run covers Korean; English and Chinese differ only in their texts.

type Language = 'ko' | 'en' | 'cn'
const tags = { ko: 'ko-KR', en: 'en-US', cn: 'zh-CN' }

interface Pair {
  fair: string
  seller: Joined
  buyer: Joined
  /** Profile id of the seller, for requests to it. */
  sellerId: string
}

/** Creates two participants of one fair; the buyer is available in every slot. */
const pairOf = async (product: Application, language: Language): Promise<Pair> => {
  const [seller, buyer] = [
    await joinCompany(product, `결도자 ${language}`),
    await joinCompany(product, `누리상사 ${language}`),
  ]
  const fair = await openFair(product, `Faults ${language}`)
  const sellerId = await takePart(product, fair, 'seller', seller)
  await takePart(product, fair, 'buyer', buyer)
  await saveFreeTimes(product, { buyer, fair })
  return { fair, seller, buyer, sellerId }
}

const slotsOf = async (product: Application, { buyer, fair }: Pick<Pair, 'buyer' | 'fair'>): Promise<string[]> => {
  const buyerHeaders = await headersOf(product, buyer.username)
  const { slots } = await callAs<{ slots: { _id: string }[] }>(
    product,
    buyerHeaders,
    'GET',
    `/api/v1/me/schedules/${fair}`,
  )
  return slots.map(({ _id }) => _id)
}

const saveFreeTimes = async (product: Application, pair: Pick<Pair, 'buyer' | 'fair'>) => {
  const times = (await slotsOf(product, pair)).map((slot) => ({ slot, way: 'online' }))
  const buyerHeaders = await headersOf(product, pair.buyer.username)
  await callAs(product, buyerHeaders, 'PUT', `/api/v1/me/schedules/${pair.fair}`, { times })
}

const request = async (product: Application, { buyer, fair, sellerId }: Pair): Promise<string> => {
  const buyerHeaders = await headersOf(product, buyer.username)
  const asked = { fair, seller: sellerId }
  const { matching } = await callAs<{ matching: { _id: string } }>(
    product,
    buyerHeaders,
    'POST',
    '/api/v1/me/matchings',
    asked,
  )
  return matching._id
}

const setPhase = async (product: Application, fair: string, phase: string) => {
  const desk = await headersOf(product, 'owner')
  const path = `/api/console/fairs/${fair}`
  const { fair: current } = await callAs<{ fair: { updatedAt: string } }>(product, desk, 'GET', path)
  await callAs(product, desk, 'PUT', path, { phase, updatedAt: current.updatedAt })
}

const windowOf = async (
  browser: Browser,
  product: Application,
  username: string,
  language: Language,
): Promise<{ page: Page; context: BrowserContext }> => {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: tags[language],
    timezoneId: 'Asia/Seoul',
  })
  const page = await context.newPage()
  await beginSession(page, product, username)
  return { page, context }
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`every failure on the way to a meeting explains in ${language} what happened and what to do, and loses no input`, {
    tag: '@deep',
  }, async ({ browser, product }) => {
    const options = { locale: language }
    const localPath = (path: string) => inLocale(language, path)
    const pair = await pairOf(product, language)
    const { fair, seller, buyer } = pair
    const selling = await windowOf(browser, product, seller.username, language)
    const buying = await windowOf(browser, product, buyer.username, language)

    await test.step('offline: the grid reports it, keeps the strokes over a reload and saves them when the connection is back', async () => {
      const { page, context } = buying
      await page.goto(localPath(`/me/schedule/${fair}`))
      const cells = page.locator('[data-cell]')
      await cells.first().click()
      await expect(cells.first()).toHaveAttribute('data-look', 'empty')
      await context.setOffline(true)
      const count = (await cells.count()) - 1
      const save = page.getByRole('button', { name: m.matchings_times_save({ count }, options), exact: true })
      await save.click()
      await expect(page.getByText(m.account_error_network({}, options)).first()).toBeVisible()
      await context.setOffline(false)
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByText(m.matchings_times_restored({}, options))).toBeVisible()
      await expect(cells.first()).toHaveAttribute('data-look', 'empty')
      await save.click()
      await expect(page.getByText(m.matchings_times_saved({ count }, options))).toBeVisible()
      await saveFreeTimes(product, pair)
    })

    const id = await request(product, pair)
    const slots = await slotsOf(product, pair)
    const asSeller = await headersOf(product, seller.username)
    const asBuyer = await headersOf(product, buyer.username)
    await test.step('stale page: a seller who offers times for a request that was just withdrawn sees that it ended', async () => {
      const { page } = selling
      await page.goto(localPath(`/me/matchings/${id}/schedules`))
      await page.locator('[data-cell]').first().click()
      await page.getByRole('button', { name: m.matchings_offer({ count: 1 }, options) }).click()
      // Block the event stream, so that the page is not notified of the withdrawal.
      await page.route('**/api/v1/events', (route) => route.abort())
      await page.route(`**/api/v1/me/matchings/${id}/schedules`, async (route) => {
        if (route.request().method() === 'POST')
          await callAs(product, asBuyer, 'POST', `/api/v1/me/matchings/${id}/cancel`, { reason: '사정' }).catch(
            () => undefined,
          )
        await route.continue()
      })
      await page.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
      await expect(page.getByRole('alert').getByText(/.+/).first()).toBeVisible()
      await expect(page.getByText(m.matchings_state_cancelled({}, options), { exact: true }).first()).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })

    const second = await request(product, pair)
    await test.step('times that another buyer takes are struck through in place, and the others stay open', async () => {
      const other = { ...pair, buyer: await joinCompany(product, `다른상사 ${language}`) }
      await takePart(product, fair, 'buyer', other.buyer)
      await saveFreeTimes(product, other)
      const theirs = await request(product, other)
      const path = (matching: string) => `/api/v1/me/matchings/${matching}/schedules`
      await callAs(product, asSeller, 'POST', path(second), { slots: [slots[4], slots[5]] })
      const { page } = buying
      await page.goto(localPath(`/me/matchings/${second}/schedules`))
      const offers = page.getByRole('dialog').getByRole('listitem').getByRole('button')
      await expect(offers).toHaveCount(2)

      const asOther = await headersOf(product, other.buyer.username)
      await callAs(product, asSeller, 'POST', path(theirs), { slots: [slots[4]] })
      await callAs(product, asOther, 'PUT', path(theirs), { slot: slots[4] })
      // The change arrives without a reload, through the event stream.
      await expect(page.locator('del')).toHaveCount(1)
      await expect(offers).toHaveCount(1)
      await expect(page.getByText(m.matchings_lost_some({}, options))).toBeVisible()
      expect(await findStateViolations(page)).toEqual([])

      const headers = await headersOf(product, 'owner')
      const moved = { slot: slots[5], reason: '자리 조정' }
      await callAs(product, headers, 'POST', `/api/console/matchings/${theirs}/move`, moved)
      await expect(page.getByText(m.matchings_lost_all_buyer({}, options))).toBeVisible()
      await expect(page.getByRole('link', { name: m.matchings_lost_more_times({}, options) })).toBeVisible()
      const seller = selling.page
      await seller.goto(localPath(`/me/matchings/${second}`))
      await expect(seller.getByText(m.matchings_lost_all_seller({}, options))).toBeVisible()
      expect(await findStateViolations(seller)).toEqual([])
    })

    await test.step('closed fair: a buyer who confirms sees that it is closed', async () => {
      await callAs(product, asSeller, 'POST', `/api/v1/me/matchings/${second}/schedules`, {
        slots: [slots[1], slots[2]],
      })
      const { page } = buying
      await page.goto(localPath(`/me/matchings/${second}/schedules`))
      const offers = page.getByRole('dialog').getByRole('listitem').getByRole('button')
      await expect(offers).toHaveCount(2)
      await setPhase(product, fair, 'expired')
      await offers.first().click()
      await expect(page.getByText(m.matchings_field_phase({}, options))).toBeVisible()
      await setPhase(product, fair, 'ongoing')
    })

    await test.step('ended session: the dialog asks for the password and repeats the action afterwards', async () => {
      const { page } = buying
      await page.goto(localPath(`/me/matchings/${second}/schedules`))
      const offers = page.getByRole('dialog').getByRole('listitem').getByRole('button')
      await expect(offers).toHaveCount(2)
      // Invalidate both tokens, as if they had expired.
      await page.evaluate(() => {
        const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
        sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
        sessionStorage.setItem('refreshToken', 'A'.repeat(43))
      })
      await offers.first().click()
      // The log-in panel is inside the dialog, which covers the rest of the page.
      const panel = page.getByRole('dialog').locator('[data-again]')
      await panel.locator('[name="password"]').fill(product.passwords[buyer.username] ?? '')
      await panel.locator('button[type="submit"]').click()
      await expect(panel).toBeHidden()
      await expect(page.getByText(m.matchings_state_confirmed({}, options), { exact: true }).first()).toBeVisible()
    })

    await test.step('a double click confirms once', async () => {
      await callAs(product, asBuyer, 'POST', `/api/v1/me/matchings/${second}/cancel`, { reason: '사정' })
      const third = await request(product, pair)
      await callAs(product, asSeller, 'POST', `/api/v1/me/matchings/${third}/schedules`, { slots: [slots[3]] })
      const { page } = buying
      await page.goto(localPath(`/me/matchings/${third}/schedules`))
      const first = page.getByRole('dialog').getByRole('listitem').getByRole('button').first()
      await first.dblclick()
      await expect(page.getByText(m.matchings_state_confirmed({}, options), { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('alert').getByText(/.+/)).toHaveCount(0)
      const { matching } = await callAs<{ matching: { events: { action: string }[] } }>(
        product,
        asBuyer,
        'GET',
        `/api/v1/me/matchings/${third}`,
      )
      expect(matching.events.filter(({ action }) => action === 'confirm')).toHaveLength(1)
    })
    await selling.context.close()
    await buying.context.close()
  })
