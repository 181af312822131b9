import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

// Decides on applications of the demo data.

test.use({ installation: 'match' })

const ko = { locale: 'ko' } as const

interface Waiting {
  _id: string
  state: string
  reason: string
  decidedBy: string
  profile: { name: string }
}

const readAll = async (page: Page): Promise<Waiting[]> =>
  (await (await apiOf(page)).get('/participations?state=submitted&sort=createdAt')).participations
const readOne = async (page: Page, id: string): Promise<Waiting> =>
  (await (await apiOf(page)).get(`/participations/${id}`)).participation

test('staff decide on applications by keyboard alone, and the second to decide sees who was first', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/participations')
  const [first, second, third, fourth] = await readAll(page)
  if (!first || !second || !third || !fourth) throw new Error('The demonstration has too few applications')
  const heading = page.locator('#screen-title')
  const press = (key: string) => page.keyboard.press(key)
  const isOpen = async ({ _id, profile }: Waiting) => {
    await expect(page).toHaveURL(new RegExp(_id))
    await expect(heading).toHaveText(profile.name)
  }
  await expect(page.locator(`[data-participation="${first._id}"]`)).toBeVisible()

  await test.step('J opens the first application with its checks; J and K move on and back', async () => {
    await press('j')
    await isOpen(first)
    await expect(page.getByText(m.participants_checks({}, ko))).toBeVisible()
    await expect(page.getByText(m.participants_check_clean({}, ko))).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await press('j')
    await isOpen(second)
    await press('k')
    await isOpen(first)
  })

  await test.step('Q requests more information: it needs a text, which is kept until it is sent', async () => {
    await press('q')
    const field = page.getByLabel(m.participants_ask_what({}, ko))
    await expect(field).toBeFocused()
    await press('Control+Enter')
    await expect(page.getByText(m.participants_reason_empty({}, ko))).toBeVisible()
    await page.keyboard.type('매장 사진이 필요합니다.')
    await press('Escape')
    await expect(field).toHaveCount(0)
    await press('j')
    await isOpen(second)
    await press('k')
    await isOpen(first)
    await press('q')
    await expect(field).toHaveValue('매장 사진이 필요합니다.')
    await press('Control+Enter')
    await expect(field).toHaveCount(0)
    await expect(page.getByText(m.participants_asked_for({}, ko), { exact: true })).toBeVisible()
    expect(await readOne(page, first._id)).toMatchObject({ state: 'asked', reason: '매장 사진이 필요합니다.' })
  })

  await test.step('A approves', async () => {
    await press('j')
    await isOpen(second)
    await press('a')
    await expect.poll(async () => (await readOne(page, second._id)).state, often).toBe('approved')
    await expect(page.locator('main').getByText(m.participants_state_approved({}, ko)).first()).toBeVisible()
  })

  await test.step('refusing has no shortcut and needs a reason', async () => {
    await press('j')
    await isOpen(third)
    await page.getByRole('button', { name: m.participants_refuse_with({}, ko) }).focus()
    await press('Enter')
    await expect(page.getByLabel(m.participants_refuse_why({}, ko))).toBeFocused()
    await press('Control+Enter')
    await expect(page.getByText(m.participants_reason_empty({}, ko))).toBeVisible()
    expect((await readOne(page, third._id)).state).toBe('submitted')
    await page.keyboard.type('명단의 기업과 다릅니다.')
    await press('Control+Enter')
    await expect.poll(async () => (await readOne(page, third._id)).state, often).toBe('refused')
    await expect(page.getByLabel(m.participants_refuse_why({}, ko))).toHaveCount(0)
  })

  await test.step('a late decision shows the first one and its author', async () => {
    await press('j')
    await isOpen(fourth)
    // The colleague decides after the key press, so the screen cannot know of it.
    const colleague = await apiOf(page)
    await page.route(
      '**/api/console/participations/*/decide',
      async (route) => {
        await colleague.post('/participations/decide', {
          ids: [fourth._id],
          state: 'asked',
          reason: '주소가 필요합니다.',
        })
        await route.continue()
      },
      { times: 1 },
    )
    await press('a')
    const alert = page.getByRole('alert').filter({ hasText: /이미 보완을 요청했습니다/ })
    await expect(alert).toBeVisible()
    await expect(alert).toContainText(
      (await (await apiOf(page)).get(`/participations/${fourth._id}`)).participation.decidedBy,
    )
    expect((await readOne(page, fourth._id)).state).toBe('asked')
  })

  await test.step('X selects, A decides on all selected, Escape clears the selection', async () => {
    await navigateTo(page, '/console/participations?state=asked')
    await expect(page.locator(`[data-participation="${first._id}"]`)).toBeVisible()
    await press('j')
    await isOpen(first)
    await press('x')
    const chosen = (count: number) => page.getByText(m.list_chosen({ count }, ko), { exact: true })
    await expect(chosen(1)).toBeVisible()
    await press('Escape')
    await expect(chosen(1)).toHaveCount(0)
    await press('x')
    await press('j')
    await isOpen(fourth)
    await press('x')
    await expect(chosen(2)).toBeVisible()
    await press('a')
    await expect(chosen(2)).toHaveCount(0)
    for (const { _id } of [first, fourth]) expect((await readOne(page, _id)).state).toBe('approved')
  })
})
