import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { inLocale } from '../../src/kit/web/address.ts'
import type { Application } from '../application.ts'
import { readPdf } from '../read-pdf.ts'
import { apiAs } from './api-as.ts'
import { bidderOn, endNow, makeLot } from './auction-lot.ts'
import { violationsOf } from './axe.ts'
import { lastMail } from './members-mail.ts'
import { expect, test } from './product.ts'

// Its programmes and the bids on them stay: they would be met by what counts the pages of the demonstration.
test.use({ installation: 'auction-story' })

/** What the pages say, by language. */
const words = {
  ko: {
    title: '물결 04',
    bid: (sum: string) => `${sum}원 응찰`,
    send: (sum: string) => `${sum}원 응찰하기`,
    login: /로그인하고/,
    accept: '읽고 동의하기',
    agree: '약관을 읽었으며 동의합니다',
    agreed: '동의하기',
    receipt: '응찰을 접수했습니다',
    back: '작품으로',
    leading: '가장 높은 응찰입니다',
    outbid: '다른 분이 더 높게 응찰했습니다',
    maximum: '최고가 맡기기',
    setThis: '최고가 맡기기',
    setMaximum: (sum: string) => `${sum}원 최고가 맡기기`,
    moved: /방금 현재가가/,
    first: '금액을 먼저 선택해 주세요',
    won: '낙찰받으셨습니다',
    unknown: '응찰 결과를 아직 확인하지 못했습니다',
    again: /다시 보내기/,
    whole: /간인 \d+개가 모두 일치합니다/,
    mail: '낙찰',
    invoice: '청구서 PDF',
    when: '수령 일시 선택',
    keep: '저장',
    kept: '수령 일시를 저장했습니다.',
  },
  en: {
    title: 'Swell 04',
    bid: (sum: string) => `Bid ${sum} KRW`,
    send: (sum: string) => `Bid ${sum} KRW`,
    login: /Log in to bid/,
    accept: 'Read and accept',
    agree: 'I have read and accept the terms',
    agreed: 'Accept',
    receipt: 'Your bid was taken',
    back: 'Back to the work',
    leading: 'You are the highest bidder',
    outbid: 'You have been outbid',
    maximum: 'Set a maximum',
    setThis: 'Set this maximum',
    setMaximum: (sum: string) => `Set ${sum} KRW as maximum`,
    moved: /The price has just moved/,
    first: 'Choose an amount first',
    won: 'You won this lot',
    unknown: 'We could not confirm your bid',
    again: /again$/,
    whole: /All \d+ seals match/,
    mail: 'won',
    invoice: 'Invoice PDF',
    when: 'When to collect',
    keep: 'Save',
    kept: 'Collection time saved.',
  },
  cn: {
    title: '水纹 04',
    bid: (sum: string) => `出价 ${sum}韩元`,
    send: (sum: string) => `出价 ${sum}韩元`,
    login: /登录并出价/,
    accept: '阅读并同意',
    agree: '我已阅读并同意条款',
    agreed: '同意',
    receipt: '已受理您的出价',
    back: '返回作品',
    leading: '您的出价目前最高',
    outbid: '有人出价更高',
    maximum: '委托最高价',
    setThis: '委托此最高价',
    setMaximum: (sum: string) => `委托最高价 ${sum}韩元`,
    moved: /当前价刚刚升至/,
    first: '请先选择金额',
    won: '您已成交',
    unknown: '尚未确认出价结果',
    again: /重新提交/,
    whole: /\d+个骑缝章全部吻合/,
    mail: '成交',
    invoice: '账单PDF',
    when: '选择提取时间',
    keep: '保存',
    kept: '提取时间已保存。',
  },
} as const
type Language = keyof typeof words

const anotherBrowser = async (browser: Browser, product: Application): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  return context.newPage()
}

const panel = (page: Page) => page.locator('[data-panel]')
const sheet = (page: Page) => page.getByRole('dialog')

