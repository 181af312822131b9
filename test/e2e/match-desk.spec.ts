import type { Page } from '@playwright/test'
import readWorkbook from 'read-excel-file/node'
import { m } from '#messages/messages.js'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

// The operator's day at the running fair of the demonstration: the board, the plan, and the door.

test.use({ installation: 'match-desk' })

const ko = { locale: 'ko' } as const

interface Board {
  days: { day: string }[]
  slots: { _id: string; startAt: string }[]
  sellers: { _id: string; name: string }[]
  buyers: { name: string }[]
  meetings: {
    _id: string
    state: string
    seller: number
    buyer: number
    slot: number
    place: number
    unreleased: boolean
  }[]
  unreleased: { meetings: number; companies: number }
}

const readBoard = async (page: Page, fair: string, day?: string): Promise<Board> =>
  (await (await apiOf(page)).get(`/fairs/${fair}/board${day ? `?day=${day}` : ''}`)).board

/** The cell of a row at a slot. */
const cell = (page: Page, row: string, column: number) => page.locator(`[data-row="${row}"] [data-column="${column}"]`)

test('the operator arranges a day, releases the plan and checks in at the door', async ({ page, context, logIn }) => {
  test.setTimeout(180_000)
  await logIn(page)
  await page.goto('/console/fairs')
  const { fairs } = await (await apiOf(page)).get('/fairs?phase=ongoing')
  const fair: string = fairs[0]._id
  const { days } = await readBoard(page, fair)
  // A day that is all to come.
  const day = days.at(-1)?.day ?? ''
  const before = await readBoard(page, fair, day)
  const meeting = before.meetings.find(({ state }) => state === 'confirmed')
  if (!meeting) throw new Error('The demonstration has no meeting on the last day')
  const row = before.sellers[meeting.seller]?._id ?? ''
  const find = async () => (await readBoard(page, fair, day)).meetings.find(({ _id }) => _id === meeting._id)

  await page.goto(`/console/fairs/${fair}/board?day=${day}`)
  const buyer = before.buyers[meeting.buyer]?.name ?? ''
  await expect(cell(page, row, meeting.slot)).toHaveAccessibleName(new RegExp(buyer.replaceAll(/[()]/g, '.')), {
    timeout: 30_000,
  })
  expect(await violationsOf(page)).toEqual([])
  await test.step('the longest name ends within its cell', async () => {
    for (const rows of ['sellers', 'buyers', 'tables']) {
      await page.goto(`/console/fairs/${fair}/board?day=${day}&rows=${rows}`)
      await expect(page.locator('[data-meeting]').first()).toBeVisible({ timeout: 30_000 })
      const widths = await page
        .locator('[data-meeting]')
        .evaluateAll((cells) => cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      expect(Math.max(...widths), rows).toBe(0)
    }
    await page.goto(`/console/fairs/${fair}/board?day=${day}`)
  })

  await test.step('the plan is held back', async () => {
    await page.getByRole('button', { name: m.board_hold({}, ko), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.board_hold({}, ko), exact: true })
      .click()
    await expect(page.getByText(m.board_unreleased({ count: 0 }, ko))).toBeVisible()
  })

  const taken = new Set(before.meetings.filter(({ seller }) => seller === meeting.seller).map(({ slot }) => slot))
  await test.step('a meeting moves by keys, to a cell that says its table', async () => {
    await cell(page, row, meeting.slot).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-strip]')).toContainText(m.board_keys({}, ko))
    await page.keyboard.press('Home')
    // The first cell that is open.
    const free = before.slots.findIndex((_, index) => !taken.has(index))
    for (let index = 0; index < free; index += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await find())?.slot).toBe(free)
    expect(await find()).toMatchObject({ unreleased: true })
    await expect(page.getByText(m.board_unreleased({ count: 1 }, ko))).toBeVisible()
  })

  await test.step('and back by undoing', async () => {
    await page.getByRole('button', { name: m.board_undo({}, ko), exact: true }).click()
    await expect.poll(async () => (await find())?.slot).toBe(meeting.slot)
    await expect(page.getByText(m.board_unreleased({ count: 0 }, ko))).toBeVisible()
  })

  await test.step('a mouse drags it, while the row answers', async () => {
    const to = before.slots.findIndex((_, index) => !taken.has(index))
    const from = await cell(page, row, meeting.slot).boundingBox()
    if (!from) throw new Error('The meeting is not in sight')
    // An empty cell has no element before something is lifted: all are as wide as this one.
    const goal = from.x + (to - meeting.slot) * from.width
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(goal + 30, from.y + 20, { steps: 8 })
    await expect(page.locator('[data-open]').first()).toBeVisible()
    await page.mouse.move(goal + 32, from.y + 21)
    await page.mouse.up()
    await expect.poll(async () => (await find())?.slot).toBe(to)
  })

  await test.step('a cell that refuses says why', async () => {
    const moved = await find()
    await page.getByRole('button', { name: m.board_undo({}, ko), exact: true }).click()
    await expect.poll(async () => (await find())?.slot).toBe(meeting.slot)
    expect(moved?.slot).not.toBe(meeting.slot)
    // The first session began with the hour at which the demonstration was loaded.
    await page.goto(`/console/fairs/${fair}/board?day=${days[0]?.day}`)
    await page
      .getByRole('button', { name: m.board_place({}, ko), exact: true })
      .first()
      .click()
    await expect(page.locator('[data-strip]')).toBeVisible()
    await expect(page.locator('[data-column]:focus')).toHaveCount(1)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-strip]').getByRole('status')).toHaveText(m.board_why_past({}, ko))
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-strip]')).toHaveCount(0)
  })

  await test.step('a request without a time is placed, and the release tells both companies', async () => {
    await page.goto(`/console/fairs/${fair}/board?day=${day}`)
    await page
      .getByRole('button', { name: m.board_place({}, ko), exact: true })
      .first()
      .click()
    await expect(page.locator('[data-strip]')).toBeVisible()
    // The keys go to its row.
    await expect(page.locator('[data-column]:focus')).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(page.locator(`[data-column="${before.slots.length - 1}"][data-target]`)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await readBoard(page, fair, day)).unreleased.meetings).toBe(1)
    await page.getByRole('button', { name: m.board_release({}, ko), exact: true }).click()
    await expect(page.getByText(m.board_release_text({ meetings: 1, companies: 2 }, ko))).toBeVisible()
    await page.getByRole('button', { name: m.board_release_now({ companies: 2 }, ko) }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: m.board_hold({}, ko), exact: true })).toBeVisible()
    expect((await readBoard(page, fair, day)).unreleased.meetings).toBe(0)
  })

  await test.step('two come in, one of them without a line; the same badge and another’s are told apart', async () => {
    const door = async () => (await (await apiOf(page)).get(`/fairs/${fair}/checkins`)).door
    const [first, second] = (await door()).badges as { code: string; company: string; arrivals: object[] }[]
    if (!first || !second) throw new Error('The fair has too few badges')
    await page.goto(`/console/fairs/${fair}/checkin`)
    const enter = async (code: string) => {
      await page.getByLabel(m.checkins_code({}, ko)).fill(code)
      await page.getByRole('button', { name: m.checkins_enter({}, ko), exact: true }).click()
    }
    const said = page.locator('[data-result]')
    await enter(first.code)
    await expect(said).toHaveAttribute('data-result', 'in')
    await expect(said).toContainText(first.company)
    await expect.poll(async () => (await door()).badges[0].arrivals.length).toBe(1)
    await enter(first.code)
    await expect(said).toHaveAttribute('data-result', 'already')
    await enter('0000000000')
    await expect(said).toHaveAttribute('data-result', 'unknown')
    expect(await violationsOf(page)).toEqual([])

    await context.setOffline(true)
    await enter(second.code)
    await expect(said).toHaveAttribute('data-result', 'in')
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toBeVisible()
    await context.setOffline(false)
    // What was not sent is still there after a reload.
    await page.reload()
    await expect.poll(async () => (await door()).badges[1].arrivals.length).toBe(1)
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toHaveCount(0)
  })
})

test('everything of the fair is taken as one workbook, with a reason', async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/fairs')
  const { fairs } = await (await apiOf(page)).get('/fairs?phase=ongoing')
  await page.goto(`/console/fairs/${fairs[0]._id}/board`)
  await page.getByRole('button', { name: m.workbook_take({}, ko), exact: true }).click()
  const asking = page.getByRole('dialog')
  const take = asking.getByRole('button', { name: m.workbook_take({}, ko), exact: true })
  await take.click()
  await expect(asking.getByText(m.reason_short({}, ko))).toBeVisible()
  await asking.getByRole('textbox').fill('결과 보고서 작성')
  const [file] = await Promise.all([page.waitForEvent('download'), take.click()])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  const sheets = await readWorkbook(await file.path())
  expect(sheets.map(({ sheet }) => sheet)).toEqual(
    [m.workbook_participants, m.workbook_times, m.workbook_requests, m.workbook_meetings]
      .map((name) => name({}, ko))
      .concat([m.workbook_checkins, m.workbook_ratings].map((name) => name({}, ko))),
  )
  // A head and the companies of the demonstration.
  expect(sheets[0]?.data.length).toBeGreaterThan(8)
})
