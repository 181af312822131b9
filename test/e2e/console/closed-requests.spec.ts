import type { Page } from '@playwright/test'
import { headerOf, type MailServer } from '../../providers/mail-server.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { test as testWithoutMailServer } from '../support/product-fixture.ts'
import { expect, openRequest, sendRequest, test } from '../support/requests-product.ts'

const letter = (page: Page) => page.getByRole('textbox', { name: '답변 내용', exact: true })
const subject = (page: Page) => page.getByRole('textbox', { name: '제목' })
const sendButton = (page: Page) => page.getByRole('button', { name: /^보내고|^보내기/ }).first()
const takeBack = (page: Page) => page.getByRole('button', { name: '보내기 취소' })
const rows = (page: Page) => page.locator('main a[data-row]')
/** Subjects of the matching mails to an address; the confirmation of receipt is a mail as well. */
const lettersTo = (mails: MailServer, email: string, subject: RegExp) =>
  mails.received
    .filter((mail) => headerOf(mail, 'To') === email)
    .map((mail) => headerOf(mail, 'Subject'))
    .filter((each) => subject.test(each))

/** Submits requests from these people and opens the list of new requests. */
const receive = async (page: Page, people: readonly { name: string; email: string }[]) => {
  const numbers: string[] = []
  for (const [at, person] of people.entries())
    numbers.push(
      await sendRequest(page, `베란다 창틀에서 빗물이 들어옵니다 (${person.name} ${Date.now()}).`, {
        phone: `010-2000-${1000 + at}`,
        ...person,
      }),
    )
  const api = await apiOf(page)
  const { staff } = await api.get('/forms/staff')
  await page.goto('/console/forms?state=received')
  await expect(rows(page).first()).toContainText(people.at(-1)?.name ?? '')
  return { numbers, api, colleague: staff.at(-1).name as string }
}

/** Opens the next request, assigns it, answers it from a template and closes it; returns the number of actions. */
const handleNext = async (page: Page, number: string, colleague: string) => {
  let acts = 0
  const act = async (work: Promise<unknown>) => {
    acts += 1
    await work
  }
  await act(page.keyboard.press('j'))
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await act(page.getByRole('button', { name: '담당자 배정' }).click())
  await act(page.getByRole('menuitem', { name: new RegExp(`^${colleague}`) }).click())
  await expect(page.getByRole('button', { name: `담당: ${colleague}` })).toBeVisible()
  await act(page.getByRole('button', { name: '서식 선택' }).click())
  await act(page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click())
  // The placeholder of the template is selected, so typing replaces it.
  await expect(page.getByText('채우지 않은 빈칸 1개')).toBeVisible()
  await expect(letter(page)).toBeFocused()
  await act(page.keyboard.type('2022년 8월 12일'))
  await expect(page.getByText('채우지 않은 빈칸')).toBeHidden()
  await act(page.keyboard.press('Control+Shift+Enter'))
  await expect(page.getByRole('button', { name: '상태: 종결' })).toBeVisible()
  await expect(takeBack(page).last()).toBeVisible()
  return acts
}

test('a request is assigned, answered and closed in seven actions, and its row stays', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { numbers, api, colleague } = await receive(page, [{ name: '한나', email: 'hanna@estate.example' }])
  const [number = ''] = numbers
  expect(await handleNext(page, number, colleague)).toBeLessThanOrEqual(7)
  await expect(rows(page).first()).toContainText('한나')
  const { forms } = await api.get(`/forms?q=${number}`)
  expect(forms).toMatchObject([{ state: 'closed', assignee: { name: colleague } }])
})

test('three requests in a row are closed in seven actions each, and each gets one letter', { tag: '@deep' }, async ({
  page,
  logIn,
  mails,
}) => {
  await logIn(page, 'counsel')
  const people = ['hana', 'duna', 'sena'].map((name) => ({ name: `${name}님`, email: `${name}@estate.example` }))
  const { numbers, api, colleague } = await receive(page, people)
  for (const number of numbers.toReversed()) expect(await handleNext(page, number, colleague)).toBeLessThanOrEqual(7)
  await expect(rows(page).first()).toContainText('sena님')
  for (const number of numbers) {
    const { forms } = await api.get(`/forms?q=${number}`)
    expect(forms).toMatchObject([{ state: 'closed', assignee: { name: colleague } }])
  }
  const letters = () => people.map(({ email }) => lettersTo(mails, email, /갖출 자료/).length)
  await expect.poll(letters, { timeout: 30_000 }).toEqual([1, 1, 1])
  await expect(page.getByText('발송 완료').first()).toBeVisible({ timeout: 15_000 })
})

test('a cancelled letter is never sent, and sending it again sends it once', { tag: '@deep' }, async ({
  page,
  logIn,
  mails,
}) => {
  await logIn(page, 'counsel')
  const email = 'taken-back@estate.example'
  await openRequest(page, undefined, { email })
  await subject(page).fill('먼저 쓴 답변')
  await letter(page).fill('다음 주 화요일에 찾아뵙겠습니다.')
  await sendButton(page).click()
  await takeBack(page).click()
  await expect(page.getByText('보내기를 취소했습니다.').first()).toBeVisible()
  await subject(page).fill('다시 보내는 답변')
  await sendButton(page).click()
  // Mails arrive in order: a cancelled first letter would arrive before the second.
  const letters = () => lettersTo(mails, email, /답변$/)
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(letters()).toEqual(['다시 보내는 답변'])
  await expect(takeBack(page)).toBeHidden()
})

