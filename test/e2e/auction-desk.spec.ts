import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { sheetColumns } from '../../src/auction/works/rules-sheet.ts'
import { excelOf } from '../../src/kit/sheet.ts'
import { photograph } from '../files.ts'
import { bidderOn, makeLot } from './auction-lot.ts'
import { violationsOf } from './axe.ts'
import { title } from './console-screen.ts'
import { expect, test } from './product.ts'

// Programmes, sales and consignors stay: lists of the demonstration would meet them.
test.use({ installation: 'auction-desk' })

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sheetOf = async (rows: Partial<Record<(typeof sheetColumns)[number], string>>[]): Promise<Buffer> => {
  const pieces = (async function* () {
    yield rows.map((row) => sheetColumns.map((column) => row[column] ?? ''))
  })()
  const parts: Buffer[] = []
  for await (const part of excelOf('작품', sheetColumns, pieces)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** The first screen of the console takes long on a machine with much else to do. */
const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible({ timeout: 60_000 })
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

test('works come from a sheet, with pictures from files and from a ZIP, all of them or none', async ({
  page,
  product,
  logIn,
}) => {
  test.setTimeout(150_000)
  const { owner, program } = await makeLot(product, 3600)
  await logIn(page)
  await open(page, `/console/auction/works/import?program=${program._id}`)
  const pictures = page.locator('input[type="file"]').first()
  const sheet = page.locator('input[type="file"]').last()

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

  const works = [
    { title: '파랑 01', startPrice: '1500000', width: '400', height: '500', pictures: '앞.jpg, 뒤.jpg' },
    { title: '파랑 02', startPrice: '2,000,000' },
  ]
  const take = async (rows: Parameters<typeof sheetOf>[0]) =>
    sheet.setInputFiles({ name: '작품.xlsx', mimeType: excel, buffer: await sheetOf(rows) })
  await take([...works, { title: '파랑 03', startPrice: '비쌈', pictures: '없는 사진.jpg' }])
  await expect(page.getByText('1줄을 고쳐야 합니다')).toBeVisible()
  await expect(page.getByRole('table', { name: '고칠 줄' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /점 등록$/ })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])

  await take(works)
  await expect(page.getByText('2점을 등록할 수 있습니다')).toBeVisible()
  await page.getByRole('button', { name: '2점 등록' }).click()
  await expect(page.getByText('2점을 등록했습니다')).toBeVisible()
  const { works: hung } = await owner('GET', `/api/console/auction/works?program=${program._id}&sort=lot`)
  expect(hung.map(({ lot, title }: { lot: number; title: { ko: string } }) => [lot, title.ko])).toEqual([
    [1, '물결 04'],
    [2, '파랑 01'],
    [3, '파랑 02'],
  ])
  const { work } = await owner('GET', `/api/console/auction/works/${hung[1]._id}`)
  expect(work.pictures).toHaveLength(2)
})

test('a programme is cancelled with a reason, which its page says; nothing is bid any more', async ({
  page,
  product,
  logIn,
}) => {
  test.setTimeout(150_000)
  const name = `취소할 경매 ${Date.now()}`
  const { work, program } = await makeLot(product, 3600, { title: { ko: name } })
  const bid = await bidderOn(product, 'member', work)
  await bid(1_000_000)
  await logIn(page)
  await open(page, `/console/auction/programs?q=${encodeURIComponent(name)}`)
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
  expect(await violationsOf(page)).toEqual([])
  await expect(bid(1_100_000)).rejects.toThrow(/40[49]/)
})
