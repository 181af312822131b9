import type { Browser, Page } from '@playwright/test'
import { inLocale } from '../../src/kit/web/address.ts'
import type { Application } from '../application.ts'
import { apiAs } from './api-as.ts'
import { bidderOn, makeLot } from './auction-lot.ts'
import { expect, test } from './product.ts'

// What a bid can meet that is not taken, or not at once, in the words of the page. Its programmes stay.
test.use({ installation: 'auction-story' })

/** What the pages say, by language. */
const words = {
  ko: {
    two: '응찰하려면 두 가지가 남았습니다',
    terms: /경매 약관 1판 동의/,
    approval: /응찰 승인.*동의 후 신청됩니다/,
    accept: '읽고 동의하기',
    agree: '약관을 읽었으며 동의합니다',
    ask: '동의하고 승인 신청',
    waiting: '응찰 승인을 기다리고 있습니다',
    declined: '응찰이 승인되지 않았습니다',
    unentitled: /먼저 경매 약관에 동의하고/,
    bid: (sum: string) => `${sum}원 응찰`,
    send: (sum: string) => `${sum}원 응찰하기`,
    receipt: '응찰을 접수했습니다',
    back: '작품으로',
    leading: '가장 높은 응찰입니다',
    close: '닫기',
    ended: '응찰이 마감되었습니다',
    over: '마감되었습니다',
    other: '직접 입력',
    least: /1,100,000원 이상/,
    first: '금액을 먼저 선택해 주세요',
    moved: '방금 현재가가 1,200,000원이 되었습니다',
    maximum: '최고가 맡기기',
    setThis: '최고가 맡기기',
    setMaximum: '2,000,000원 최고가 맡기기',
    equal: '같은 금액을 먼저 맡긴 분이 있습니다. 현재가 2,000,000원',
    outbid: '다른 분이 더 높게 응찰했습니다',
    equalWhy: '같은 금액 2,000,000원을 먼저 맡긴 분이 있습니다.',
    later: '나중에',
    away: '다시 연결하고 있습니다',
    awayBid: '다시 연결되면 응찰할 수 있습니다',
    phone: /전화로 응찰할 수 있습니다\. [\d-]+/,
    once: '응찰 1회',
  },
  en: {
    two: 'Two steps before you can bid',
    terms: /Auction terms, version 1/,
    approval: /Approval to bid.*Asked for with acceptance/,
    accept: 'Read and accept',
    agree: 'I have read and accept the terms',
    ask: 'Accept and ask for approval',
    waiting: 'Waiting for approval',
    declined: 'Your request was declined',
    unentitled: /accept the auction terms/,
    bid: (sum: string) => `Bid ${sum} KRW`,
    send: (sum: string) => `Bid ${sum} KRW`,
    receipt: 'Your bid was taken',
    back: 'Back to the work',
    leading: 'You are the highest bidder',
    close: 'Close',
    ended: 'Bidding on this lot has closed',
    over: 'Closed',
    other: 'Other',
    least: /At least 1,100,000 KRW/,
    first: 'Choose an amount first',
    moved: 'The price has just moved to 1,200,000 KRW',
    maximum: 'Set a maximum',
    setThis: 'Set this maximum',
    setMaximum: 'Set 2,000,000 KRW as maximum',
    equal: 'Someone set the same maximum earlier. Current bid 2,000,000 KRW',
    outbid: 'You have been outbid',
    equalWhy: 'Someone set the same 2,000,000 KRW earlier.',
    later: 'Later',
    away: 'Reconnecting',
    awayBid: 'You can bid once reconnected',
    phone: /bid by telephone: [\d-]+/,
    once: '1 bid',
  },
  cn: {
    two: '出价前还需两步',
    terms: /同意拍卖条款第1版/,
    approval: /出价审核.*同意后自动申请/,
    accept: '阅读并同意',
    agree: '我已阅读并同意条款',
    ask: '同意并申请审核',
    waiting: '等待审核',
    declined: '出价申请未获批准',
    unentitled: /请先同意拍卖条款/,
    bid: (sum: string) => `出价 ${sum}韩元`,
    send: (sum: string) => `出价 ${sum}韩元`,
    receipt: '已受理您的出价',
    back: '返回作品',
    leading: '您的出价目前最高',
    close: '关闭',
    ended: '该拍品的竞价已截止',
    over: '已截止',
    other: '其他金额',
    least: /1,100,000韩元/,
    first: '请先选择金额',
    moved: '当前价刚刚升至1,200,000韩元',
    maximum: '委托最高价',
    setThis: '委托此最高价',
    setMaximum: '委托最高价 2,000,000韩元',
    equal: '他人更早委托了相同的最高价。当前价2,000,000韩元',
    outbid: '有人出价更高',
    equalWhy: '他人更早委托了相同金额2,000,000韩元。',
    later: '稍后',
    away: '正在重新连接',
    awayBid: '重新连接后方可出价',
    phone: /电话出价：[\d-]+/,
    once: '1次出价',
  },
} as const
const languages = ['ko', 'en', 'cn'] as const

