import type { Page } from '@playwright/test'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import type { Application } from '../../server/start-application.ts'
import { labels, languages } from '../support/auction-labels.ts'
import { createLot, endLotNow, enterBidder } from '../support/build-lot.ts'
import { apiAs } from '../support/call-api-as.ts'
import { beginOwnSession, expect, test } from '../support/product-fixture.ts'

// The sales and bids of this file remain: specs that count pages of the demo data would see them.
test.use({ installation: 'sales' })

const panel = (page: Page) => page.locator('[data-panel]')
const sheet = (page: Page) => page.locator('dialog[open]')

interface HeldBid {
  /** Resolves when the page has sent a bid. */
  sent: Promise<void>
  /** Idempotency keys of the bids sent, in order. */
  keys: (string | undefined)[]
  /** Lets the held bid reach the server. */
  release: () => void
}

/** Delays the first bid of a page, as a slow connection does. */
const holdBid = async (page: Page, work: string): Promise<HeldBid> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: sent, resolve: onSent } = Promise.withResolvers<void>()
  const keys: HeldBid['keys'] = []
  await page.route(`**/api/v1/auction/works/${work}/bids`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    onSent()
    await released
    return route.fallback()
  })
  return { sent, keys, release }
}

/** Ends the session of a page on the server; the page is not notified. */
const endSession = async (page: Page, product: Application) => {
  const refreshToken = await page.evaluate(() => sessionStorage.getItem('refreshToken') ?? '')
  const { status } = await fetch(`${product.url}/api/auth/refreshToken`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${refreshToken}` },
  })
  expect(status).toBeLessThan(300)
}

/** Types the password into the open sheet and submits it. */
const enterPassword = async (page: Page, password = '') => {
  await sheet(page).locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
}

for (const language of languages) {
  const texts = labels[language]

  test(`shows the remaining steps before a bid, a lost connection and a withdrawn approval, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product, logIn }) => {
    const { owner, work, program } = await createLot(product, 3600, { entry: 'approval' })
    const entries = `/api/console/auction/programs/${program._id}/entries`
    /** Decides on the newest entry of a user. */
    const decide = async (decision: object, username: string) => {
      const { entries: all } = await owner('GET', entries)
      const entry = all.find((one: { username?: string; user?: { username: string } }) =>
        [one.username, one.user?.username].includes(username),
      )
      await owner('PUT', `${entries}/${entry._id}`, decision)
    }
    let isAway = false
    await page.route('**/api/v1/auction/live?**', (route) => route.abort())
    await page.route(`**/api/v1/auction/programs/${program._id}/lots`, (route) =>
      isAway ? route.abort() : route.fallback(),
    )
    await logIn(page, 'member')

    await test.step('lists the missing acceptance and approval, and shows no amount field', async () => {
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await expect(panel(page).getByText(texts.two)).toBeVisible()
      const steps = panel(page).getByRole('listitem')
      await expect(steps).toHaveCount(2)
      await expect(steps.first()).toHaveText(texts.terms)
      await expect(steps.last()).toHaveText(texts.approval)
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
      await panel(page).getByRole('button', { name: texts.accept }).click()
      await sheet(page).getByLabel(texts.agree).check()
      await sheet(page).getByRole('button', { name: texts.ask }).click()
      await expect(panel(page).getByText(texts.waiting)).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
    })

    await test.step('accepts no bid without a connection, and reconnects automatically', async () => {
      await decide({ state: 'approved' }, 'member')
      const other = await enterBidder(product, 'company', work)
      await decide({ state: 'approved' }, 'company')
      await page.reload()
      await expect(panel(page).getByTestId('price')).toContainText('1,000,000')
      isAway = true
      await expect(panel(page).getByText(texts.away)).toBeVisible()
      await expect(panel(page).getByRole('button', { name: texts.awayBid })).toBeDisabled()
      await expect(panel(page).getByText(texts.phone)).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
      // The event stream stays down, but requests are answered again.
      isAway = false
      await other(1_000_000)
      await expect(panel(page).getByText(texts.count(1))).toBeVisible({ timeout: 15_000 })
      await expect(panel(page).getByRole('button', { name: texts.first })).toBeVisible()
    })

    await test.step('shows the reason when the approval is withdrawn while the sheet is open', async () => {
      await panel(page).getByRole('radio', { name: '1,100,000' }).check()
      await panel(page)
        .getByRole('button', { name: texts.bid('1,100,000') })
        .click()
      await decide({ state: 'refused', reason: '신원 확인 필요' }, 'member')
      await sheet(page)
        .getByRole('button', { name: texts.send('1,100,000') })
        .click()
      await expect(sheet(page).getByRole('alert')).toHaveText(texts.unentitled)
      await sheet(page).getByRole('button', { name: texts.close }).click()
      await expect(panel(page).getByText(texts.declined)).toBeVisible()
      await expect(panel(page).getByText('신원 확인 필요')).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
    })
  })

  test(`refuses a bid that is too low, too late or equal to an earlier maximum, in ${language}`, {
    tag: language === 'ko' ? [] : '@deep',
  }, async ({ page, product, logIn }) => {
    const { work, program } = await createLot(product, 3600)
    const bids = `/api/v1/auction/works/${work._id}/bids`
    const [company, member] = [await apiAs(product, 'company'), await apiAs(product, 'member')]
    const placeOfCompany = await enterBidder(product, 'company', work)
    const placeOfBuyer = await enterBidder(product, 'buyer', work)
    await enterBidder(product, 'member', work)
    await placeOfCompany(1_000_000)
    await logIn(page, 'member')
    await page.goto(inLocale(language, `/auction/works/${work._id}`))

    await test.step('sends no bid below the increment', async () => {
      await panel(page).getByRole('radio', { name: texts.other }).check()
      await panel(page).getByRole('textbox').fill('1050000')
      await expect(panel(page).getByText(texts.least)).toBeVisible()
      await expect(panel(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
      await expect(panel(page).getByRole('button', { name: texts.first })).toBeDisabled()
      await panel(page).getByRole('textbox').fill('1150000')
      await panel(page)
        .getByRole('button', { name: texts.bid('1,150,000') })
        .click()
    })

    await test.step('requests another amount when the price has changed, and sends one bid for a double click', async () => {
      const held = await holdBid(page, work._id)
      await sheet(page)
        .getByRole('button', { name: texts.send('1,150,000') })
        .click()
      await held.sent
      await placeOfBuyer(1_200_000)
      held.release()
      await expect(sheet(page).getByText(texts.moved)).toBeVisible()
      await expect(sheet(page).getByRole('button', { name: texts.first })).toBeDisabled()
      await expect(sheet(page).getByRole('radio', { checked: true })).toHaveCount(0)
      await sheet(page).getByRole('radio', { name: '1,300,000' }).check()
      await sheet(page)
        .getByRole('button', { name: texts.send('1,300,000') })
        .dblclick()
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      // Another amount is a new bid with a new key.
      expect(new Set(held.keys).size).toBe(2)
      await sheet(page).getByRole('button', { name: texts.back }).click()
      await expect(panel(page).getByText(texts.count(3), { exact: true })).toBeVisible()
    })

    await test.step('lets the highest bidder only raise the maximum', async () => {
      await expect(panel(page).getByText(texts.leading)).toBeVisible()
      await expect(panel(page).getByRole('radio', { name: '1,400,000' })).toHaveCount(0)
      await expect(member('POST', bids, { kind: 'open', amount: 2_000_000 })).rejects.toThrow(/409.*"reason":"leading"/)
    })

    await test.step('keeps the earlier of two equal maximums, and notifies the later bidder', async () => {
      await company('POST', bids, { kind: 'maximum', amount: 2_000_000 })
      await expect(panel(page).getByText(texts.outbid)).toBeVisible()
      await panel(page).getByRole('radio', { name: texts.maximum }).check()
      await panel(page).getByRole('textbox').fill('2000000')
      await panel(page).getByRole('button', { name: texts.setThis }).click()
      await sheet(page)
        .getByRole('button', { name: texts.setMaximum('2,000,000') })
        .click()
      await expect(sheet(page).getByText(texts.equal)).toBeVisible()
      await sheet(page).getByRole('button', { name: texts.back }).click()
      await expect(panel(page).getByText(texts.outbid)).toBeVisible()
      await expect(panel(page).getByText(texts.equalWhy)).toBeVisible()
      await expect(panel(page).getByTestId('price')).toContainText('2,000,000')
    })

    await test.step('refuses a bid that arrives after the end', async () => {
      const readLot = async () => (await member('GET', `/api/v1/auction/programs/${program._id}/lots`)).lots[0]
      const { bids: before } = await readLot()
      await panel(page).getByRole('radio', { name: texts.now }).check()
      await panel(page).getByRole('radio', { name: '2,100,000' }).check()
      await panel(page)
        .getByRole('button', { name: texts.bid('2,100,000') })
        .click()
      const held = await holdBid(page, work._id)
      await sheet(page)
        .getByRole('button', { name: texts.send('2,100,000') })
        .click()
      await held.sent
      await endLotNow(product, work._id)
      await expect.poll(async () => (await readLot()).state, { intervals: [50] }).toBe('sold')
      held.release()
      await expect(sheet(page).getByRole('alert')).toHaveText(texts.ended)
      await expect(sheet(page).getByRole('button', { name: texts.over })).toBeDisabled()
      expect(await readLot()).toMatchObject({ bids: before, price: 2_000_000 })
    })
  })

  test(`keeps a bid whose session ended or whose answer was lost, and places it once, in ${language}`, {
    tag: '@deep',
  }, async ({ page, product }) => {
    const { work } = await createLot(product, 3600)
    const bids = `/api/v1/auction/works/${work._id}/bids`
    await enterBidder(product, 'member', work)
    const placeOfCompany = await enterBidder(product, 'company', work)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(bids)) keys.push(request.headers()['idempotency-key'])
    })
    /**
     * Waits for the requests that the page makes on load; a later one would ask for the password before the bid does.
     */
    const waitForAnswers = (ends: readonly string[]) =>
      Promise.all(
        ends.map((end) =>
          page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${end}`) && response.ok()),
        ),
      )
    await beginOwnSession(page, product, 'member')

    await test.step('asks for the password in the sheet, then sends the same bid', async () => {
      const answered = waitForAnswers(['entry', 'bids', 'notice'])
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await answered
      await panel(page)
        .getByRole('button', { name: texts.bid('1,000,000') })
        .click()
      await endSession(page, product)
      const send = sheet(page).getByRole('button', { name: texts.send('1,000,000') })
      await send.click()
      // Postponing keeps the amount, and no bid is sent.
      await sheet(page).getByRole('button', { name: texts.later }).click()
      await expect(sheet(page).getByRole('alert')).toBeVisible()
      await expect(send).toBeEnabled()
      await send.click()
      await enterPassword(page, product.passwords.member)
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      expect(keys.length).toBeGreaterThan(1)
      expect(new Set(keys).size).toBe(1)
      await sheet(page).getByRole('button', { name: texts.back }).click()
      await expect(panel(page).getByText(texts.leading)).toBeVisible()
      await expect(panel(page).getByText(texts.count(1), { exact: true })).toBeVisible()
    })

    await test.step('asks in the open sheet for the password that another request of the page needs', async () => {
      await placeOfCompany(1_100_000)
      // A request of the page itself is slow and is refused after the sheet was opened.
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/works/${work._id}/notice`, async (route) => {
        await released
        await route.fallback()
      })
      const answered = waitForAnswers(['entry', 'bids'])
      await page.reload()
      await answered
      await panel(page).getByRole('radio', { name: '1,200,000' }).check()
      await panel(page)
        .getByRole('button', { name: texts.bid('1,200,000') })
        .click()
      await endSession(page, product)
      release()
      await enterPassword(page, product.passwords.member)
      await sheet(page)
        .getByRole('button', { name: texts.send('1,200,000') })
        .click()
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      await sheet(page).getByRole('button', { name: texts.back }).click()
    })

    await test.step('resends a bid with an unknown answer under its idempotency key, also after a reload', async () => {
      await placeOfCompany(1_300_000)
      await expect(panel(page).getByText(texts.outbid)).toBeVisible()
      await panel(page).getByRole('radio', { name: '1,400,000' }).check()
      await panel(page)
        .getByRole('button', { name: texts.bid('1,400,000') })
        .click()
      keys.length = 0
      // The server accepts the bid, but its answer is lost.
      await page.route(`**${bids}`, async (route) => {
        if (route.request().method() !== 'POST' || keys.length > 1) return route.fallback()
        await route.fetch()
        await route.abort('connectionreset')
      })
      await sheet(page)
        .getByRole('button', { name: texts.send('1,400,000') })
        .click()
      await expect(sheet(page).getByText(texts.unknown)).toBeVisible()
      await page.reload()
      await expect(sheet(page).getByText(texts.unknown)).toBeVisible()
      await sheet(page).getByRole('button', { name: texts.again }).click()
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      expect(keys).toHaveLength(2)
      expect(keys[1]).toBe(keys[0])
      await sheet(page).getByRole('button', { name: texts.back }).click()
      await expect(panel(page).getByText(texts.count(5), { exact: true })).toBeVisible()
    })
  })
}
