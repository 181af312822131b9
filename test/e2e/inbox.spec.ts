import type { Page } from '@playwright/test'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

/** A request that has just come in, by its number. */
const sendRequest = async (page: Page, message = '거실 쪽 천장에 물 얼룩이 번집니다.') => {
  const { kind } = await (await page.request.get('/api/v1/forms/consult')).json()
  const answers = {
    name: '오세진',
    phone: '010-0000-4171',
    email: 'sejin@estate.example',
    practice: 'building',
    building: '새솔마루 3단지',
    region: 'incheon',
    households: '976',
    message,
  }
  const sent = await page.request.post('/api/v1/forms/consult', {
    data: { answers, consent: kind.privacyVersion, elapsed: 60_000 },
    headers: { 'idempotency-key': `inbox-${Date.now()}-${Math.random()}` },
  })
  expect([sent.status(), await sent.text()]).toEqual([201, expect.any(String)])
  return (await sent.json()).receipt.number as string
}

test('a request that comes in stands on the desk without a reload, and leads to itself', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/dashboard')
  const fresh = page.locator('section', { has: page.getByRole('heading', { name: '새로 들어온 신청' }) })
  await expect(page.getByText('지난 28일')).toBeVisible()
  const message = `옥상 방수층이 들떴습니다 (${Date.now()})`
  // The watch has asked once, so what comes now is news to it.
  await page.waitForResponse('**/api/console/forms/arrivals')
  const number = await sendRequest(page, message)
  const row = fresh.getByRole('link', { name: message })
  await expect(row).toBeVisible({ timeout: 3000 })
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
})

const chooseState = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: '상태' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('what has been answered or closed no longer waits on the desk', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  await page.goto('/console/dashboard')
  const late = page.locator('section', { has: page.getByRole('heading', { name: '답변이 이틀 넘은 신청' }) })
  const row = late.getByRole('listitem').getByRole('link').first()
  const to = (await row.getAttribute('href')) ?? ''
  await row.click()
  await chooseState(page, '닫힘')
  await expect(page.getByRole('combobox', { name: '상태' })).toHaveValue('닫힘')
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  await expect(late).toBeVisible()
  await expect(late.locator(`a[href="${to}"]`)).toHaveCount(0, { timeout: 3000 })
})

// Two people at one request: nothing of it can be merged, so the later one is told, sees the current request, and
// keeps what they wrote.

/** The request on the screen, and what a colleague does to it meanwhile. */
const openRequest = async (page: Page) => {
  const number = await sendRequest(page)
  const api = await apiOf(page)
  const { forms } = await api.get(`/forms?q=${number}`)
  const id = forms[0]._id
  await page.goto(`/console/forms/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const read = async () => (await api.get(`/forms/${id}`)).form
  const change = async (body: object) => api.put(`/forms/${id}`, { ...body, updatedAt: (await read()).updatedAt })
  return { read, change }
}

test('a state that was changed meanwhile is shown, and the own choice is made anew', async ({ page, logIn }) => {
  await logIn(page, 'counsel')
  const { read, change } = await openRequest(page)
  const { staff } = await (await apiOf(page)).get('/forms/staff')
  await change({ assignee: staff[0]._id })
  const late = page.getByRole('alert').filter({ hasText: '그 사이 다른 사람이 이 신청을 바꾸었습니다' })
  await chooseState(page, '닫힘')
  await expect(late).toBeVisible()
  await expect(page.getByRole('combobox', { name: '상태' })).toHaveValue('배정')
  expect((await read()).state).toBe('assigned')
  await chooseState(page, '닫힘')
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
  const text = page.getByRole('textbox', { name: '답변', exact: true })
  await text.fill('보내 주신 사진을 보았습니다. 다음 주 화요일에 찾아뵙겠습니다.')
  await change({ assignee: staff[0]._id })
  const send = page.getByRole('button', { name: '보내고' })
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
