import { choose, expect, openRequest, sendRequest, test } from './requests-product.ts'
import { apiOf } from './staff.ts'

test('a request that comes in stands on the desk without a reload, and leads to itself', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/dashboard')
  const fresh = page.locator('section', { has: page.getByRole('heading', { name: '신규 신청' }) })
  await expect(page.getByText('최근 28일')).toBeVisible({ timeout: 30_000 })
  const message = `옥상 방수층이 들떴습니다 (${Date.now()})`
  // The watch has asked once, so what comes now is news to it.
  await page.waitForResponse('**/api/console/forms/arrivals')
  const number = await sendRequest(page, message)
  const row = fresh.getByRole('link', { name: message })
  await expect(row).toBeVisible({ timeout: 3000 })
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
})

test('what has been answered or closed no longer waits on the desk', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/dashboard')
  const late = page.locator('section', { has: page.getByRole('heading', { name: '2일 이상 미답변 신청' }) })
  const row = late.getByRole('listitem').getByRole('link').first()
  const to = (await row.getAttribute('href')) ?? ''
  await row.click()
  await choose(page, /^상태:/, '종결')
  await expect(page.getByRole('button', { name: '상태: 종결' })).toBeVisible()
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  await expect(late).toBeVisible()
  await expect(late.locator(`a[href="${to}"]`)).toHaveCount(0, { timeout: 3000 })
})

// Two people at one request: nothing of it can be merged, so the later one is told, sees the current request, and
// keeps what they wrote.

test('a state that was changed meanwhile is shown, and the own choice is made anew', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { read, change } = await openRequest(page)
  const { staff } = await (await apiOf(page)).get('/forms/staff')
  await change({ assignee: staff[0]._id })
  const late = page.getByRole('alert').filter({ hasText: '다른 사용자가 이 신청을 변경' })
  await choose(page, /^상태:/, '종결')
  await expect(late).toBeVisible()
  await expect(page.getByRole('button', { name: '상태: 배정' })).toBeVisible()
  expect((await read()).state).toBe('assigned')
  await choose(page, /^상태:/, '종결')
  await expect(late).toBeHidden()
  await expect.poll(async () => (await read()).state).toBe('closed')
})

test('an answer to a request that was changed meanwhile is not sent, is not lost, and can be sent then', async ({
  page,
  logIn,
}) => {
  await logIn(page, 'counsel')
  const { read, change } = await openRequest(page)
  const { staff } = await (await apiOf(page)).get('/forms/staff')
  const text = page.getByRole('textbox', { name: '답변 내용', exact: true })
  await text.fill('보내 주신 사진을 보았습니다. 다음 주 화요일에 찾아뵙겠습니다.')
  await change({ assignee: staff[0]._id })
  const send = page.getByRole('button', { name: /^보내/ }).filter({ hasText: '보내기' })
  await send.click()
  const late = page.getByRole('alert').filter({ hasText: '답변을 보내지 않았습니다' })
  // Beside the button, not somewhere above.
  await expect(late).toBeInViewport()
  await expect(text).toHaveValue(/다음 주 화요일/)
  expect((await read()).state).toBe('assigned')
  await page.reload()
  await expect(text).toHaveValue(/다음 주 화요일/)
  await send.click()
  await expect(page.getByText('다음 주 화요일에 찾아뵙겠습니다.').first()).toBeVisible()
  await expect.poll(async () => (await read()).state).toBe('answered')
  await expect(late).toBeHidden()
})
