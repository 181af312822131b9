import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import readExcel from 'read-excel-file/node'
import { workbookType } from '#kit/files/file-types.ts'
import { sheetColumns } from '../../../src/auction/works/contract-sheet.ts'
import { excelOf } from '../../../src/kit/spreadsheet/write-workbook.ts'
import { readPdf } from '../../files/read-pdf.ts'
import { photograph } from '../../files/sample-files.ts'
import { createLot, endLotNow, enterBidder } from '../support/build-lot.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// The sales, settlements and consignors of this file remain and would appear in lists of the demo data.
test.use({ installation: 'sales' })

const sheetOf = async (rows: Partial<Record<(typeof sheetColumns)[number], string>>[]): Promise<Buffer> => {
  const pieces = (async function* () {
    yield rows.map((row) => sheetColumns.map((column) => row[column] ?? ''))
  })()
  const parts: Buffer[] = []
  for await (const part of excelOf('작품', sheetColumns, pieces)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

/** Clicks and returns the name and content of the downloaded file. */
const saved = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

const textOf = async (bytes: Buffer) => (await readPdf(bytes)).pages.join('\n')

test('imports works with pictures from a spreadsheet, and cancels the sale with a reason', { tag: '@deep' }, async ({
  page,
  product,
  logIn,
}) => {
  const name = `취소할 경매 ${Date.now()}`
  const { owner, work, program } = await createLot(product, 3600, { title: { ko: name } })
  const bid = await enterBidder(product, 'member', work)
  await logIn(page)
  await open(page, `/console/auction/works/import?program=${program._id}`)
  const pictures = page.locator('input[type="file"]').first()
  const sheet = page.locator('input[type="file"]').last()

  await test.step('accepts pictures from files and from a ZIP, and refuses a damaged one', async () => {
    await pictures.setInputFiles({ name: 'torn.zip', mimeType: 'application/zip', buffer: Buffer.from('PK torn') })
    await expect(page.getByText('ZIP 파일을 읽을 수 없습니다')).toBeVisible()
    const inside = {
      '작품 사진/뒤.jpg': new Uint8Array(await photograph(500, 400)),
      '작품 사진/읽어 주세요.txt': new TextEncoder().encode('사진 목록'),
    }
    await pictures.setInputFiles([
      { name: '앞.jpg', mimeType: 'image/jpeg', buffer: await photograph(400, 500) },
      { name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(inside)) },
    ])
    await expect(page.getByText('사진 2장을 올렸습니다')).toBeVisible()
  })

  await test.step('imports all rows or none', async () => {
    const works = [
      { title: '파랑 01', startPrice: '1500000', width: '400', height: '500', pictures: '앞.jpg, 뒤.jpg' },
      { title: '파랑 02', startPrice: '2,000,000' },
    ]
    const take = async (rows: Parameters<typeof sheetOf>[0]) =>
      sheet.setInputFiles({ name: '작품.xlsx', mimeType: workbookType, buffer: await sheetOf(rows) })
    await take([...works, { title: '파랑 03', startPrice: '비쌈', pictures: '없는 사진.jpg' }])
    await expect(page.getByText('2곳을 수정해 주세요')).toBeVisible()
    await expect(page.getByRole('table', { name: '수정할 곳' }).getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('button', { name: /점 등록$/ })).toHaveCount(0)
    expect(await findStateViolations(page)).toEqual([])
    await take(works)
    await expect(page.getByText('2점을 등록할 수 있습니다')).toBeVisible()
    await page.getByRole('button', { name: '2점 등록' }).click()
    await expect(page.getByText('2점을 등록했습니다')).toBeVisible()
    const { works: all } = await owner('GET', `/api/console/auction/works?program=${program._id}&sort=lot`)
    expect(all.map(({ lot, title }: { lot: number; title: { ko: string } }) => [lot, title.ko])).toEqual([
      [1, '물결 04'],
      [2, '파랑 01'],
      [3, '파랑 02'],
    ])
    const { work: first } = await owner('GET', `/api/console/auction/works/${all[1]._id}`)
    expect(first.pictures).toHaveLength(2)
  })

  await test.step('cancels the sale with a reason, shows it on the page and refuses further bids', async () => {
    await bid(1_000_000)
    await navigateTo(page, `/console/auction/programs?q=${encodeURIComponent(name)}`)
    await row(page, name).getByRole('checkbox').check()
    await page.getByRole('button', { name: '행사 취소' }).click()
    const dialog = page.getByRole('dialog', { name: '행사를 취소합니다' })
    await dialog.getByRole('button', { name: '행사 취소' }).click()
    await expect(dialog.getByText('사유를 4자 이상 입력해 주세요.')).toBeVisible()
    await dialog.getByRole('textbox').fill('전시장 누수로 진행할 수 없습니다')
    await dialog.getByRole('button', { name: '행사 취소' }).click()
    await expect(page.getByText('1건을 취소했습니다')).toBeVisible()
    await expect(row(page, name)).toContainText('취소')
    await page.goto(`/auction/programs/${program._id}`)
    await expect(page.getByText('전시장 누수로 진행할 수 없습니다')).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await expect(bid(1_100_000)).rejects.toThrow(/40[49]/)
  })
})

test('settles a lot: winner who withdraws, runner-up, payment, pick-up and consignor', { tag: '@deep' }, async ({
  page,
  product,
  browser,
  logIn,
}) => {
  const holder = `화랑 물결 ${Date.now()}`
  await logIn(page)

  const consignor = await test.step('saves a consignor, the commission in percent and the bank account', async () => {
    await open(page, '/console/auction/consignors/create')
    await page.getByRole('textbox', { name: '이름 또는 상호' }).fill(holder)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/consignors\/[0-9a-f-]{36}/)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const owner = await apiAs(product, 'owner')
    const readCommission = async () =>
      (await owner('GET', `/api/console/auction/consignors/${id}`)).consignor.commission
    const commission = page.getByRole('textbox', { name: '위탁 수수료' })
    await expect(commission).toHaveValue('10 %')
    await commission.fill('')
    await commission.pressSequentially('12.253')
    // The field accepts two decimals only.
    await expect(commission).toHaveValue('12.25 %')
    await page.keyboard.press('Control+s')
    await expect.poll(readCommission, { intervals: [50, 100] }).toBe(1225)
    await page.reload()
    await expect(commission).toHaveValue('12.25 %')
    await commission.fill('50.01')
    await page.keyboard.press('Control+s')
    await expect(commission).toHaveAttribute('aria-invalid', 'true')
    expect(await readCommission()).toBe(1225)
    // Restore the saved value: unsaved changes would block the navigation.
    await commission.fill('12.25')
    await page.getByRole('button', { name: '계좌 입력' }).click()
    const account = page.getByRole('dialog', { name: '정산 계좌' })
    await account.getByRole('textbox', { name: '은행' }).fill('너른은행')
    await account.getByRole('textbox', { name: '계좌번호' }).fill('000-4410-2217')
    await account.getByRole('textbox', { name: '예금주' }).fill('물결')
    await account.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('계좌를 저장했습니다')).toBeVisible()
    await expect(page.getByText(/너른은행 \*+.*2217 물결/)).toBeVisible()
    // The full account number is shown only after a reason is given.
    await page.getByRole('button', { name: '계좌번호 전체 보기' }).click()
    const why = page.getByRole('dialog', { name: '계좌번호 전체 보기' })
    await why.getByRole('textbox').fill('정산서 대조')
    await why.getByRole('button', { name: '계좌번호 전체 보기' }).click()
    await expect(page.getByText('너른은행 000-4410-2217 물결')).toBeVisible()
    return id
  })

  const { work, program, owner } = await createLot(product, 3600, {}, { consignor })
  const after = page.getByRole('complementary', { name: '낙찰 후' })
  const sales = `/console/auction/sales?program=${program._id}`
  await test.step('shows the end of a lot on the live screen without a reload, and its invoice', async () => {
    await (await enterBidder(product, 'company', work))(1_000_000)
    await (await enterBidder(product, 'member', work))(1_100_000)
    await navigateTo(page, `/console/auction/live?program=${program._id}`)
    await expect(page.getByRole('main')).toContainText('1,100,000')
    await endLotNow(product, work._id)
    await expect(after.getByRole('heading', { name: '방금 마감 · LOT 1' })).toBeVisible()
    await expect(after).toContainText('1,100,000')
    expect(await findStateViolations(page)).toEqual([])
    const invoice = await saved(page, () => after.getByRole('button', { name: '청구서' }).click())
    expect(await textOf(invoice.content)).toContain('1,281,500')
  })

  await test.step('offers the work to the runner-up after the winner has withdrawn', async () => {
    await navigateTo(page, sales)
    await row(page, '물결 04').getByRole('checkbox').check()
    await page.getByRole('button', { name: '낙찰 취소' }).click()
    const giveUp = page.getByRole('dialog', { name: '낙찰을 취소합니다' })
    await giveUp.getByRole('textbox').fill('기한까지 입금되지 않음')
    await giveUp.getByRole('button', { name: '낙찰 취소' }).click()
    await expect(page.getByText('1건을 취소했습니다')).toBeVisible()
    await navigateTo(page, `/console/auction/live?program=${program._id}`)
    await expect(after.getByRole('heading', { name: '차순위에게 · LOT 1' })).toBeVisible()
    await after.getByRole('button', { name: '제안하기' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '제안하기' }).click()
    await expect(page.getByText('제안 메일을 보냈습니다')).toBeVisible()
  })

  const context = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  const buyer = await context.newPage()
  const { sales: made } = await owner('GET', `/api/console/auction/sales?program=${program._id}&state=offered`)
  const ticket = buyer.locator(`[data-sale="${made[0]._id}"]`)
  const code = await test.step('confirms the payment of the runner-up, who gets a pick-up code', async () => {
    await logIn(buyer, 'company')
    await buyer.goto('/me/pickups')
    await expect(ticket).toContainText('1,165,000')
    await ticket.getByRole('button').first().click()
    await expect(ticket).toContainText('결제 대기')
    await navigateTo(page, `${sales}&state=awaiting`)
    await row(page, '물결 04').getByRole('checkbox').check()
    await page.getByRole('button', { name: '입금 확인' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '입금 확인' }).click()
    await expect(page.getByText('1건의 입금을 확인했습니다')).toBeVisible()
    await buyer.reload()
    await expect(ticket.getByRole('img')).toBeVisible()
    return (await ticket.getByText(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/).textContent()) ?? ''
  })

  await test.step('prints the settlement for the consignor, and hands the work over against the code', async () => {
    await navigateTo(page, `${sales}&state=paid`)
    await row(page, '물결 04').getByRole('checkbox').check()
    const settlement = await saved(page, () => page.getByRole('button', { name: '정산서' }).click())
    const paper = await textOf(settlement.content)
    // 1,000,000 KRW less 12.25 % commission and the VAT on it.
    for (const text of [holder, '122,500', '865,250', '너른은행']) expect(paper).toContain(text)
    // A finished action clears the selection.
    await row(page, '물결 04').getByRole('checkbox').check()
    await page.getByRole('button', { name: '정산 완료' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '정산 완료' }).click()
    await expect(page.getByText('1건의 정산을 확인했습니다')).toBeVisible()
    await page.getByRole('button', { name: '수령 확인' }).click()
    const handOver = page.getByRole('dialog')
    await handOver.getByLabel('수령 코드').fill(code)
    await handOver.getByRole('button', { name: '수령 완료' }).click()
    await expect(handOver.getByText(/수령을 확인했습니다/)).toBeVisible()
    await page.keyboard.press('Escape')
    await buyer.reload()
    await expect(ticket).toContainText('수령 완료')
    await context.close()
  })

  await test.step('exports the report of the sale as a spreadsheet with a reason', async () => {
    await navigateTo(page, `/console/auction/live?program=${program._id}`)
    await expect(after.getByText('수령 완료')).toBeVisible()
    await after.getByRole('button', { name: 'Excel 내려받기' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('사유').fill('행사 정산')
    const report = await saved(page, () => dialog.getByRole('button', { name: 'Excel 내려받기' }).click())
    expect(report.name).toMatch(/\.xlsx$/)
    const [{ data: cells } = { data: [] }] = await readExcel(report.content)
    expect(cells).toHaveLength(3)
    const text = cells.map((line) => line.join(' '))
    expect(text[1]).toContain('1100000')
    expect(text[2]).toContain('1000000')
    expect(text[2]).toContain(holder)
  })
})