const panel = (page: Page) => page.locator('[data-panel]')
const sheet = (page: Page) => page.locator('dialog[open]')

const anotherBrowser = async (browser: Browser, product: Application): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  return context.newPage()
}

interface Held {
  /** Resolves when a bid is on its way. */
  sent: Promise<void>
  /** Keys of the bids that were sent, in their order. */
  keys: (string | undefined)[]
  /** Lets it go on to the server. */
  release: () => void
}

/** Holds the first bid of a page on its way to the server, as a slow line does. */
const holdBid = async (page: Page, work: string): Promise<Held> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: sent, resolve: onSent } = Promise.withResolvers<void>()
  const keys: Held['keys'] = []
  await page.route(`**/api/v1/auction/works/${work}/bids`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    onSent()
    await released
    return route.fallback()
  })
  return { sent, keys, release }
}

/** Ends the session of a page at another place. */
const endSession = async (page: Page, product: Application) => {
  const refreshToken = await page.evaluate(() => sessionStorage.getItem('refreshToken') ?? '')
  await fetch(`${product.url}/api/auth/refreshToken`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${refreshToken}` },
  })
}

for (const language of languages) {
  const say = words[language]
  test.describe(`in ${language}`, () => {
    test('who may not bid yet is told the two steps that are left, and who may no longer, why', async ({
      page,
      product,
      logIn,
    }) => {
      const { owner, work, program } = await makeLot(product, 3600, { entry: 'approval' })
      const entries = `/api/console/auction/programs/${program._id}/entries`
      const decide = async (decision: object) => {
        const { entries: waiting } = await owner('GET', entries)
        await owner('PUT', `${entries}/${waiting[0]._id}`, decision)
      }
      await logIn(page, 'member')
      const address = inLocale(language, `/auction/works/${work._id}`)
      await page.goto(address)
      await expect(panel(page).getByText(say.two)).toBeVisible()
      const steps = panel(page).getByRole('listitem')
      await expect(steps).toHaveCount(2)
      await expect(steps.first()).toHaveText(say.terms)
      await expect(steps.last()).toHaveText(say.approval)
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
      await panel(page).getByRole('button', { name: say.accept }).click()
      await sheet(page).getByLabel(say.agree).check()
      await sheet(page).getByRole('button', { name: say.ask }).click()
      await expect(panel(page).getByText(say.waiting)).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)

      await decide({ state: 'approved' })
      await page.reload()
      await panel(page)
        .getByRole('button', { name: say.bid('1,000,000') })
        .click()
      // Taken back while the sheet is open: the server refuses, and the page learns it.
      await decide({ state: 'refused', reason: '신원 확인 필요' })
      await sheet(page)
        .getByRole('button', { name: say.send('1,000,000') })
        .click()
      await expect(sheet(page).getByRole('alert')).toHaveText(say.unentitled)
      await sheet(page).getByRole('button', { name: say.close }).click()
      await expect(panel(page).getByText(say.declined)).toBeVisible()
      await expect(panel(page).getByText('신원 확인 필요')).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
    })

    test('below the step nothing is sent, and what became too low on its way is chosen anew', async ({
      page,
      product,
      logIn,
    }) => {
      const { work } = await makeLot(product, 3600)
      await bidderOn(product, 'member', work)
      const other = await bidderOn(product, 'company', work)
      await other(1_000_000)
      await logIn(page, 'member')
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await panel(page).getByRole('radio', { name: say.other }).check()
      await panel(page).getByRole('textbox').fill('1050000')
      await expect(panel(page).getByText(say.least)).toBeVisible()
      await expect(panel(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
      await expect(panel(page).getByRole('button', { name: say.first })).toBeDisabled()

      const held = await holdBid(page, work._id)
      await panel(page).getByRole('radio', { name: '1,100,000' }).check()
      await panel(page)
        .getByRole('button', { name: say.bid('1,100,000') })
        .click()
      await sheet(page)
        .getByRole('button', { name: say.send('1,100,000') })
        .click()
      await held.sent
      await (await bidderOn(product, 'buyer', work))(1_200_000)
      held.release()
      await expect(sheet(page).getByText(say.moved)).toBeVisible()
      await expect(sheet(page).getByRole('button', { name: say.first })).toBeDisabled()
      await expect(sheet(page).getByRole('radio', { checked: true })).toHaveCount(0)
      await sheet(page).getByRole('radio', { name: '1,300,000' }).check()
      await sheet(page)
        .getByRole('button', { name: say.send('1,300,000') })
        .click()
      await expect(sheet(page).getByText(say.receipt).first()).toBeVisible()
      // Another amount is another bid.
      expect(new Set(held.keys).size).toBe(2)
    })

    test('of two equal maxima the earlier one stands, and the later bidder is told so', async ({
      page,
      product,
      logIn,
    }) => {
      const { work } = await makeLot(product, 3600)
      await bidderOn(product, 'company', work)
      await bidderOn(product, 'member', work)
      const earlier = await apiAs(product, 'company')
      await earlier('POST', `/api/v1/auction/works/${work._id}/bids`, { kind: 'maximum', amount: 2_000_000 })
      await logIn(page, 'member')
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await panel(page).getByRole('radio', { name: say.maximum }).check()
      await panel(page).getByRole('textbox').fill('2000000')
      await panel(page).getByRole('button', { name: say.setThis }).click()
      await sheet(page).getByRole('button', { name: say.setMaximum }).click()
      await expect(sheet(page).getByText(say.equal)).toBeVisible()
      await sheet(page).getByRole('button', { name: say.back }).click()
      await expect(panel(page).getByText(say.outbid)).toBeVisible()
      await expect(panel(page).getByText(say.equalWhy)).toBeVisible()
      await expect(panel(page).getByTestId('price')).toContainText('2,000,000')
    })

    test('where the session has ended a bid is kept, shown again, and taken once', async ({ page, product, logIn }) => {
      const { work } = await makeLot(product, 3600)
      await bidderOn(product, 'member', work)
      await logIn(page, 'member')
      // What the page asks for by itself would ask for the password before the bid does.
      const asked = ['entry', 'bids', 'notice'].map((end) =>
        page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/${end}`) && response.ok()),
      )
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await Promise.all(asked)
      await panel(page)
        .getByRole('button', { name: say.bid('1,000,000') })
        .click()
      const keys: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith(`/works/${work._id}/bids`))
          keys.push(request.headers()['idempotency-key'])
      })
      // The session is ended at another place.
      await endSession(page, product)
      const send = sheet(page).getByRole('button', { name: say.send('1,000,000') })
      await send.click()
      // Not now: the amount stays where it was, and nothing was bid.
      await sheet(page).getByRole('button', { name: say.later }).click()
      await expect(sheet(page).getByRole('alert')).toBeVisible()
      await expect(send).toBeEnabled()
      await send.click()
      await sheet(page)
        .locator('input[type="password"]')
        .fill(product.passwords.member ?? '')
      await page.keyboard.press('Enter')
      await expect(sheet(page).getByText(say.receipt).first()).toBeVisible()
      expect(keys.length).toBeGreaterThan(1)
      expect(new Set(keys).size).toBe(1)
      await sheet(page).getByRole('button', { name: say.back }).click()
      await expect(panel(page).getByText(say.leading)).toBeVisible()
      await expect(panel(page).getByText(say.once)).toBeVisible()
    })

    test('without a line the page says so, bids nothing, and asks by itself', async ({ page, product, logIn }) => {
      const { work, program } = await makeLot(product, 3600)
      await bidderOn(product, 'member', work)
      const other = await bidderOn(product, 'company', work)
      await logIn(page, 'member')
      let isAway = false
      await page.route('**/api/v1/auction/live?**', (route) => route.abort())
      await page.route(`**/api/v1/auction/programs/${program._id}/lots`, (route) =>
        isAway ? route.abort() : route.fallback(),
      )
      await page.goto(inLocale(language, `/auction/works/${work._id}`))
      await expect(panel(page).getByTestId('price')).toContainText('1,000,000')
      isAway = true
      await expect(panel(page).getByText(say.away)).toBeVisible()
      await expect(panel(page).getByRole('button', { name: say.awayBid })).toBeDisabled()
      await expect(panel(page).getByText(say.phone)).toBeVisible()
      await expect(panel(page).getByRole('radio')).toHaveCount(0)
      // The stream stays away; questions are answered again.
      isAway = false
      await other(1_000_000)
      await expect(panel(page).getByText(say.once)).toBeVisible({ timeout: 15_000 })
      await expect(panel(page).getByRole('button', { name: say.first })).toBeVisible()
    })
  })
}

