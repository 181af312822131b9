import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { expect, sendRequest, test } from '../support/requests-product.ts'

const list = (page: Page) => page.getByRole('region', { name: '상담 신청' })
const bar = (page: Page) => page.getByRole('region', { name: /건 선택$/ })

/** Creates `count` requests under one name, which the list finds newest first. */
const several = async (page: Page, count: number) => {
  const name = `묶음${Date.now() % 100_000}`
  const numbers: string[] = []
  for (let at = 0; at < count; at += 1)
    numbers.unshift(await sendRequest(page, `${at}동 외벽에 금이 갔습니다.`, { name, phone: `010-7700-${1000 + at}` }))
  const api = await apiOf(page)
  const read = async () => {
    const { forms } = await api.get(`/forms?q=${encodeURIComponent(name)}`)
    return forms as {
      _id: string
      number: string
      state: string
      updatedAt: string
      assignee: { name: string } | null
    }[]
  }
  return { name, numbers, api, read }
}
const choose = async (page: Page, numbers: readonly string[]) => {
  for (const number of numbers)
    await list(page)
      .getByRole('checkbox', { name: new RegExp(number) })
      .check()
}

test('requests are assigned in bulk, unassigned, and closed except for one that a colleague changed', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { name, numbers, api, read } = await several(page, 3)
  const states = async () => (await read()).map(({ state }) => state)
  await page.goto(`/console/forms?q=${encodeURIComponent(name)}`)

  await test.step('undoes an assignment', async () => {
    await choose(page, numbers.slice(0, 2))
    await expect(bar(page)).toContainText('2건 선택')
    await bar(page).getByRole('button', { name: '담당자 배정' }).click()
    await page.getByRole('menuitem', { name: /\(나\)$/ }).click()
    await expect(page.getByText('신청 2건의 담당자를 변경했습니다')).toBeVisible()
    await expect(bar(page)).toBeHidden()
    expect(await states()).toEqual(['assigned', 'assigned', 'received'])
    await page.getByRole('button', { name: '실행 취소' }).click()
    await expect.poll(states, { intervals: [50] }).toEqual(['received', 'received', 'received'])
    expect((await read()).map(({ assignee }) => assignee)).toEqual([null, null, null])
  })

  await test.step('fits the bar into a phone and a wide window', async () => {
    await choose(page, numbers.slice(0, 1))
    await bar(page).getByRole('button', { name: '이 페이지 모두 선택' }).click()
    await expect(bar(page)).toContainText('3건 선택')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(bar(page)).toBeInViewport({ ratio: 1 })
      const room = await bar(page).evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(room, String(width)).toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect.soft(await findStateViolations(page), String(width)).toEqual([])
    }
  })

  await test.step('keeps a request that changed in the meantime open and selected', async () => {
    const [changed] = await read()
    if (!changed) throw new Error('no request')
    await api.put(`/forms/${changed._id}`, { office: 'incheon', updatedAt: changed.updatedAt })
    await bar(page).getByRole('button', { name: '종결' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '종결' }).click()
    await expect(page.getByText('신청 2건을 종결했습니다')).toBeVisible()
    await expect(page.getByText(/^3건 중 1건을 처리하지 못했습니다\. 다른/)).toBeVisible()
    await expect(bar(page)).toContainText('1건 선택')
    expect((await states()).toSorted()).toEqual(['assigned', 'closed', 'closed'])
    // Escape goes to the dialog until it has closed.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
  })
})

test('the list saves a filter by name and exports what it shows; the palette finds a request', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const name = `찾음${Date.now() % 100_000}`
  const message = `=HYPERLINK("https://evil.example") ${Date.now()}`
  const number = await sendRequest(page, message, { name, phone: '+86 138-0013-8000' })
  await page.goto('/console/forms?practice=council')
  await expect(list(page).locator('a[data-row]').first()).toBeVisible()

  await test.step('saves a filter with its count, applies it again and removes it', async () => {
    await page.getByRole('button', { name: '현재 필터 저장' }).click()
    await page.getByLabel('저장할 이름').fill('입주예정자 상담')
    await page.keyboard.press('Enter')
    const views = page.getByRole('navigation', { name: '저장된 필터' })
    const view = views.getByRole('button', { name: /^입주예정자 상담 \d+$/ })
    await expect(view).toHaveAttribute('aria-current', 'page')
    await list(page).getByRole('button', { name: /^전체/ }).click()
    await navigateTo(page, '/console/forms')
    await view.click()
    await expect(page).toHaveURL(/practice=council/)
    await views.getByRole('button', { name: '저장된 필터 ‘입주예정자 상담’ 삭제' }).click()
    await expect(view).toHaveCount(0)
  })

  await test.step('finds a request by name and by number in the palette', async () => {
    for (const words of [name, number]) {
      await navigateTo(page, '/console/forms')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(words)
      await expect(page.getByRole('option', { name: new RegExp(`${name}.*${number}`) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
    }
  })

  await test.step('exports contacts and Seoul time only with a reason, without executable formulas', async () => {
    await navigateTo(page, `/console/forms?q=${number}`)
    await page.getByRole('button', { name: '내보내기' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '사유' }).fill('사무소 회의 자료')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '내보내기' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    const [head = '', line = ''] = csv.split('\r\n')
    for (const title of ['전화', '이메일', '내용', '접수 시각(서울)']) expect(head).toContain(title)
    expect(line).toContain('sejin@estate.example')
    expect(line).toContain(`'+86 138 0013 8000`)
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")`)
    expect(line).toMatch(/,\d{4}-\d{2}-\d{2} \d{2}:\d{2},/)
    expect(line).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
  })
})
