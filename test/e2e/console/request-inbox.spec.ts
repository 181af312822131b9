import { navigateTo } from '../support/console-screen.ts'
import { choose, expect, openRequest, sendRequest, test } from '../support/requests-product.ts'

test('new requests appear on the dashboard and in the list without a reload, and closed ones leave the dashboard', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  // Only requests after the first answer of the arrivals poll count as new.
  const watched = page.waitForResponse('**/api/console/forms/arrivals')
  await page.goto('/console/dashboard')
  await expect(page.getByText('최근 28일')).toBeVisible()
  await watched
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })

  await test.step('a new request appears on the dashboard and links to itself', async () => {
    const message = `옥상 방수층이 들떴습니다 (${Date.now()})`
    const number = await sendRequest(page, message)
    const row = section('신규 신청').getByRole('link', { name: message })
    await expect(row).toBeVisible({ timeout: 3000 })
    await row.click()
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  })

  await test.step('a closed request leaves the dashboard', async () => {
    await page.getByRole('link', { name: '오늘', exact: true }).click()
    const late = section('2일 이상 미답변 신청')
    const row = late.getByRole('listitem').getByRole('link').first()
    const to = (await row.getAttribute('href')) ?? ''
    await row.click()
    await choose(page, /^상태:/, '종결')
    await expect(page.getByRole('button', { name: '상태: 종결' })).toBeVisible()
    await page.getByRole('link', { name: '오늘', exact: true }).click()
    await expect(late).toBeVisible()
    await expect(late.locator(`a[href="${to}"]`)).toHaveCount(0, { timeout: 3000 })
  })

  await test.step('a new request is announced above the list and moves no row', async () => {
    await navigateTo(page, '/console/forms')
    const first = page.locator('main a[data-row]').first()
    const before = await first.getAttribute('href')
    const message = `방금 들어온 신청입니다 (${Date.now()}).`
    await sendRequest(page, message)
    const line = page.getByRole('button', { name: /새 항목 1건/ })
    await expect(line).toBeVisible({ timeout: 5000 })
    expect(await first.getAttribute('href')).toBe(before)
    await line.click()
    await expect(first).toContainText(message)
  })
})

// Two accounts change one request: the second gets 412, sees the current state and keeps the typed text.
test("a reply and a status change are refused after a colleague's change, typed text stays, and a second attempt works", {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { api, read, change } = await openRequest(page)
  const { staff } = await api.get('/forms/staff')
  const text = page.getByRole('textbox', { name: '답변 내용', exact: true })

  await test.step('the letter is not sent, stays after a reload, and can then be sent', async () => {
    await text.fill('보내 주신 사진을 보았습니다. 다음 주 화요일에 찾아뵙겠습니다.')
    await change({ assignee: staff[0]._id })
    const send = page.getByRole('button', { name: /^보내/ }).filter({ hasText: '보내기' })
    await send.click()
    const late = page.getByRole('alert').filter({ hasText: '답변을 보내지 않았습니다' })
    // The message is beside the button, not above the visible part of the screen.
    await expect(late).toBeInViewport()
    await expect(text).toHaveValue(/다음 주 화요일/)
    expect((await read()).state).toBe('assigned')
    await page.reload()
    await expect(text).toHaveValue(/다음 주 화요일/)
    await send.click()
    await expect(page.getByText('다음 주 화요일에 찾아뵙겠습니다.').first()).toBeVisible()
    await expect.poll(async () => (await read()).state, { intervals: [50] }).toBe('answered')
    await expect(late).toBeHidden()
  })

  await test.step('the status is not changed, the current one is shown, and it can then be changed', async () => {
    await change({ state: 'assigned' })
    const late = page.getByRole('alert').filter({ hasText: '다른 사용자가 이 신청을 변경' })
    await choose(page, /^상태:/, '종결')
    await expect(late).toBeVisible()
    await expect(page.getByRole('button', { name: '상태: 배정' })).toBeVisible()
    expect((await read()).state).toBe('assigned')
    await choose(page, /^상태:/, '종결')
    await expect(late).toBeHidden()
    await expect.poll(async () => (await read()).state, { intervals: [50] }).toBe('closed')
  })
})