for (const language of ['ko', 'en', 'cn'] as const)
  test(`two bidders on two browsers, to the mail of winning, the invoice and the day of collection, in ${language}`, async ({
    page,
    browser,
    product,
    logIn,
  }) => {
    test.setTimeout(200_000)
    const say = words[language as Language]
    const { work, owner } = await makeLot(product, 3600)
    const member = await apiAs(product, 'member')
    const { me: was } = await member('GET', '/api/v1/me')
    const { me } = await member('PUT', '/api/v1/me', { locale: language, updatedAt: was.updatedAt })
    const address = inLocale(language, `/auction/works/${work._id}`)

    // A visitor sees price and clock, and is led to the log-in with the amount kept.
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(say.title)
    await expect(page.getByRole('timer').first()).toHaveText(/\d\d:\d\d/)
    await panel(page).getByRole('button', { name: say.login }).click()
    await page.waitForURL('**/login?next=**')

    await logIn(page, 'member')
    await page.goto(address)
    // Terms come before the first bid.
    await panel(page).getByRole('button', { name: say.accept }).click()
    await expect(sheet(page).getByRole('button', { name: say.agreed })).toBeDisabled()
    await sheet(page).getByLabel(say.agree).check()
    await sheet(page).getByRole('button', { name: say.agreed }).click()
    await panel(page)
      .getByRole('button', { name: say.bid('1,000,000') })
      .click()
    await sheet(page)
      .getByRole('button', { name: say.send('1,000,000') })
      .click()
    await expect(sheet(page).getByText(say.receipt).first()).toBeVisible()
    await sheet(page).getByRole('button', { name: say.back }).click()
    await expect(panel(page).getByText(say.leading)).toBeVisible()

    // The other one, on another browser, opens the sheet; meanwhile the price moves, and the button stops.
    const other = await anotherBrowser(browser, product)
    await logIn(other, 'company')
    await other.goto(address)
    await panel(other).getByRole('button', { name: say.accept }).click()
    await sheet(other).getByLabel(say.agree).check()
    await sheet(other).getByRole('button', { name: say.agreed }).click()
    await panel(other)
      .getByRole('button', { name: say.bid('1,100,000') })
      .click()
    await expect(sheet(other).getByRole('button', { name: say.send('1,100,000') })).toBeEnabled()
    const third = await apiAs(product, 'buyer')
    await third('POST', `/api/v1/auction/programs/${work.program}/entry`, { termsVersion: 1 })
    await third('POST', `/api/v1/auction/works/${work._id}/bids`, { kind: 'open', amount: 1_200_000 })
    await expect(sheet(other).getByText(say.moved)).toBeVisible()
    await expect(sheet(other).getByRole('button', { name: say.first })).toBeDisabled()
    await sheet(other).getByRole('radio', { name: '1,300,000' }).check()
    await sheet(other)
      .getByRole('button', { name: say.send('1,300,000') })
      .click()
    await expect(sheet(other).getByText(say.receipt).first()).toBeVisible()
    await sheet(other).getByRole('button', { name: say.back }).click()

    // The first one is told of it without a reload, and sets a maximum.
    await expect(panel(page).getByText(say.outbid)).toBeVisible()
    await expect(panel(page).getByTestId('price')).toContainText('1,300,000')
    await panel(page).getByRole('radio', { name: say.maximum }).check()
    await panel(page).getByRole('textbox').fill('2000000')
    await panel(page).getByRole('button', { name: say.setThis }).click()
    await sheet(page)
      .getByRole('button', { name: say.setMaximum('2,000,000') })
      .click()
    await expect(sheet(page).getByText(say.receipt).first()).toBeVisible()
    await sheet(page).getByRole('button', { name: say.back }).click()
    // What was set is not offered, and not found fault with, once more.
    await expect(panel(page).getByRole('textbox')).toHaveValue('')
    await expect(panel(page).getByTestId('price')).toContainText('1,400,000')
    await expect(panel(page).getByText(say.leading)).toBeVisible()
    await expect(page.getByText(say.whole)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])

    // The hammer, by the server's clock; the winner is told, and gets one mail in their language.
    await endNow(product, work._id)
    await expect(panel(page).getByText(say.won)).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => lastMail(product, me.email).catch(() => '')).toContain('1,631,000')
    expect(await lastMail(product, me.email)).toContain(say.mail)
    await page.goto(inLocale(language, '/me/pickups'))
    const sale = page.locator('[data-sale]').filter({ hasText: say.title }).first()
    await expect(sale.getByText('1,631,000').first()).toBeVisible()
    // The mail leads here: it is here that the account is.
    expect(await lastMail(product, me.email)).toMatch(/\/me\/pickups(?!\/)/)
    await expect(sale.getByText('000-0000-0630')).toBeVisible()
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      sale.getByRole('button', { name: say.invoice }).click(),
    ])
    const { pages } = await readPdf(await readFile(await paper.path()))
    for (const said of ['1,631,000', say.title, '000-0000-0630']) expect(pages.join('\n')).toContain(said)
    // Once it is paid, the winner chooses when to fetch it, and has a code to show.
    const { sales } = await owner('GET', `/api/console/auction/sales?program=${work.program}`)
    await owner('POST', `/api/console/auction/sales/${sales[0]._id}/pay`, {})
    await page.reload()
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await sale.getByLabel(say.when).fill(`${day}T10:00`)
    await sale.getByRole('button', { name: say.keep }).click()
    await expect(sale.getByText(say.kept)).toBeVisible()
    await expect(sale.getByText(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/)).toBeVisible()
    await page.goto(inLocale(language, '/me/bids'))
    await expect(page.getByText(say.won).first()).toBeVisible()
    await page.goto(inLocale(language, `/auction/works/${work._id}/proof`))
    await expect(page.getByText(say.whole).first()).toBeVisible()
    await other.context().close()
  })

