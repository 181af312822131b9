import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { workbookType } from '#kit/files/file-types.ts'
import { open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const sample = (name: string) => readFile(fileURLToPath(new URL(`../../files/workbooks/${name}`, import.meta.url)))
const list = [
  '2026년 선정 기업 명단,,,,',
  '회사명,사업자 번호,수상 연도,사업명,비고',
  '고은공방,123-45-67891,2026,루키,',
  '누리목공,123,2026,어워드,',
].join('\r\n')

test('reads a list by its headings, and lets the person choose sheet, headings and columns', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/programmes/import')
  const file = page.locator('input[type="file"]')

  await test.step('says why a file cannot be read, and keeps the way open', async () => {
    await file.setInputFiles({ name: '명단.xlsx', mimeType: workbookType, buffer: await sample('encrypted.xlsx') })
    await expect(page.getByRole('alert').filter({ hasText: '암호가 걸린 파일입니다' })).toBeVisible()
  })

  await test.step('finds the headings below a title and shows row, column and value of a fault', async () => {
    await file.setInputFiles({ name: '명단.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await expect(page.getByText('새로 등록 1 · 이미 있음 0 · 오류 1')).toBeVisible()
    await expect(page.getByLabel('제목 행')).toHaveValue('2')
    await expect(page.getByRole('table', { name: '수정할 곳' }).getByRole('row').nth(1)).toContainText(
      /4.*사업자등록번호.*123/,
    )
    await expect(page.getByRole('button', { name: '1건 등록' })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
  })

  await test.step('maps a column by keyboard, without losing the file', async () => {
    await page.locator('summary', { hasText: '열 연결' }).focus()
    await page.keyboard.press('Enter')
    const product = page.getByLabel('제품')
    await expect(product).toHaveValue('')
    await product.selectOption({ label: 'A · 회사명' })
    await expect(
      page.getByRole('table', { name: '미리 보기' }).getByRole('columnheader', { name: '제품' }),
    ).toBeVisible()
    await page.getByLabel('기업명').selectOption('')
    await expect(page.getByRole('alert').filter({ hasText: '필수 항목에 연결된 열이 없습니다' })).toBeVisible()
    await page.getByLabel('기업명').selectOption({ label: 'A · 회사명' })
    await expect(page.getByRole('button', { name: '1건 등록' })).toBeVisible()
  })

  await test.step('fits a phone in both colour schemes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await findStateViolations(page), colorScheme).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })
})
