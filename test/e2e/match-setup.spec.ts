import type { Locator, Page } from '@playwright/test'
import { seoulDayOf } from '#kit/seoul-day.ts'
import { m } from '#messages/messages.js'
import { type Application, logIn as headersOf } from '../application.ts'
import { violationsOf } from './axe.ts'
import { open } from './console-screen.ts'
import { callAs, joinCompany, openFair, takePart } from './match-companies.ts'
import { giveTimes, meet, offered, openAs, type Scene, sceneOf } from './match-scene.ts'
import { lastMail } from './members-mail.ts'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

// The set-up of a fair: what is typed, what is refused, what falls with a change; and the door, with and without a line.

test.use({ installation: 'match-setup' })

const ko = { locale: 'ko' } as const
const minute = 60_000
const day = 1440 * minute

/** As staff type a moment of Seoul. */
const typed = (instant: number | string): string =>
  new Date(new Date(instant).getTime() + 540 * minute).toISOString().slice(0, 16).replace('T', ' ')

const session = (place: number) => m.fairs_session({ place }, ko)
const fromOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `${name}, ${m.form_from({}, ko)}`, exact: true })
const toOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `${name}, ${m.form_to({}, ko)}`, exact: true })
const save = (page: Page) => page.getByRole('button', { name: m.form_save({}, ko) })
const isSaved = (page: Page) => expect(page.getByText(m.form_saved({}, ko), { exact: true }).first()).toBeVisible()
const readFair = async (page: Page, fair: string) => (await (await apiOf(page)).get(`/fairs/${fair}`)).fair

const write = async (field: Locator, text: string) => {
  await field.fill(text)
  await field.blur()
}

/** The input is marked wrong, and the words are under it. */
const isRefused = async (field: Locator, words: string) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(words)
}

