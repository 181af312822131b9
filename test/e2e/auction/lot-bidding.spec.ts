import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { readPdf } from '../../files/read-pdf.ts'
import type { Application } from '../../server/start-application.ts'
import { labels, languages } from '../support/auction-labels.ts'
import { createLot, endLotNow, enterBidder } from '../support/build-lot.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { navigateWithRouter } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'
import { readLastMail } from '../support/read-member-mail.ts'

// The sales and bids of this file remain: specs that count pages of the demo data would see them.
test.use({ installation: 'sales' })

const anotherBrowser = async (browser: Browser, product: Application): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  return context.newPage()
}

const panel = (page: Page) => page.locator('[data-panel]')
const sheet = (page: Page) => page.getByRole('dialog')

for (const language of languages)
  test(`takes two bidders from the first bid to the invoice and the pick-up date, in ${language}`, {
    tag: language === 'ko' ? [] : '@deep',
  }, async ({ page, browser, product, logIn }) => {
    const texts = labels[language]
    const { work, program, owner } = await createLot(product, 3600)
    const member = await apiAs(product, 'member')
    const { me: was } = await member('GET', '/api/v1/me')
    const { me } = await member('PUT', '/api/v1/me', { locale: language, updatedAt: was.updatedAt })
    const address = inLocale(language, `/auction/works/${work._id}`)

    await test.step('shows price and clock to visitors, and links to the log-in', async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(texts.title)
      await expect(page.getByRole('timer').first()).toHaveText(/\d\d:\d\d/)
      await panel(page).getByRole('button', { name: texts.login }).click()
      await page.waitForURL('**/login?next=**')
    })

    await test.step('accepts the first bid once the terms are accepted', async () => {
      await logIn(page, 'member')
      await page.goto(address)
      await panel(page).getByRole('button', { name: texts.accept }).click()
      await expect(sheet(page).getByRole('button', { name: texts.agreed })).toBeDisabled()
      await sheet(page).getByLabel(texts.agree).check()
      await sheet(page).getByRole('button', { name: texts.agreed }).click()
      await panel(page)
        .getByRole('button', { name: texts.bid('1,000,000') })
        .click()
      await sheet(page)
        .getByRole('button', { name: texts.send('1,000,000') })
        .click()
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      await sheet(page).getByRole('button', { name: texts.back }).click()
      await expect(panel(page).getByText(texts.leading)).toBeVisible()
    })

    const other = await anotherBrowser(browser, product)
    await test.step('blocks the open sheet of another bidder when the price changes', async () => {
      await logIn(other, 'company')
      await other.goto(address)
      await panel(other).getByRole('button', { name: texts.accept }).click()
      await sheet(other).getByLabel(texts.agree).check()
      await sheet(other).getByRole('button', { name: texts.agreed }).click()
      await panel(other)
        .getByRole('button', { name: texts.bid('1,100,000') })
        .click()
      await expect(sheet(other).getByRole('button', { name: texts.send('1,100,000') })).toBeEnabled()
      const placeOfThird = await enterBidder(product, 'buyer', work)
      await placeOfThird(1_200_000)
      await expect(sheet(other).getByText(texts.moved)).toBeVisible()
      await expect(sheet(other).getByRole('button', { name: texts.first })).toBeDisabled()
      await sheet(other).getByRole('radio', { name: '1,300,000' }).check()
      const refused = 'Too many requests at the moment.'
      await other.route('**/bids', (route) =>
        route.fulfill({ status: 429, json: { message: refused, code: 'too_many' } }),
      )
      await sheet(other)
        .getByRole('button', { name: texts.send('1,300,000') })
        .click()
      await expect(sheet(other).getByText(refused)).toBeVisible()
      await other.unroute('**/bids')
      await sheet(other)
        .getByRole('button', { name: texts.send('1,300,000') })
        .click()
      await expect(sheet(other).getByText(texts.receipt).first()).toBeVisible()
      await sheet(other).getByRole('button', { name: texts.back }).click()
    })

    await test.step('notifies the first bidder without a reload, and accepts a maximum bid', async () => {
      await expect(panel(page).getByText(texts.outbid)).toBeVisible()
      await expect(panel(page).getByTestId('price')).toContainText('1,300,000')
      await panel(page).getByRole('radio', { name: texts.maximum }).check()
      await panel(page).getByRole('textbox').fill('2000000')
      await panel(page).getByRole('button', { name: texts.setThis }).click()
      await sheet(page)
        .getByRole('button', { name: texts.setMaximum('2,000,000') })
        .click()
      await expect(sheet(page).getByText(texts.receipt).first()).toBeVisible()
      await sheet(page).getByRole('button', { name: texts.back }).click()
      // The current maximum is not suggested again, and the empty field shows no error.
      await expect(panel(page).getByRole('textbox')).toHaveValue('')
      await expect(panel(page).getByTestId('price')).toContainText('1,400,000')
      await expect(panel(page).getByText(texts.leading)).toBeVisible()
      await expect(page.getByText(texts.whole)).toBeVisible()
      expect(await findStateViolations(page)).toEqual([])
    })

    const { sale, id } =
      await test.step('notifies the winner on the page and by one mail in their language', async () => {
        await endLotNow(product, work._id)
        await expect(panel(page).getByText(texts.won)).toBeVisible({ timeout: 30_000 })
        const mail = () => readLastMail(product, me.email).catch(() => '')
        await expect.poll(mail, { intervals: [50, 100] }).toContain('1,631,000')
        expect(await mail()).toContain(texts.mail)
        // The mail links to the page with the bank account.
        expect(await mail()).toMatch(/\/me\/pickups(?!\/)/)
        const { sales } = await owner('GET', `/api/console/auction/sales?program=${program._id}`)
        return { sale: page.locator(`[data-sale="${sales[0]._id}"]`), id: sales[0]._id }
      })

    await test.step('offers the invoice, and a pick-up date once it is paid', async () => {
      await page.goto(inLocale(language, '/me/pickups'))
      await expect(sale.getByText(texts.title).first()).toBeVisible()
      await expect(sale.getByText('1,631,000').first()).toBeVisible()
      await expect(sale.getByText('000-0000-0630')).toBeVisible()
      const [paper] = await Promise.all([
        page.waitForEvent('download'),
        sale.getByRole('button', { name: texts.invoice }).click(),
      ])
      const { pages } = await readPdf(await readFile(await paper.path()))
      for (const text of ['1,631,000', texts.title, '000-0000-0630']) expect(pages.join('\n')).toContain(text)
      await owner('POST', `/api/console/auction/sales/${id}/pay`, {})
      await page.reload()
      const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
      await sale.getByLabel(texts.when).fill(`${day}T10:00`)
      await sale.getByRole('button', { name: texts.keep }).click()
      await expect(sale.getByText(texts.kept)).toBeVisible()
      await expect(sale.getByText(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/)).toBeVisible()
      expect(await findStateViolations(page)).toEqual([])
    })

    await test.step('shows the bids and their proof on separate pages', async () => {
      await navigateWithRouter(page, inLocale(language, '/me/bids'))
      await expect(page.getByText(texts.won).first()).toBeVisible()
      expect(await findStateViolations(page)).toEqual([])
      await page.goto(inLocale(language, `/auction/works/${work._id}/proof`))
      await expect(page.getByText(texts.whole).first()).toBeVisible()
    })
    await other.context().close()
  })

