import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { test as plain } from './product.ts'
import { expect, openRequest, sendRequest, test } from './requests-product.ts'
import { apiOf } from './staff.ts'

const letter = (page: Page) => page.getByRole('textbox', { name: '답변 내용', exact: true })
const subject = (page: Page) => page.getByRole('textbox', { name: '제목' })
const sendButton = (page: Page) => page.getByRole('button', { name: /^보내고|^보내기/ }).first()
const takeBack = (page: Page) => page.getByRole('button', { name: '보내기 취소' })
const rows = (page: Page) => page.locator('main a[data-row]')

test('three requests are answered, assigned and closed, each in few acts', async ({ page, logIn, mails }) => {
  await logIn(page, 'counsel')
  const stamp = Date.now()
  const numbers = []
  for (const who of ['하나', '두나', '세나'])
    numbers.push(
      await sendRequest(page, `베란다 창틀에서 빗물이 들어옵니다 (${who} ${stamp}).`, {
        name: `${who}${stamp % 1000}`,
        phone: `010-2000-${String(1000 + numbers.length)}`,
        email: `${who === '하나' ? 'hana' : who === '두나' ? 'duna' : 'sena'}@estate.example`,
      }),
    )
  const api = await apiOf(page)
  const { staff } = await api.get('/forms/staff')
  await page.goto('/console/forms?state=received')
  await expect(rows(page).first()).toContainText('세나')

  let acts = 0
  const act = async (work: Promise<unknown>) => {
    acts += 1
    await work
  }
  const key = (name: string) => act(page.keyboard.press(name))
  const open = async (number: string | undefined) => {
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  }
  const colleague = staff[staff.length - 1].name as string
  for (const number of [...numbers].reverse()) {
    await key('j')
    await open(number)
    // Given to a colleague by name.
    await act(page.getByRole('button', { name: '담당자 배정' }).click())
    await act(page.getByRole('menuitem', { name: new RegExp(`^${colleague}`) }).click())
    await expect(page.getByRole('button', { name: `담당: ${colleague}` })).toBeVisible()
    // A template; its blank is selected, so that typing fills it.
    await act(page.getByRole('button', { name: '서식 선택' }).click())
    await act(page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click())
    await expect(page.getByText('채우지 않은 빈칸 1개')).toBeVisible()
    await expect(letter(page)).toBeFocused()
    await act(page.keyboard.type('2022년 8월 12일'))
    await expect(page.getByText('채우지 않은 빈칸')).toBeHidden()
    // Sent and closed in one.
    await key('Control+Shift+Enter')
    await expect(page.getByRole('button', { name: '상태: 종결' })).toBeVisible()
    await expect(takeBack(page).last()).toBeVisible()
  }
  console.log(`Three requests assigned, answered and closed in ${acts} acts (${acts / 3} each).`)
  expect(acts).toBeLessThanOrEqual(21)
  // The rows stay where they were.
  await expect(rows(page).first()).toContainText('세나')
  for (const number of numbers) {
    const { forms } = await api.get(`/forms?q=${number}`)
    expect(forms).toMatchObject([{ state: 'closed', assignee: { name: colleague } }])
  }
  // One letter each; letters of other tests may still be on their way.
  const lettersTo = (who: string) => mails.taken.filter((mail) => mail.includes(`To: ${who}@estate.example`)).length
  await expect.poll(() => ['hana', 'duna', 'sena'].map(lettersTo), { timeout: 30_000 }).toEqual([1, 1, 1])
  await expect(page.getByText('발송 완료').first()).toBeVisible({ timeout: 15_000 })
})

