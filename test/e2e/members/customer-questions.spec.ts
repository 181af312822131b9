import { readFileSync } from 'node:fs'
import { pdf } from '../../files/sample-files.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { waitForHydration } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'
import { readLastMail } from '../support/read-member-mail.ts'

// Follows a question from the member through the staff's inbox back to the member.

const catalogue = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../../messages/${language}/questions.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >

const members = {
  ko: { prefix: '', username: 'member', asked: '배송지를 바꾸고 싶습니다' },
  en: { prefix: '/en', username: 'company', asked: 'How do I change the address?' },
  cn: { prefix: '/cn', username: 'buyer', asked: '我想更改地址' },
} as const

for (const [language, { prefix, username, asked }] of Object.entries(members))
  test(`a question in ${language} is sent with a file, arrives in the open inbox, is answered and read`, {
    tag: '@deep',
  }, async ({ page, product, browser, logIn }) => {
    const words = catalogue(language)
    const textOf = (key: string) => words[key] ?? key
    const title = `${asked} ${Date.now()}`
    const answer = `확인했습니다. ${title}`

    // Open the inbox before the question is sent.
    const other = await browser.newContext({ baseURL: product.url })
    const desk = await other.newPage()
    await logIn(desk)
    await desk.goto('/console/center/questions')
    await expect(desk.getByRole('heading', { name: '1:1 문의', level: 1 })).toBeVisible()
    await expect(desk.locator('tbody tr').first()).toBeVisible()
    await expect(desk.getByText(title)).toHaveCount(0)

    await logIn(page, username)
    await page.goto(`${prefix}/center/questions`)
    await waitForHydration(page)
    await page.getByRole('button', { name: textOf('questions_ask'), exact: true }).click()
    // The missing field shows an error, and no request is sent.
    await page.getByRole('button', { name: textOf('questions_submit') }).click()
    await expect(page.getByText(textOf('questions_title_missing'))).toBeVisible()
    await expect(page.getByText(textOf('questions_text_missing'))).toBeVisible()
    await page.getByLabel(textOf('questions_subject'), { exact: true }).fill(title)
    await page.getByLabel(textOf('questions_text'), { exact: true }).fill(`${asked}\n${asked}`)
    await page.locator('main input[type="file"]').setInputFiles({
      name: 'receipt.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(),
    })
    await expect(
      page.getByRole('button', { name: textOf('questions_file_remove').replace('{name}', 'receipt.pdf') }),
    ).toBeVisible()
    await page.getByRole('button', { name: textOf('questions_submit') }).click()
    const line = page.locator('main li').filter({ hasText: title })
    await expect(line).toContainText(textOf('center_state_open'))
    await expect(line.getByRole('button', { name: 'receipt.pdf' })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])

    // The question is announced in the inbox without a reload; the rows stay in place until staff load the new ones.
    await desk.getByRole('button', { name: /^새 항목 \d+건 보기$/ }).click()
    await desk.getByRole('link', { name: title }).click()
    await expect(desk.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    const download = desk.waitForEvent('download')
    await desk.getByRole('button', { name: /receipt\.pdf/ }).click()
    expect((await download).suggestedFilename()).toBe('receipt.pdf')
    const box = desk.getByRole('textbox', { name: '답변 내용' })
    await box.fill(answer)
    await desk.locator('input[type="file"]').setInputFiles({
      name: 'guide.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(),
    })
    await expect(desk.getByRole('button', { name: /guide\.pdf/ })).toBeVisible()
    await desk.getByRole('button', { name: '답변 등록' }).click()
    await expect(desk.getByText('답변을 등록했습니다.')).toBeVisible()
    await expect(box).toHaveValue('')
    await other.close()

    // The member is notified by mail and on the account's first page, and opens the answer from there.
    const mail = await readLastMail(product, title)
    expect(mail).toContain(title)
    const { pathname, search } = new URL(/\S+\/questions\?open=\S+/.exec(mail)?.[0] ?? '', product.url)
    expect(pathname).toBe(`${prefix}/center/questions`)
    await page.goto(`${prefix}/me`)
    const waits = page
      .locator('main li')
      .filter({ hasText: title })
      .filter({ hasText: textOf('questions_wait_act') })
    await waits.getByRole('link').first().click()
    await page.waitForURL(`**${pathname}${search}`)
    await expect(line).toContainText(textOf('center_state_answered'))
    await expect(line).toContainText(answer)
    const guide = page.waitForEvent('download')
    await line.getByRole('button', { name: 'guide.pdf' }).click()
    expect((await guide).suggestedFilename()).toBe('guide.pdf')
    await line.getByRole('button', { name: textOf('questions_settled_yes') }).click()
    await expect(line).toContainText(textOf('center_state_closed'))
    await expect(line.getByText(textOf('questions_is_closed'))).toBeVisible()
    await page.goto(`${prefix}/me`)
    await expect(
      page
        .locator('main li')
        .filter({ hasText: textOf('questions_wait_act') })
        .filter({ hasText: title }),
    ).toHaveCount(0)
  })