test('a bid whose answer is lost is kept, sent again with its key, and taken once', async ({
  page,
  product,
  logIn,
}) => {
  const { work } = await makeLot(product, 3600)
  const member = await apiAs(product, 'member')
  await member('POST', `/api/v1/auction/programs/${work.program}/entry`, { termsVersion: 1 })
  await logIn(page, 'member')
  await page.goto(`/auction/works/${work._id}`)
  // The server takes the bid, and its answer is lost on the way.
  const keys: (string | undefined)[] = []
  await page.route(`**/api/v1/auction/works/${work._id}/bids`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await panel(page).getByRole('button', { name: '1,000,000원 응찰' }).click()
  await sheet(page).getByRole('button', { name: '1,000,000원 응찰하기' }).click()
  await expect(sheet(page).getByText(words.ko.unknown)).toBeVisible()
  // A reload does not lose it.
  await page.reload()
  await expect(sheet(page).getByText(words.ko.unknown)).toBeVisible()
  await sheet(page).getByRole('button', { name: words.ko.again }).click()
  await expect(sheet(page).getByText(words.ko.receipt).first()).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  const { bids } = await member('GET', `/api/v1/auction/works/${work._id}/bids`)
  expect(bids).toHaveLength(1)
})

test('a work is looked at and bid on by keys, which can be switched off', async ({ page, product }) => {
  const { work, program, author, hall, owner } = await makeLot(product, 3600)
  await owner('POST', '/api/console/auction/works', {
    program: program._id,
    hall: hall._id,
    author: author._id,
    title: { ko: '물결 05' },
    startPrice: 1_000_000,
  })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`/auction/works/${work._id}`)
  const amount = panel(page).getByRole('radio', { name: '1,000,000' })
  await expect(amount).toBeVisible()
  const look = page.getByRole('button', { name: '확대해서 보기' })

  await page.keyboard.press('b')
  await expect(amount).toBeFocused()
  // Arrows choose an amount there, and turn no page.
  await page.keyboard.press('ArrowRight')
  await expect(panel(page).getByRole('radio', { name: '1,100,000' })).toBeFocused()
  await look.focus()
  await page.keyboard.press('z')
  const zoom = page.getByRole('dialog', { name: /물결 04/ })
  const bar = zoom.getByText(/작품에서 [\d.]+ cm/)
  await expect(bar).toBeVisible()
  // Closer, the bar is for less of the work.
  const whole = await bar.textContent()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('+')
  await expect(bar).not.toHaveText(whole ?? '')
  await page.keyboard.press('0')
  await expect(bar).toHaveText(whole ?? '')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(zoom).toHaveCount(0)
  await expect(look).toBeFocused()

  await page.keyboard.press('w')
  await expect(page.getByRole('dialog').getByText('162.2 cm')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const keys = page.locator('summary', { hasText: '단축키' })
  await keys.click()
  await page.getByLabel('한 글자 단축키 사용').uncheck()
  await look.focus()
  await page.keyboard.press('z')
  await expect(zoom).toHaveCount(0)
  await page.reload()
  await expect(amount).toBeVisible()
  await keys.click()
  await expect(page.getByLabel('한 글자 단축키 사용')).not.toBeChecked()
  await page.getByLabel('한 글자 단축키 사용').check()
  await keys.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('물결 05')
  expect(faults).toEqual([])
})

test('every page in three languages is no wider than a phone and clean for axe', async ({ page, product }) => {
  test.setTimeout(120_000)
  const { work, program, author, hall } = await makeLot(product, 3600)
  await page.setViewportSize({ width: 390, height: 844 })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`${page.url()}: ${message}`))
  const paths = [
    '/auction',
    `/auction/programs/${program._id}`,
    `/auction/programs/${program._id}?view=table&order=price&closed=0`,
    `/auction/halls/${hall._id}`,
    `/auction/works/${work._id}`,
    `/auction/works/${work._id}/proof`,
    '/auction/authors',
    `/auction/authors/${author._id}`,
    '/auction/results',
    '/auction/nothing-here',
  ]
  for (const [index, path] of paths.entries()) {
    const address = inLocale((['ko', 'en', 'cn'] as const)[index % 3] ?? 'ko', path)
    await page.goto(address)
    expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 390])
    expect.soft([address, await violationsOf(page)]).toEqual([address, []])
  }
  expect(faults).toEqual([])
})