test('a letter is taken back within ten seconds: it never goes out, and its words are back', async ({
  page,
  logIn,
  mails,
}) => {
  await logIn(page, 'counsel')
  // An address of its own: letters of other tests may still be on their way.
  const email = 'taken-back@estate.example'
  const { read } = await openRequest(page, undefined, { email })
  const words = '다음 주 화요일에 찾아뵙겠습니다.'
  await letter(page).fill(words)
  await sendButton(page).click()
  await expect(page.getByText('오세진 님께 답변을 보냅니다')).toBeVisible()
  expect((await read()).state).toBe('answered')
  // The way back stays while another request is looked at.
  await page.keyboard.press('Alt+ArrowDown')
  await takeBack(page).click()
  await expect(page.getByText('보내기를 취소했습니다.').first()).toBeVisible()
  await expect(letter(page)).toHaveValue(words)
  await expect(page.getByRole('button', { name: '상태: 신규' })).toBeVisible()
  expect(await read()).toMatchObject({ state: 'received', assignee: null, answeredAt: null })
  // Longer than it would have been held.
  await expect
    .poll(async () => (await read()).thread.map(({ what }: { what: string }) => what), { timeout: 5000 })
    .toContain('withdrawn')
  await sendButton(page).click()
  const letters = () => mails.taken.filter((mail) => mail.includes(`To: ${email}`)).length
  await expect.poll(letters, { timeout: 30_000 }).toBe(1)
  await expect(takeBack(page)).toBeHidden()
})

test('a template takes the answers of the form too', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await openRequest(page, undefined, { inspected: '2022-11-30' })
  await page.getByRole('button', { name: '서식 선택' }).click()
  await page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click()
  await expect(letter(page)).toHaveValue(/새솔마루 3단지의 사용검사일은 2022-11-30입니다\./)
  await expect(page.getByText('채우지 않은 빈칸')).toBeHidden()
})

test('nothing is sent that is empty or has a blank', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { read } = await openRequest(page)
  // The greeting is there already: alone it is no letter.
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '답변 내용을 입력해 주세요' })).toBeVisible()
  await page.getByRole('button', { name: '서식 선택' }).click()
  await page.getByRole('menuitem', { name: '상담 일정 안내' }).click()
  await expect(subject(page)).toHaveValue(/상담 일정을 안내해 드립니다/)
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '빈칸을 모두 채워' })).toBeVisible()
  expect(
    await letter(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toMatch(/^\{.+\}$/)
  // What the recipient would see says so too.
  await page.getByRole('button', { name: /받는 사람에게 보일 모습|미리보기/ }).click()
  const preview = page.getByRole('dialog')
  await expect(preview).toContainText('office@daecheong.example')
  await expect(preview).toContainText('빈칸을 모두 채워')
  await expect(preview.getByRole('button', { name: '보내고 ‘답변 완료’ 처리' })).toBeDisabled()
  expect((await read()).state).toBe('received')
})

test('files go along with a letter, with progress and a way to leave one out', async ({ page, logIn, mails }) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  const taken = mails.taken.length
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await page.locator('input[type="file"]').setInputFiles([file('안내문.pdf'), file('잘못.pdf')])
  const files = page.getByRole('list', { name: '첨부 파일' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: '잘못.pdf 삭제' }).click()
  await letter(page).fill('안내문을 함께 보내 드립니다.')
  await sendButton(page).click()
  // Of the mails since, the one with files: a mail about the log-in may come between.
  const attached = () =>
    mails.taken.slice(taken).flatMap((mail) => mail.match(/Content-Disposition: attachment/g) ?? [])
  await expect.poll(attached, { timeout: 30_000 }).toHaveLength(1)
})

test('a repeated request is shown beside, merged with one press, and separated again', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const contact = { phone: '010-3000-7001', email: 'twice@estate.example', name: '두번이' }
  const first = await sendRequest(page, '지하 주차장 기둥에 물이 샙니다.', contact)
  const { read } = await openRequest(page, '지하 주차장 기둥에 물이 샌다고 지난번에 썼습니다.', contact)
  const hint = page.getByRole('region', { name: '중복으로 보이는 신청' })
  await expect(hint).toContainText('같은 전화번호 · 같은 이메일')
  await hint.getByRole('button', { name: '나란히 보기' }).click()
  const beside = page.getByRole('dialog', { name: '나란히 보기' })
  await expect(beside).toContainText(first)
  await beside.getByRole('button', { name: '합치기' }).click()
  await expect(page.getByText(`${first}에서 합침`).first()).toBeVisible()
  expect((await read()).merged).toMatchObject([{ number: first }])
  await hint.getByRole('button', { name: '다시 나누기' }).click()
  await expect(hint).toContainText('같은 전화번호')
  expect((await read()).merged).toEqual([])
})

