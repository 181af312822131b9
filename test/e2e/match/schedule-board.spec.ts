import type { Page } from '@playwright/test'
import readWorkbook from 'read-excel-file/node'
import { m } from '#messages/messages.js'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf, often } from '../support/log-in-staff.ts'
import { expect, test } from '../support/product-fixture.ts'

// Uses the running fair of the demo data, which has a past session and the longest names.

test.use({ installation: 'match' })

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

const cell = (page: Page, row: string, column: number) => page.locator(`[data-row="${row}"] [data-column="${column}"]`)

test('staff move meetings on the board by keyboard and mouse, release the plan and download all records of the fair', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/fairs')
  const { fairs } = await (await apiOf(page)).get('/fairs?phase=ongoing')
  const fair: string = fairs[0]._id
  const { days } = await readBoard(page, fair)
  // Pick a day entirely in the future.
  const day = days.at(-1)?.day ?? ''
  const before = await readBoard(page, fair, day)
  const meeting = before.meetings.find(({ state }) => state === 'confirmed')
  if (!meeting) throw new Error('The demonstration has no meeting on the last day')
  const row = before.sellers[meeting.seller]?._id ?? ''
  const find = async () => (await readBoard(page, fair, day)).meetings.find(({ _id }) => _id === meeting._id)

  await navigateTo(page, `/console/fairs/${fair}/board?day=${day}`)
  const buyer = before.buyers[meeting.buyer]?.name ?? ''
  await expect(cell(page, row, meeting.slot)).toHaveAccessibleName(new RegExp(buyer.replaceAll(/[()]/g, '.')), {
    timeout: 30_000,
  })
  expect(await findStateViolations(page)).toEqual([])
  await test.step('the longest name is cut off within its cell', async () => {
    for (const rows of ['sellers', 'buyers', 'tables']) {
      await navigateTo(page, `/console/fairs/${fair}/board?day=${day}&rows=${rows}`)
      await expect(page.locator('[data-meeting]').first()).toBeVisible()
      const widths = await page
        .locator('[data-meeting]')
        .evaluateAll((cells) => cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      expect(Math.max(...widths), rows).toBe(0)
    }
    await navigateTo(page, `/console/fairs/${fair}/board?day=${day}`)
  })

  await test.step('the plan is held back', async () => {
    await page.getByRole('button', { name: m.board_hold({}, ko), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: m.board_hold({}, ko), exact: true })
      .click()
    await expect(page.getByText(m.board_unreleased({ count: 0 }, ko))).toBeVisible()
  })

  const takenSlots = new Set(before.meetings.filter(({ seller }) => seller === meeting.seller).map(({ slot }) => slot))
  await test.step('the keyboard moves a meeting to a cell that names its table', async () => {
    await cell(page, row, meeting.slot).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-strip]')).toContainText(m.board_keys({}, ko))
    await page.keyboard.press('Home')
    // Find the first free cell.
    const free = before.slots.findIndex((_, index) => !takenSlots.has(index))
    for (let index = 0; index < free; index += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await find())?.slot, often).toBe(free)
    expect(await find()).toMatchObject({ unreleased: true })
    await expect(page.getByText(m.board_unreleased({ count: 1 }, ko))).toBeVisible()
  })

  await test.step('undo moves it back', async () => {
    await page.getByRole('button', { name: m.board_undo({}, ko), exact: true }).click()
    await expect.poll(async () => (await find())?.slot, often).toBe(meeting.slot)
    await expect(page.getByText(m.board_unreleased({ count: 0 }, ko))).toBeVisible()
  })

  await test.step('a mouse drags it, while the row shows free cells', async () => {
    const to = before.slots.findIndex((_, index) => !takenSlots.has(index))
    const from = await cell(page, row, meeting.slot).boundingBox()
    if (!from) throw new Error('The meeting is not in sight')
    // Empty cells have no element before a drag starts; all cells are as wide as this one.
    const goal = from.x + (to - meeting.slot) * from.width
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(goal + 30, from.y + 20, { steps: 8 })
    await expect(page.locator('[data-open]').first()).toBeVisible()
    await page.mouse.move(goal + 32, from.y + 21)
    await page.mouse.up()
    await expect.poll(async () => (await find())?.slot, often).toBe(to)
  })

  await test.step('a cell that cannot take the meeting shows the reason', async () => {
    const moved = await find()
    await page.getByRole('button', { name: m.board_undo({}, ko), exact: true }).click()
    await expect.poll(async () => (await find())?.slot, often).toBe(meeting.slot)
    expect(moved?.slot).not.toBe(meeting.slot)
    // The first session began in the hour in which the demo data was loaded.
    await navigateTo(page, `/console/fairs/${fair}/board?day=${days[0]?.day}`)
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

  await test.step('a request without a time is placed, and the release names the number of companies it notifies', async () => {
    await navigateTo(page, `/console/fairs/${fair}/board?day=${day}`)
    await page
      .getByRole('button', { name: m.board_place({}, ko), exact: true })
      .first()
      .click()
    await expect(page.locator('[data-strip]')).toBeVisible()
    // The focus moves to the row of the meeting.
    await expect(page.locator('[data-column]:focus')).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(page.locator(`[data-column="${before.slots.length - 1}"][data-target]`)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await readBoard(page, fair, day)).unreleased.meetings, often).toBe(1)
    await page.getByRole('button', { name: m.board_release({}, ko), exact: true }).click()
    await expect(page.getByText(m.board_release_text({ meetings: 1, companies: 2 }, ko))).toBeVisible()
    await page.getByRole('button', { name: m.board_release_now({ companies: 2 }, ko) }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: m.board_hold({}, ko), exact: true })).toBeVisible()
    expect((await readBoard(page, fair, day)).unreleased.meetings).toBe(0)
  })

  await test.step('the records of the fair are downloaded as one workbook, with a reason', async () => {
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
    // One header row and the companies of the demo data.
    expect(sheets[0]?.data.length).toBeGreaterThan(8)
  })
})
