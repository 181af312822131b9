import type { Page } from '@playwright/test'
import { expect, openRequest, test } from '../support/requests-product.ts'

const letter = (page: Page) => page.getByRole('textbox', { name: '답변 내용', exact: true })
const note = (page: Page) => page.getByRole('textbox', { name: '직원만 볼 수 있는 메모', exact: true })
const subject = (page: Page) => page.getByRole('textbox', { name: '제목' })
const sendButton = (page: Page) => page.getByRole('button', { name: /^보내고|^보내기/ }).first()
/** The withdraw button of one recipient; letters of other tests may be waiting as well. */
const takeBack = (page: Page, recipient: string) =>
  page.locator('[role="status"] > div', { hasText: recipient }).getByRole('button', { name: '보내기 취소' })
const files = (page: Page) => page.getByRole('list', { name: '첨부 파일' }).getByRole('listitem')
const choose = (page: Page, ...names: string[]) =>
  page
    .locator('input[type="file"]')
    .setInputFiles(
      names.map((name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })),
    )

/** Holds uploads until they are released. */
const holdUploads = async (page: Page) => {
  const waiting: (() => void)[] = []
  await page.route('**/api/console/forms/*/files', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  return { count: () => waiting.length, release: (at: number) => waiting[at]?.() }
}

test('files of a letter survive a saved note, are removed and added during uploads, and are sent with it', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { read } = await openRequest(page)
  await test.step('a saved note leaves the unfinished letter unchanged', async () => {
    await choose(page, '다른 의뢰인.pdf', '잘못.pdf')
    await expect(files(page)).toHaveCount(2)
    await page.getByRole('button', { name: '잘못.pdf 삭제' }).click()
    await subject(page).fill('진단 안내')
    await page.getByRole('tab', { name: '내부 메모' }).click()
    await note(page).fill('안내문을 함께 보낼 것.')
    await page.getByRole('button', { name: '메모 저장' }).click()
    await expect(page.getByText('안내문을 함께 보낼 것.').first()).toBeVisible()
    await page.getByRole('tab', { name: /이메일/ }).click()
    await expect(subject(page)).toHaveValue('진단 안내')
    await expect(files(page)).toHaveText([/다른 의뢰인\.pdf/])
  })
  const uploads = await holdUploads(page)
  await test.step('a file removed during the upload of another stays removed', async () => {
    await choose(page, '안내문.pdf')
    await expect.poll(uploads.count).toBe(1)
    await page.getByRole('button', { name: '다른 의뢰인.pdf 삭제' }).click()
    uploads.release(0)
    await expect(files(page)).toHaveText([/안내문\.pdf/])
  })
  await test.step('files chosen during an upload all arrive, and the letter waits for them', async () => {
    await letter(page).fill('안내문을 함께 보내 드립니다.')
    await choose(page, '하나.pdf')
    await expect.poll(uploads.count).toBe(2)
    await choose(page, '둘.pdf')
    uploads.release(1)
    await expect.poll(uploads.count).toBe(3)
    await expect(sendButton(page)).toBeDisabled()
    uploads.release(2)
    await expect(files(page)).toHaveText([/안내문\.pdf/, /하나\.pdf/, /둘\.pdf/])
    await expect(sendButton(page)).toBeEnabled()
  })
  await sendButton(page).click()
  await expect(takeBack(page, '오세진')).toBeVisible()
  const sent = (await read()).thread.findLast(({ kind }: { kind: string }) => kind === 'answer')
  expect(sent).toMatchObject({
    subject: '진단 안내',
    mail: 'waiting',
    files: [{ name: '안내문.pdf' }, { name: '하나.pdf' }, { name: '둘.pdf' }],
  })
})

test('a cancelled letter returns to the editor with everything written since', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const recipient = '하윤서'
  const { read } = await openRequest(page, undefined, { name: recipient })
  await test.step('the letter can be cancelled while another request is open', async () => {
    await letter(page).fill('먼저 보낸 답변입니다.')
    await sendButton(page).click()
    await expect(page.getByText(`${recipient} 님께 답변을 보냅니다`)).toBeVisible()
    expect((await read()).state).toBe('answered')
    await page.keyboard.press('Alt+ArrowDown')
    await takeBack(page, recipient).click()
    await expect(page.getByText('보내기를 취소했습니다.').first()).toBeVisible()
    await expect(letter(page)).toHaveValue('먼저 보낸 답변입니다.')
    await expect(page.getByRole('button', { name: '상태: 신규' })).toBeVisible()
    const back = await read()
    expect(back).toMatchObject({ state: 'received', assignee: null, answeredAt: null })
    expect(back.thread.map(({ what }: { what: string }) => what)).toContain('withdrawn')
  })
  await test.step('a letter and a note started since are kept', async () => {
    await sendButton(page).click()
    await expect(takeBack(page, recipient)).toBeVisible()
    await letter(page).fill('덧붙일 말입니다.')
    await page.getByRole('tab', { name: '내부 메모' }).click()
    await note(page).fill('통화함, 금요일에 다시.')
    await takeBack(page, recipient).click()
    await expect(letter(page)).toHaveValue(/먼저 보낸 답변입니다\.[\s\S]*덧붙일 말입니다\./)
    await page.getByRole('tab', { name: '내부 메모' }).click()
    await expect(note(page)).toHaveValue('통화함, 금요일에 다시.')
  })
})