test('opens, enlarges and bids on a work with shortcuts, which can be turned off', async ({ page, product }) => {
  const { work, program, author, hall, owner } = await createLot(product, 3600)
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
  const zoomButton = page.getByRole('button', { name: '확대해서 보기' })

  await page.keyboard.press('b')
  await expect(amount).toBeFocused()
  // In the amount list, arrow keys choose an amount instead of changing to the next work.
  await page.keyboard.press('ArrowRight')
  await expect(panel(page).getByRole('radio', { name: '1,100,000' })).toBeFocused()
  await zoomButton.focus()
  await page.keyboard.press('z')
  const zoom = page.getByRole('dialog', { name: /물결 04/ })
  const bar = zoom.getByText(/작품에서 [\d.]+ cm/)
  await expect(bar).toBeVisible()
  // At higher zoom the scale bar represents a shorter length of the work.
  const whole = await bar.textContent()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('+')
  await expect(bar).not.toHaveText(whole ?? '')
  await page.keyboard.press('0')
  await expect(bar).toHaveText(whole ?? '')
  expect(await findStateViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(zoom).toHaveCount(0)
  await expect(zoomButton).toBeFocused()

  await page.keyboard.press('w')
  await expect(page.getByRole('dialog').getByText('162.2 cm')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const keys = page.locator('summary', { hasText: '단축키' })
  await keys.click()
  await page.getByLabel('한 글자 단축키 사용').uncheck()
  await zoomButton.focus()
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

test('fits every page of the auction into 390 px without axe violations', { tag: '@deep' }, async ({
  page,
  product,
}) => {
  const { work, program, author, hall } = await createLot(product, 3600)
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
    const address = inLocale(languages[index % 3] ?? 'ko', path)
    await page.goto(address)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390)
    expect.soft(await findStateViolations(page), address).toEqual([])
  }
  expect(faults).toEqual([])
})
