import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expect, sendRequest, test } from './requests-product.ts'
import { apiOf } from './staff.ts'

const list = (page: Page) => page.getByRole('region', { name: '상담 신청' })
const bar = (page: Page) => page.getByRole('region', { name: /건 선택$/ })

/** Requests of one name, newest first in the list that finds them. */
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

test('chosen requests are given to one person, and back again', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { name, numbers, read } = await several(page, 3)
  await page.goto(`/console/forms?q=${encodeURIComponent(name)}`)
  await choose(page, numbers.slice(0, 2))
  await expect(bar(page)).toContainText('2건 선택')
  await bar(page).getByRole('button', { name: '담당자 배정' }).click()
  await page.getByRole('menuitem', { name: /\(나\)$/ }).click()
  await expect(page.getByText('신청 2건의 담당자를 변경했습니다')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect((await read()).map(({ state }) => state)).toEqual(['assigned', 'assigned', 'received'])
  await page.getByRole('button', { name: '실행 취소' }).click()
  await expect.poll(async () => (await read()).map(({ state }) => state)).toEqual(['received', 'received', 'received'])
  expect((await read()).map(({ assignee }) => assignee)).toEqual([null, null, null])
})

test('chosen requests are closed after a question; one that a colleague changed stays chosen', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const { name, numbers, read, api } = await several(page, 3)
  await page.goto(`/console/forms?q=${encodeURIComponent(name)}`)
  await choose(page, numbers.slice(0, 1))
  await bar(page).getByRole('button', { name: '이 페이지 모두 선택' }).click()
  await expect(bar(page)).toContainText('3건 선택')
  const [changed] = await read()
  if (!changed) throw new Error('no request')
  await api.put(`/forms/${changed._id}`, { office: 'incheon', updatedAt: changed.updatedAt })
  await bar(page).getByRole('button', { name: '종결' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '종결' }).click()
  await expect(page.getByText('신청 2건을 종결했습니다')).toBeVisible()
  await expect(bar(page)).toContainText('1건 선택')
  expect((await read()).map(({ state }) => state).toSorted()).toEqual(['assigned', 'closed', 'closed'])
  // While the question closes, Esc is its own.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('a filter is kept under a name, with its count, and removed', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/forms?practice=council')
  await expect(list(page).locator('a[data-row]').first()).toBeVisible()
  await page.getByRole('button', { name: '현재 필터 저장' }).click()
  await page.getByLabel('저장할 이름').fill('입주예정자 상담')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: '저장된 필터' })
  const view = views.getByRole('button', { name: /^입주예정자 상담 \d+$/ })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await list(page).getByRole('button', { name: /^전체/ }).click()
  await page.goto('/console/forms')
  await view.click()
  await expect(page).toHaveURL(/practice=council/)
  await views.getByRole('button', { name: '저장된 필터 ‘입주예정자 상담’ 삭제' }).click()
  await expect(view).toHaveCount(0)
})

test('the bar of acts holds at 390 and in the list of a wide window, and axe finds nothing', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const { name, numbers } = await several(page, 2)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/console/forms?q=${encodeURIComponent(name)}`)
    await choose(page, numbers)
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    const room = await bar(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(room, String(width)).toBeLessThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect.soft(await violationsOf(page), String(width)).toEqual([])
  }
})