test('an empty letter or one with placeholders is not sent; a template takes the answers of the form', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const { read } = await openRequest(page, undefined, { inspected: '2022-11-30' })
  await test.step('refuses a letter with a greeting only', async () => {
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: '답변 내용을 입력해 주세요' })).toBeVisible()
  })
  await test.step('selects a placeholder, and lists it in the preview', async () => {
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
    await page.getByRole('button', { name: /받는 사람에게 보일 모습|미리보기/ }).click()
    const preview = page.getByRole('dialog')
    await expect(preview).toContainText('office@daecheong.example')
    await expect(preview).toContainText('빈칸을 모두 채워')
    await expect(preview.getByRole('button', { name: '보내고 ‘답변 완료’ 처리' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
  })
  await test.step('fills a placeholder with an answer of the form', async () => {
    // The menu button shows the name of the chosen template.
    await page.getByRole('button', { name: '상담 일정 안내' }).click()
    await page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click()
    await expect(letter(page)).toHaveValue(/새솔마루 3단지의 사용검사일은 2022-11-30입니다\./)
    await expect(page.getByText('채우지 않은 빈칸')).toBeHidden()
  })
  expect((await read()).state).toBe('received')
})

test('a repeated request is shown next to the first, merged with one click, and separated again', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const contact = { phone: '010-3000-7001', email: 'twice@estate.example', name: '두번이' }
  const first = await sendRequest(page, '지하 주차장 기둥에 물이 샙니다.', contact)
  const { read } = await openRequest(page, '지하 주차장 기둥에 물이 샌다고 지난번에 썼습니다.', contact)
  const hint = page.getByRole('region', { name: '중복으로 보이는 신청' })
  await expect(hint).toContainText('같은 전화번호 · 같은 이메일')
  await hint.getByRole('button', { name: '나란히 보기' }).click()
  const comparison = page.getByRole('dialog', { name: '나란히 보기' })
  await expect(comparison).toContainText(first)
  await comparison.getByRole('button', { name: '합치기' }).click()
  await expect(page.getByText(`${first}에서 합침`).first()).toBeVisible()
  expect((await read()).merged).toMatchObject([{ number: first }])
  await hint.getByRole('button', { name: '다시 나누기' }).click()
  await expect(hint).toContainText('같은 전화번호')
  expect((await read()).merged).toEqual([])
})

const list = (page: Page) => page.getByRole('region', { name: '상담 신청' })
const facts = (page: Page) => page.getByRole('heading', { name: '동의', exact: true })

const expectPanes = async (page: Page, width: number, height: number, panes: number) => {
  await page.setViewportSize({ width, height })
  await expect(list(page)).toBeVisible({ visible: panes > 1 })
  await expect(facts(page)).toBeVisible({ visible: panes > 2 })
  await expect(letter(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

const chooseTemplate = async (page: Page) => {
  await page.getByRole('button', { name: '서식 선택' }).click()
  await page.getByRole('menuitem', { name: '하자 진단 자료 요청' }).click()
}

test('panes adapt to the width, and a request prints without the console around it', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const words = '욕실 천장에서 물이 떨어집니다.'
  await openRequest(page, words, { phone: '010-2000-7001', inspected: '2022-11-30' })
  const expectPrinted = async () => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const text of [words, '010-2000-7001', '2022-11-30'])
      await expect(page.locator('main').getByText(text).last()).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(letter(page)).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
  }
  await chooseTemplate(page)
  await expectPanes(page, 1440, 900, 3)
  expect(await findStateViolations(page)).toEqual([])
  await expectPrinted()
  await expectPanes(page, 768, 1024, 2)
  await expectPrinted()
  await expectPanes(page, 390, 844, 1)
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: '신청 정보' }).click()
  await expect(facts(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '목록으로' }).click()
  await expect(list(page)).toBeVisible()
})

test('panes are accessible at each width, in light and dark', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await openRequest(page)
  await chooseTemplate(page)
  for (const [width, height, panes] of [
    [1440, 900, 3],
    [1200, 900, 3],
    [768, 1024, 2],
    [390, 844, 1],
  ] as const) {
    await expectPanes(page, width, height, panes)
    expect.soft(await findStateViolations(page), String(width)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect.soft(await findStateViolations(page, { rules: ['color-contrast'] }), `${width}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

test('the palette finds a request for accounts that may read requests', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const name = `찾음${Date.now() % 100000}`
  const number = await sendRequest(page, '찾아 주세요.', { name })
  for (const [who, count] of [
    ['counsel', 1],
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

testWithoutMailServer(
  'a letter cannot be sent without a mail server, and the screen says why',
  { tag: '@deep' },
  async ({ page, logIn }) => {
    await logIn(page, 'owner')
    const { read } = await openRequest(page)
    await letter(page).fill('보낼 수 없는 답변입니다.')
    await expect(page.getByText('보내는 메일 주소가 설정되지 않아')).toBeVisible()
    await expect(sendButton(page)).toBeDisabled()
    await letter(page).press('Control+Enter')
    await expect(page.getByRole('link', { name: '설정으로 이동' })).toBeVisible()
    expect((await read()).state).toBe('received')
  },
)
