import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

const answers = {
  name: '나중일',
  phone: '010-0000-4172',
  email: 'later@estate.example',
  practice: 'building',
  building: '새솔마루 4단지',
  region: 'incheon',
  households: '900',
  message: '데이터베이스가 멈춘 사이에 보낸 사연입니다.',
}

/** Writes a spooled entry to disk with the idempotency key of an existing request. */
const keepEntry = async (dataDirectory: string, key: string, name: string) => {
  const entry = {
    entry: 'request',
    id: randomUUID(),
    key,
    hash: 'ab'.repeat(32),
    kind: 'consult',
    locale: 'ko',
    answers: { ...answers, name },
    special: { name, phone: answers.phone, email: answers.email, practice: 'building', office: null, lawyer: null },
    files: [],
    consent: '2026-03-01',
    receivedAt: new Date().toISOString(),
  }
  await mkdir(join(dataDirectory, 'spool'), { recursive: true })
  await writeFile(join(dataDirectory, 'spool', `request-${entry.id}.json`), JSON.stringify(entry))
}

test('shows undeliverable requests on the list and the dashboard, and lets staff file or discard them', {
  tag: '@deep',
}, async ({ page, logIn, product }) => {
  await logIn(page, 'counsel')
  const key = `kept-${randomUUID()}`
  const { kind } = await (await page.request.get('/api/v1/forms/consult')).json()
  const first = await page.request.post('/api/v1/forms/consult', {
    data: { answers, consent: kind.privacyVersion, elapsed: 60_000 },
    headers: { 'idempotency-key': key },
  })
  expect(first.status()).toBe(201)
  await open(page, '/console/forms')
  await keepEntry(product.dataDirectory, key, '나중일')
  await keepEntry(product.dataDirectory, key, '버릴이')

  // The notice appears on the list without a reload, and on the dashboard.
  const notice = page.getByRole('link', { name: '접수하지 못하고 보류된 신청이 2건' })
  await expect(notice).toBeVisible()
  await open(page, '/console/dashboard')
  await expect(page.getByRole('heading', { name: /보류된 신청/ })).toBeVisible()
  await page.getByRole('link', { name: /보류된 신청/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '보류된 신청' })).toBeVisible()
  const entry = (name: string) => page.getByRole('article', { name })
  await expect(entry('나중일')).toContainText('010-0000-4172')
  await expect(entry('나중일')).toContainText('데이터베이스가 멈춘 사이에')
  await expect(entry('나중일')).toContainText('같은 제출 번호로')
  // Run axe here: the accessibility spec always finds this screen empty.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findStateViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  await entry('나중일').getByRole('button', { name: '접수' }).click()
  await expect(page.getByText(/^접수했습니다. 접수번호 \d{4}-\d{6}$/)).toBeVisible()
  await expect(entry('나중일')).toBeHidden()

  await entry('버릴이').getByRole('button', { name: '폐기' }).click()
  const dialog = page.getByRole('dialog', { name: '버릴이 님의 신청을 폐기하시겠습니까?' })
  await dialog.getByRole('button', { name: '돌아가기' }).click()
  await expect(entry('버릴이')).toBeVisible()
  await entry('버릴이').getByRole('button', { name: '폐기' }).click()
  await dialog.getByRole('button', { name: '폐기' }).click()
  await expect(page.getByText('보류된 신청이 없습니다')).toBeVisible()

  const { forms } = await (await apiOf(page)).get(`/forms?q=${encodeURIComponent('나중일')}`)
  expect(forms.filter(({ name }: { name: string }) => name === '나중일')).toHaveLength(2)
  await navigateTo(page, '/console/forms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()
})