test('the password that another call of the page asks for is asked for in the open sheet', async ({
  page,
  product,
  logIn,
}) => {
  const { work } = await makeLot(product, 3600)
  await bidderOn(product, 'member', work)
  await logIn(page, 'member')
  // The page's own question is slow, and is refused after the sheet was opened.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/works/${work._id}/notice`, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(`/auction/works/${work._id}`)
  await panel(page)
    .getByRole('button', { name: words.ko.bid('1,000,000') })
    .click()
  await endSession(page, product)
  release()
  await sheet(page)
    .locator('input[type="password"]')
    .fill(product.passwords.member ?? '')
  await page.keyboard.press('Enter')
  await sheet(page)
    .getByRole('button', { name: words.ko.send('1,000,000') })
    .click()
  await expect(sheet(page).getByText(words.ko.receipt).first()).toBeVisible()
})

test('a bid that arrives after the end is refused, in three languages', async ({ page, browser, product, logIn }) => {
  test.setTimeout(160_000)
  const { work, program } = await makeLot(product, 70)
  const bidders = [
    { language: 'ko', username: 'member', at: page },
    { language: 'en', username: 'company', at: await anotherBrowser(browser, product) },
    { language: 'cn', username: 'buyer', at: await anotherBrowser(browser, product) },
  ] as const
  const held: Held[] = []
  for (const { language, username, at } of bidders) {
    await bidderOn(product, username, work)
    await logIn(at, username)
    await at.goto(inLocale(language, `/auction/works/${work._id}`))
    held.push(await holdBid(at, work._id))
    await panel(at)
      .getByRole('button', { name: words[language].bid('1,000,000') })
      .click()
  }
  const anyone = await apiAs(product, 'member')
  const readLot = async () => {
    const { now, lots } = await anyone('GET', `/api/v1/auction/programs/${program._id}/lots`)
    return { state: lots[0].state, left: Date.parse(lots[0].endsAt) - Date.parse(now) }
  }
  // Sent in time, and on its way when the server's clock says that it is over: a page waits fifteen seconds for its answer.
  await expect.poll(async () => (await readLot()).left, { timeout: 80_000 }).toBeLessThan(9000)
  for (const [index, { language, at }] of bidders.entries()) {
    await sheet(at)
      .getByRole('button', { name: words[language].send('1,000,000') })
      .click()
    await held[index]?.sent
  }
  await expect.poll(async () => (await readLot()).state, { timeout: 30_000 }).toBe('passed')
  for (const [index, { language, at }] of bidders.entries()) {
    const say = words[language]
    held[index]?.release()
    await expect(sheet(at).getByRole('alert')).toHaveText(say.ended)
    await expect(sheet(at).getByRole('button', { name: say.over })).toBeDisabled()
  }
  const { bids } = await anyone('GET', `/api/v1/auction/works/${work._id}/bids`)
  expect(bids).toEqual([])
  for (const { at } of bidders.slice(1)) await at.context().close()
})
