import type { Page } from '@playwright/test'
import { expect, openRequest, test } from './requests-product.ts'

const letter = (page: Page) => page.getByRole('textbox', { name: '답변 내용', exact: true })
const note = (page: Page) => page.getByRole('textbox', { name: '직원만 볼 수 있는 메모', exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: /^보내고|^보내기/ }).first()
const files = (page: Page) => page.getByRole('list', { name: '첨부 파일' }).getByRole('listitem')
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
const choose = (page: Page, name: string) => page.locator('input[type="file"]').setInputFiles([file(name)])

/** Uploads wait until they are let go. */
const holdUploads = async (page: Page) => {
  const waiting: (() => void)[] = []
  await page.route('**/api/console/forms/*/files', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  return { count: () => waiting.length, release: (at: number) => waiting[at]?.() }
}

test('a file that is left out while another one is sent stays out', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  await choose(page, '다른 의뢰인.pdf')
  await expect(files(page)).toHaveCount(1)
  const uploads = await holdUploads(page)
  await choose(page, '안내문.pdf')
  await expect.poll(uploads.count).toBe(1)
  await page.getByRole('button', { name: '다른 의뢰인.pdf 삭제' }).click()
  uploads.release(0)
  await expect(files(page)).toHaveText([/안내문\.pdf/])
})

test('files chosen while others are on their way all arrive, and the letter waits for them', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  const uploads = await holdUploads(page)
  await choose(page, '하나.pdf')
  await expect.poll(uploads.count).toBe(1)
  await choose(page, '둘.pdf')
  uploads.release(0)
  await expect.poll(uploads.count).toBe(2)
  await expect(sendButton(page)).toBeDisabled()
  uploads.release(1)
  await expect(files(page)).toHaveText([/하나\.pdf/, /둘\.pdf/])
  await expect(sendButton(page)).toBeEnabled()
})

test('a letter that is taken back takes nothing away that was written since', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  await letter(page).fill('먼저 보낸 답변입니다.')
  await sendButton(page).click()
  await expect(page.getByRole('button', { name: '보내기 취소' })).toBeVisible()
  await letter(page).fill('덧붙일 말입니다.')
  await page.getByRole('tab', { name: '내부 메모' }).click()
  await note(page).fill('통화함, 금요일에 다시.')
  await page.getByRole('button', { name: '보내기 취소' }).click()
  await expect(page.getByText('보내기를 취소했습니다.').first()).toBeVisible()
  await expect(letter(page)).toHaveValue(/먼저 보낸 답변입니다\.[\s\S]*덧붙일 말입니다\./)
  await page.getByRole('tab', { name: '내부 메모' }).click()
  await expect(note(page)).toHaveValue('통화함, 금요일에 다시.')
})

test('a note that is added leaves the letter as it was begun', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  await choose(page, '안내문.pdf')
  await expect(files(page)).toHaveCount(1)
  await page.getByRole('textbox', { name: '제목' }).fill('진단 안내')
  await page.getByRole('tab', { name: '내부 메모' }).click()
  await note(page).fill('안내문을 함께 보낼 것.')
  await page.getByRole('button', { name: '메모 저장' }).click()
  await expect(page.getByText('안내문을 함께 보낼 것.').first()).toBeVisible()
  await page.getByRole('tab', { name: /이메일/ }).click()
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue('진단 안내')
  await expect(files(page)).toHaveCount(1)
})