test.describe('a bid that is not taken says why', () => {
  test('below the next step, and two presses are one bid', async ({ page, product, logIn }) => {
    const { work } = await makeLot(product, 3600)
    await bidderOn(product, 'member', work)
    const other = await bidderOn(product, 'company', work)
    await other(1_000_000)
    await logIn(page, 'member')
    await page.goto(`/auction/works/${work._id}`)
    // 1,050,000 is below the step of 100,000: the page says so and sends nothing.
    await panel(page).getByRole('radio', { name: '직접 입력' }).check()
    await panel(page).getByRole('textbox').fill('1050000')
    await expect(panel(page).getByText(/1,100,000원 이상/)).toBeVisible()
    await expect(panel(page).getByRole('button', { name: words.ko.first })).toBeDisabled()
    await panel(page).getByRole('textbox').fill('1150000')
    await panel(page)
      .getByRole('button', { name: words.ko.bid('1,150,000') })
      .click()

    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/works/${work._id}/bids`))
        keys.push(request.headers()['idempotency-key'])
    })
    await sheet(page)
      .getByRole('button', { name: words.ko.send('1,150,000') })
      .dblclick()
    await expect(sheet(page).getByText(words.ko.receipt).first()).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    await sheet(page).getByRole('button', { name: words.ko.back }).click()
    await expect(panel(page).getByText('응찰 2회')).toBeVisible()

    // On the own bid: who leads raises a maximum, and is offered nothing else.
    await expect(panel(page).getByText(words.ko.leading)).toBeVisible()
    await expect(panel(page).getByRole('radio', { name: '1,250,000' })).toHaveCount(0)
    const member = await apiAs(product, 'member')
    await expect(
      member('POST', `/api/v1/auction/works/${work._id}/bids`, { kind: 'open', amount: 2_000_000 }),
    ).rejects.toThrow(/409.*"reason":"leading"/)
  })
})