test('a request that comes in pushes no row away; it is a line above the list', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/forms')
  const before = await rows(page).first().getAttribute('href')
  await page.waitForResponse('**/api/console/forms/arrivals')
  const message = `방금 들어온 신청입니다 (${Date.now()}).`
  await sendRequest(page, message)
  const line = page.getByRole('button', { name: /새 항목 1건/ })
  await expect(line).toBeVisible({ timeout: 5000 })
  expect(await rows(page).first().getAttribute('href')).toBe(before)
  await line.click()
  await expect(rows(page).first()).toContainText(message)
})

test('an export has contact and message in Seoul time, and runs no formula', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const message = `=HYPERLINK("https://evil.example") ${Date.now()}`
  const number = await sendRequest(page, message, { phone: '+82 10 4000 1234' })
  await page.goto(`/console/forms?q=${number}`)
  await page.getByRole('button', { name: '내보내기' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  // Contacts are in it: why they are taken is in the log.
  const asked = page.getByRole('dialog')
  await asked.getByRole('textbox', { name: '사유' }).fill('사무소 회의 자료')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asked.getByRole('button', { name: '내보내기' }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  const [head = '', line = ''] = csv.split('\r\n')
  for (const title of ['전화', '이메일', '내용', '접수 시각(서울)']) expect(head).toContain(title)
  expect(line).toContain('sejin@estate.example')
  expect(line).toContain(`'+82 10 4000 1234`)
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")`)
  expect(line).toMatch(/,\d{4}-\d{2}-\d{2} \d{2}:\d{2},/)
  expect(line).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
})

test('the palette finds requests by name and by number, for those who may see them', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const name = `찾음${Date.now() % 100000}`
  const number = await sendRequest(page, '찾아 주세요.', { name })
  for (const words of [name, number]) {
    await page.goto('/console/dashboard')
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(words)
    const found = page.getByRole('option', { name: new RegExp(`${name}.*${number}`) })
    await expect(found).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  }
  // An editor has no right to requests; one who may look at everything finds them.
  for (const [who, count] of [
    ['editor', 0],
    ['viewer', 1],
  ] as const) {
    await logIn(page, who)
    await page.goto('/console/dashboard')
    await expect(page.locator('main h1').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(number)
    await expect(page.getByText('검색 결과가 없습니다').or(page.getByRole('listbox'))).toBeVisible()
    await expect(page.getByRole('option', { name: new RegExp(name) })).toHaveCount(count)
  }
})

test('panes follow the width, and axe finds nothing in them, by day and by night', async ({ page, logIn }) => {
  test.setTimeout(120_000)
  await logIn(page, 'counsel')
  await openRequest(page)
  await page.getByRole('button', { name: '서식 선택' }).click()
  await page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click()
  const list = page.getByRole('region', { name: '상담 신청' })
  const facts = page.getByRole('heading', { name: '동의', exact: true })
  for (const [width, height, panes] of [
    [1440, 900, 3],
    [1200, 900, 3],
    [768, 1024, 2],
    [390, 844, 1],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(list).toBeVisible({ visible: panes > 1 })
    await expect(facts).toBeVisible({ visible: panes > 2 })
    await expect(letter(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect.soft(await violationsOf(page), String(width)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect.soft(await violationsOf(page, { rules: ['color-contrast'] }), `${width}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.getByRole('button', { name: '신청 정보' }).click()
  await expect(facts).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '목록으로' }).click()
  await expect(list).toBeVisible()
})

test('a request is printed with who sent it and what it is about, and without the console around it', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  await openRequest(page, '욕실 천장에서 물이 떨어집니다.', { phone: '010-2000-7001', inspected: '2022-11-30' })
  for (const width of [1440, 794]) {
    await page.setViewportSize({ width, height: 1100 })
    await expect(letter(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const text of ['욕실 천장에서 물이 떨어집니다.', '010-2000-7001', '2022-11-30'])
      await expect(page.locator('main').getByText(text).last()).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(letter(page)).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
  }
})

plain('without a sender a letter cannot be sent, and the desk says why', async ({ page, logIn }) => {
  await logIn(page, 'owner')
  const { read } = await openRequest(page)
  await letter(page).fill('보낼 수 없는 답변입니다.')
  await expect(page.getByText('보내는 메일 주소가 설정되지 않아')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await letter(page).press('Control+Enter')
  await expect(page.getByRole('link', { name: '설정으로 이동' })).toBeVisible()
  expect((await read()).state).toBe('received')
})