const inBoth = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await violationsOf(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test('days, breaks, the length of a slot and the tables are edited, counted while one types, and kept', async ({
  page,
  product,
  logIn,
}) => {
  test.setTimeout(120_000)
  const fair = await openFair(product, '차림 행사')
  await logIn(page)
  await open(page, `/console/fairs/${fair}`)
  const before = await readFair(page, fair)
  const start = Date.parse(before.startsAt)
  const seats = page.locator('[data-seats]')
  await expect(seats).toHaveText(m.fairs_seats({ slots: '6', tables: '2', seats: '12' }, ko))
  await inBoth(page)

  await write(page.getByLabel(m.fairs_slot({}, ko), { exact: true }), '20')
  await write(page.getByLabel(m.fairs_tables({}, ko), { exact: true }), '5')
  await expect(seats).toHaveText(m.fairs_seats({ slots: '9', tables: '5', seats: '45' }, ko))

  // A second day: the fair lasts longer, and a row of its own.
  await write(toOf(page, m.fairs_period({}, ko)), typed(start + day + 180 * minute))
  await page.getByRole('button', { name: m.fairs_session_add({}, ko), exact: true }).click()
  await expect(fromOf(page, session(2))).toBeFocused()
  await write(fromOf(page, session(2)), typed(start + day))
  await write(toOf(page, session(2)), typed(start + day + 120 * minute))
  await expect(seats).toContainText('75')

  await page.getByRole('button', { name: m.fairs_break_add({}, ko), exact: true }).click()
  const pause = m.fairs_break({ place: 1 }, ko)
  await write(fromOf(page, pause), typed(start + day + 40 * minute))
  await write(toOf(page, pause), typed(start + day + 60 * minute))
  const name = page.getByRole('textbox', { name: `${m.fairs_break_title({}, ko)}, 한국어` })
  await write(name, '차 마시기')
  await expect(seats).toContainText('70')

  await save(page).click()
  await isSaved(page)
  const after = await readFair(page, fair)
  expect(after).toMatchObject({
    slotMinutes: 20,
    tables: 5,
    sessions: [
      before.sessions[0],
      { startAt: new Date(start + day).toISOString(), endAt: new Date(start + day + 120 * minute).toISOString() },
    ],
    breaks: [{ startAt: new Date(start + day + 40 * minute).toISOString(), title: { ko: '차 마시기' } }],
  })
  await page.reload()
  await expect(seats).toContainText('70')
  await expect(name).toHaveValue('차 마시기')
  await page.getByRole('button', { name: m.form_file_remove({ name: pause }, ko) }).click()
  await expect(seats).toContainText('75')
})

test('what cannot be is said in words beside its field, and nothing is saved', async ({ page, product, logIn }) => {
  test.setTimeout(120_000)
  const fair = await openFair(product, '잘못 적은 행사')
  await logIn(page)
  await open(page, `/console/fairs/${fair}`)
  const before = await readFair(page, fair)
  const start = Date.parse(before.startsAt)
  const slot = page.getByLabel(m.fairs_slot({}, ko), { exact: true })
  const tables = page.getByLabel(m.fairs_tables({}, ko), { exact: true })
  const [from, to] = [fromOf(page, session(1)), toOf(page, session(1))]

  await write(slot, '5')
  await isRefused(slot, m.field_at_least({ minimum: 10 }, ko))
  await write(tables, '501')
  await isRefused(tables, m.field_at_most({ maximum: 500 }, ko))
  await write(from, '모래 아침')
  await isRefused(from, m.field_date({}, ko))
  await save(page).click()
  await expect(page.getByText(m.form_wrong({ count: 3 }, ko))).toBeVisible()
  // The other end is not blamed, and nothing is counted of what cannot be.
  await expect(to).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[data-seats]')).toHaveCount(0)
  await inBoth(page)
  // Its name at the foot leads to it.
  await page
    .getByRole('alert')
    .getByRole('button', { name: m.fairs_tables({}, ko) })
    .click()
  await expect(tables).toBeFocused()

  await write(slot, '30')
  await write(tables, '2')
  await write(from, typed(start + 60 * minute))
  await write(to, typed(start + 30 * minute))
  await isRefused(to, m.fairs_field_order({}, ko))
  await write(to, typed(start + 90 * minute))
  await expect(to).not.toHaveAttribute('aria-invalid', 'true')

  // What only the server can say.
  const group = page.getByRole('group', { name: m.fairs_sessions({}, ko), exact: true })
  await write(to, typed(start + 2 * day))
  await save(page).click()
  await expect(group.getByText(m.fairs_field_outside({}, ko))).toBeVisible()
  await write(to, typed(start + 90 * minute))
  await page.getByRole('button', { name: m.fairs_session_add({}, ko), exact: true }).click()
  await write(fromOf(page, session(2)), typed(start + 60 * minute))
  await write(toOf(page, session(2)), typed(start + 120 * minute))
  await save(page).click()
  await expect(group.getByText(m.fairs_field_overlap({}, ko))).toBeVisible()
  await page.getByRole('button', { name: m.form_file_remove({ name: session(2) }, ko) }).click()
  await write(toOf(page, m.fairs_period({}, ko)), typed(start + 40 * day))
  await write(to, typed(start + 30 * day))
  await save(page).click()
  await expect(group.getByText(m.fairs_field_slots({}, ko))).toBeVisible()
  expect((await readFair(page, fair)).updatedAt).toBe(before.updatedAt)
})

test.describe('a change under which a meeting and an offer fall', () => {
  let scene: Scene
  let meeting: string
  let offer: string
  const begin = async (page: Page, product: Application, logIn: (page: Page) => Promise<void>, name: string) => {
    scene = await sceneOf(product, name, 2, 'Asia/Seoul')
    await giveTimes(product, scene)
    meeting = await meet(product, scene, 0, 0)
    offer = await offered(product, scene, 1, [1, 5])
    await logIn(page)
    await open(page, `/console/fairs/${scene.fair}`)
    return readFair(page, scene.fair)
  }
  const asking = (page: Page) => page.getByRole('dialog', { name: m.fairs_falls_title({}, ko) })
  const onBoard = async (page: Page, id = meeting) => {
    const { board } = await (await apiOf(page)).get(`/fairs/${scene.fair}/board`)
    return (board.meetings as { _id: string; state: string; changed: string | null }[]).find(({ _id }) => _id === id)
  }

  test('is asked about with their names; going back changes nothing, saving marks the meeting and tells both', async ({
    page,
    product,
    logIn,
  }) => {
    test.setTimeout(180_000)
    const before = await begin(page, product, logIn, '줄이는 행사')
    const start = Date.parse(before.startsAt)
    const [seller] = scene.sellers
    const pair = `${scene.buyer.company} × ${seller?.company.company}`
    const from = fromOf(page, session(1))

    await write(from, typed(start + 90 * minute))
    const aside = page.getByRole('region', { name: m.fairs_falls_title({}, ko) })
    await expect(aside.getByText(m.fairs_falls_count({ meetings: 1 }, ko))).toBeVisible()
    await expect(aside).toContainText(pair)

    await save(page).click()
    await expect(asking(page)).toContainText(pair)
    await expect(asking(page)).toContainText(m.fairs_falls_slot({}, ko))
    await expect(asking(page).getByText(m.fairs_falls_offers({ count: 1 }, ko))).toBeVisible()
    await expect(asking(page).getByText(m.fairs_falls_times({ count: 2, buyers: 1 }, ko))).toBeVisible()
    await inBoth(page)

    await asking(page)
      .getByRole('button', { name: m.form_go_back({}, ko) })
      .click()
    await expect(asking(page)).toHaveCount(0)
    await expect(page.getByText(m.fairs_falls_not_saved({}, ko))).toBeVisible()
    // What was typed is still there, and nothing of it on the server.
    await expect(from).toHaveAttribute('title', new RegExp(typed(start + 90 * minute).slice(11)))
    expect(await readFair(page, scene.fair)).toEqual(before)
    expect(await onBoard(page)).toMatchObject({ state: 'confirmed', changed: null })

    await save(page).click()
    await asking(page)
      .getByRole('button', { name: m.fairs_falls_save({ count: 1 }, ko) })
      .click()
    await isSaved(page)
    expect((await readFair(page, scene.fair)).sessions[0].startAt).toBe(new Date(start + 90 * minute).toISOString())
    expect(await onBoard(page)).toMatchObject({ state: 'confirmed', changed: 'slot' })
    await page.goto(`/console/fairs/${scene.fair}/board`)
    await expect(page.locator(`[data-meeting="${meeting}"][data-changed]`)).toBeVisible()
    for (const username of [scene.buyer.username, seller?.company.username])
      await expect
        .poll(() => lastMail(product, `${username}@example.com`), { timeout: 30_000 })
        .toContain(typed(start).slice(11))
  })

  test('is settled by keys alone, and nobody is written to where that was not wanted', async ({
    page,
    product,
    logIn,
  }) => {
    test.setTimeout(180_000)
    await begin(page, product, logIn, '글쇠 행사')
    const [seller] = scene.sellers
    const mail = () => lastMail(product, `${seller?.company.username}@example.com`)
    const written = await mail()
    const to = async (goal: Locator, key = 'Tab') => {
      for (let steps = 0; steps < 120; steps += 1) {
        if (await goal.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press(key)
      }
      throw new Error('The keys do not get there')
    }
    await to(page.getByLabel(m.fairs_rooms({}, ko), { exact: true }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('0')
    await page.keyboard.press('Control+s')
    await expect(asking(page)).toBeVisible()
    await expect(asking(page)).toContainText(m.fairs_falls_place({}, ko))
    // The safe button has the focus; Escape is the same.
    await expect(asking(page).getByRole('button', { name: m.form_go_back({}, ko) })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asking(page)).toHaveCount(0)
    expect((await readFair(page, scene.fair)).rooms).toBe(2)

    await page.keyboard.press('Control+s')
    await expect(asking(page)).toBeVisible()
    await to(asking(page).getByRole('checkbox'), 'Shift+Tab')
    await page.keyboard.press('Space')
    await expect(asking(page).getByRole('checkbox')).not.toBeChecked()
    await to(asking(page).getByRole('button', { name: m.fairs_falls_save({ count: 1 }, ko) }))
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect((await readFair(page, scene.fair)).rooms).toBe(0)
    expect(await onBoard(page)).toMatchObject({ state: 'confirmed', changed: 'place' })
    expect(await mail()).toBe(written)
  })

  test('that puts the fair back to draft says first how many are told, and tells them and their calendars', async ({
    page,
    product,
    logIn,
  }) => {
    test.setTimeout(180_000)
    const before = await begin(page, product, logIn, '되돌리는 행사')
    const dialog = page.getByRole('dialog', { name: m.fairs_set_back_title({}, ko) })
    await page.getByLabel(m.fairs_phase({}, ko), { exact: true }).click()
    await page.getByRole('option', { name: m.fairs_phase_draft({}, ko) }).click()
    await save(page).click()
    // Two sellers and a buyer; a meeting of two of them.
    await expect(dialog).toContainText(m.fairs_set_back_withdrawn({ participants: 3, meetings: 1 }, ko))
    await inBoth(page)
    await dialog.getByRole('button', { name: m.form_go_back({}, ko) }).click()
    await expect(page.getByText(m.fairs_falls_not_saved({}, ko))).toBeVisible()
    expect(await readFair(page, scene.fair)).toEqual(before)

    const company = await page.context().browser()?.newContext({ baseURL: product.url, locale: 'ko-KR' })
    if (!company) throw new Error('There is no browser')
    const own = await company.newPage()
    await openAs(own, product, scene.buyer, '/me/fairs')
    await expect(own.getByRole('heading', { name: '되돌리는 행사' })).toBeVisible()
    await expect(own.getByText(m.matchings_fair_on_hold({}, ko))).toHaveCount(0)

    await save(page).click()
    await dialog.getByRole('button', { name: m.fairs_set_back_save({}, ko) }).click()
    await isSaved(page)
    // The page that was open says so by itself.
    await expect(own.getByText(m.matchings_fair_on_hold({}, ko))).toBeVisible({ timeout: 30_000 })
    expect(await violationsOf(own)).toEqual([])
    await expect
      .poll(() => lastMail(product, `${scene.sellers[1]?.company.username}@example.com`), { timeout: 30_000 })
      .toContain('보류')
    await company.close()
  })

  test('is asked anew where the list changed while it was read', async ({ page, product, logIn }) => {
    test.setTimeout(180_000)
    const before = await begin(page, product, logIn, '바뀌는 행사')
    await write(fromOf(page, session(1)), typed(Date.parse(before.startsAt) + 90 * minute))
    await save(page).click()
    await expect(asking(page)).toContainText(m.fairs_falls_count({ meetings: 1 }, ko))
    // The buyer confirms a time that goes too.
    const own = await headersOf(product, scene.buyer.username)
    await callAs(product, own, 'PUT', `/api/v1/me/matchings/${offer}/schedules`, { slot: scene.slots[1] })
    await asking(page)
      .getByRole('button', { name: m.fairs_falls_save({ count: 1 }, ko) })
      .click()
    await expect(asking(page).getByRole('alert')).toHaveText(m.fairs_falls_other({}, ko))
    await expect(asking(page)).toContainText(m.fairs_falls_count({ meetings: 2 }, ko))
    expect((await readFair(page, scene.fair)).updatedAt).toBe(before.updatedAt)
    await asking(page)
      .getByRole('button', { name: m.fairs_falls_save({ count: 2 }, ko) })
      .click()
    await isSaved(page)
    expect(await onBoard(page)).toMatchObject({ state: 'confirmed', changed: 'slot' })
    expect(await onBoard(page, offer)).toMatchObject({ state: 'confirmed', changed: 'slot' })
  })
})

test.describe('the door', () => {
  /** A fair that is on today, whatever day it is when the test ends; its sessions begin an hour ago. */
  const fairToday = async (product: Application, name: string) => {
    const start = Math.floor(Date.now() / (30 * minute)) * 30 * minute - 60 * minute
    const span = (from: number) => ({
      startAt: new Date(start + from).toISOString(),
      endAt: new Date(start + from + 120 * minute).toISOString(),
    })
    const fair = await openFair(product, name, {
      phase: 'ongoing',
      startsAt: span(-day).startAt,
      endsAt: span(day).endAt,
      sessions: [-day, 0, day].map(span),
    })
    const company = await joinCompany(product, `${name} 바이어`)
    await takePart(product, fair, 'buyer', company)
    return { fair, company: company.company }
  }
  type Door = { badges: { code: string; company: string; arrivals: { day: string; at: string }[] }[] }
  const doorOf = async (page: Page, fair: string): Promise<Door> =>
    (await (await apiOf(page)).get(`/fairs/${fair}/checkins`)).door
  const enter = async (page: Page, code: string) => {
    await page.getByLabel(m.checkins_code({}, ko)).fill(code)
    await page.keyboard.press('Enter')
  }
  const said = (page: Page, result: string) => page.locator(`[data-result="${result}"]`)

  test('lets a badge in once, and says of every other code what is wrong with it', async ({ page, product, logIn }) => {
    test.setTimeout(180_000)
    const { fair, company } = await fairToday(product, '여는 행사')
    const other = await fairToday(product, '옆 행사')
    const later = await sceneOf(product, '며칠 뒤의 행사', 0)
    await logIn(page)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open(page, `/console/fairs/${fair}/checkin`)
    const code = (await doorOf(page, fair)).badges[0]?.code ?? ''
    await expect(page.getByText(m.checkins_waiting({}, ko))).toBeVisible()

    // As it is read aloud: in groups, small letters.
    await enter(page, `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase())
    await expect(said(page, 'in')).toContainText(company)
    const [arrived] = (await expect
      .poll(async () => (await doorOf(page, fair)).badges[0]?.arrivals.length)
      .toBe(1)
      .then(async () => (await doorOf(page, fair)).badges[0]?.arrivals)) as { at: string }[]
    await inBoth(page)

    await enter(page, code)
    await expect(said(page, 'already')).toContainText(
      m.checkins_result_already(
        {
          time: new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', timeStyle: 'medium' }).format(
            new Date(arrived?.at ?? ''),
          ),
        },
        ko,
      ),
    )
    await enter(page, '0000000000')
    await expect(said(page, 'unknown')).toContainText(m.checkins_result_unknown({}, ko))
    await enter(page, '이름표')
    await expect(said(page, 'unknown')).toContainText(m.checkins_result_unknown({}, ko))
    await enter(page, (await doorOf(page, other.fair)).badges[0]?.code ?? '')
    await expect(said(page, 'other_fair')).toContainText(m.checkins_result_other_fair({}, ko))
    expect((await doorOf(page, other.fair)).badges[0]?.arrivals).toEqual([])
    expect((await doorOf(page, fair)).badges[0]?.arrivals).toHaveLength(1)

    // Let in by mistake: taken back.
    await enter(page, code)
    await page.getByRole('button', { name: m.checkins_undo({}, ko), exact: true }).click()
    await expect.poll(async () => (await doorOf(page, fair)).badges[0]?.arrivals).toEqual([])

    await open(page, `/console/fairs/${later.fair}/checkin`)
    await enter(page, (await doorOf(page, later.fair)).badges[0]?.code ?? '')
    await expect(said(page, 'wrong_day')).toContainText(m.checkins_result_wrong_day({}, ko))
    expect((await doorOf(page, later.fair)).badges[0]?.arrivals).toEqual([])
  })

  test('goes on without a line, sends later by itself, and counts once', async ({ page, context, product, logIn }) => {
    test.setTimeout(180_000)
    const { fair, company } = await fairToday(product, '선 없는 행사')
    await logIn(page)
    await open(page, `/console/fairs/${fair}/checkin`)
    await expect(page.getByText(m.checkins_waiting({}, ko))).toBeVisible()
    const code = (await doorOf(page, fair)).badges[0]?.code ?? ''
    const count = page.getByText(/^\d+ \/ /)
    await expect(count).toHaveText(`0 / ${m.checkins_companies({ count: 1 }, ko)}`)

    await context.setOffline(true)
    await expect(page.getByText(m.checkins_offline({ count: 0 }, ko))).toBeVisible()
    const since = Date.now()
    await enter(page, code)
    await expect(said(page, 'in')).toContainText(company)
    const until = Date.now()
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toBeVisible()
    await enter(page, code)
    await expect(said(page, 'already')).toBeVisible()
    await enter(page, '0000000000')
    await expect(said(page, 'unknown')).toBeVisible()
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toBeVisible()
    await expect(count).toHaveText(`1 / ${m.checkins_companies({ count: 1 }, ko)}`)

    // The first answer is lost on its way back: it is sent again.
    let sent = 0
    await page.route('**/checkins', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await context.setOffline(false)
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toHaveCount(0, { timeout: 30_000 })
    expect(sent).toBe(2)
    const { arrivals } = (await doorOf(page, fair)).badges[0] ?? { arrivals: [] }
    expect(arrivals).toHaveLength(1)
    expect(arrivals[0]?.day).toBe(seoulDayOf(since).day)
    // The moment at the door counts, not that at which it was sent.
    expect(Date.parse(arrivals[0]?.at ?? '')).toBeGreaterThanOrEqual(since)
    expect(Date.parse(arrivals[0]?.at ?? '')).toBeLessThanOrEqual(until)
    await expect(count).toHaveText(`1 / ${m.checkins_companies({ count: 1 }, ko)}`)
    await enter(page, code)
    await expect(said(page, 'already')).toBeVisible()
  })
})
