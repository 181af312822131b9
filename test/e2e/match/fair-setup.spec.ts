import type { Locator, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import {
  confirmMeeting,
  createScene,
  openAs,
  requestAndOffer,
  type Scene,
  saveFreeTimes,
} from '../support/build-fair.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf, often } from '../support/log-in-staff.ts'
import { callAs, openFair } from '../support/match-companies.ts'
import { expect, test } from '../support/product-fixture.ts'
import { readLastMail } from '../support/read-member-mail.ts'

const ko = { locale: 'ko' } as const
const minute = 60_000
const day = 1440 * minute

/** A time as staff type it, in Seoul time. */
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

/** Expects the input to be marked invalid and described by the message below it. */
const isRefused = async (field: Locator, words: string) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(words)
}

const inBoth = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await findStateViolations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test('the form of a fair counts its seats on each change, is saved, and shows each error at its field', {
  tag: '@deep',
}, async ({ page, product, logIn }) => {
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

  // Add a second day: extend the fair and add a row.
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

  await test.step('an error is shown at its field and in the footer, and nothing is saved', async () => {
    // Leave the first fair saved, so that the next navigation is not blocked.
    const mistakenFair = await openFair(product, '잘못 적은 행사')
    await save(page).click()
    await isSaved(page)
    await navigateTo(page, `/console/fairs/${mistakenFair}`)
    const untouched = await readFair(page, mistakenFair)
    const begin = Date.parse(untouched.startsAt)
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
    // The other end is not marked, and no seats are counted.
    await expect(to).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('[data-seats]')).toHaveCount(0)
    await inBoth(page)
    // The field name in the footer links to the field.
    await page
      .getByRole('alert')
      .getByRole('button', { name: m.fairs_tables({}, ko) })
      .click()
    await expect(tables).toBeFocused()

    await write(slot, '30')
    await write(tables, '2')
    await write(from, typed(begin + 60 * minute))
    await write(to, typed(begin + 30 * minute))
    await isRefused(to, m.fairs_field_order({}, ko))
    await write(to, typed(begin + 90 * minute))
    await expect(to).not.toHaveAttribute('aria-invalid', 'true')

    // Errors that only the server detects.
    const group = page.getByRole('group', { name: m.fairs_sessions({}, ko), exact: true })
    await write(to, typed(begin + 2 * day))
    await save(page).click()
    await expect(group.getByText(m.fairs_field_outside({}, ko))).toBeVisible()
    await write(to, typed(begin + 90 * minute))
    await page.getByRole('button', { name: m.fairs_session_add({}, ko), exact: true }).click()
    await write(fromOf(page, session(2)), typed(begin + 60 * minute))
    await write(toOf(page, session(2)), typed(begin + 120 * minute))
    await save(page).click()
    await expect(group.getByText(m.fairs_field_overlap({}, ko))).toBeVisible()
    await page.getByRole('button', { name: m.form_file_remove({ name: session(2) }, ko) }).click()
    await write(toOf(page, m.fairs_period({}, ko)), typed(begin + 40 * day))
    await write(to, typed(begin + 30 * day))
    await save(page).click()
    await expect(group.getByText(m.fairs_field_slots({}, ko))).toBeVisible()
    expect((await readFair(page, mistakenFair)).updatedAt).toBe(untouched.updatedAt)
  })
})

test.describe('a change of a fair that displaces a meeting and an offer', () => {
  let scene: Scene
  let meeting: string
  let offer: string
  const begin = async (page: Page, product: Application, logIn: (page: Page) => Promise<void>, name: string) => {
    scene = await createScene(product, name, 2, 'Asia/Seoul')
    await saveFreeTimes(product, scene)
    meeting = await confirmMeeting(product, scene, 0, 0)
    offer = await requestAndOffer(product, scene, 1, [1, 5])
    await logIn(page)
    await open(page, `/console/fairs/${scene.fair}`)
    return readFair(page, scene.fair)
  }
  const asking = (page: Page) => page.getByRole('dialog', { name: m.fairs_falls_title({}, ko) })
  const onBoard = async (page: Page, id = meeting) => {
    const { board } = await (await apiOf(page)).get(`/fairs/${scene.fair}/board`)
    return (board.meetings as { _id: string; state: string; changed: string | null }[]).find(({ _id }) => _id === id)
  }

  test('lists both before saving, marks the meetings and notifies both companies, as does turning the fair into a draft', {
    tag: '@deep',
  }, async ({ page, product, logIn }) => {
    const before = await begin(page, product, logIn, '줄이는 행사')
    const start = Date.parse(before.startsAt)
    const [seller] = scene.sellers
    const pair = `${scene.buyer.company} × ${seller?.company.company}`
    const from = fromOf(page, session(1))

    await test.step('the form and the prompt name the companies; Escape goes back and changes nothing', async () => {
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

      // The safe button has the focus; Escape does the same.
      await expect(asking(page).getByRole('button', { name: m.form_go_back({}, ko) })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(asking(page)).toHaveCount(0)
      await expect(page.getByText(m.fairs_falls_not_saved({}, ko))).toBeVisible()
      // The typed text remains; the server still has the previous value.
      await expect(from).toHaveAttribute('title', new RegExp(typed(start + 90 * minute).slice(11)))
      expect(await readFair(page, scene.fair)).toEqual(before)
      expect(await onBoard(page)).toMatchObject({ state: 'confirmed', changed: null })
    })

    await test.step('the prompt appears again if another meeting was confirmed in the meantime', async () => {
      await save(page).click()
      await expect(asking(page)).toContainText(m.fairs_falls_count({ meetings: 1 }, ko))
      const own = await headersOf(product, scene.buyer.username)
      await callAs(product, own, 'PUT', `/api/v1/me/matchings/${offer}/schedules`, { slot: scene.slots[1] })
      await asking(page)
        .getByRole('button', { name: m.fairs_falls_save({ count: 1 }, ko) })
        .click()
      await expect(asking(page).getByRole('alert')).toHaveText(m.fairs_falls_other({}, ko))
      await expect(asking(page)).toContainText(m.fairs_falls_count({ meetings: 2 }, ko))
      expect((await readFair(page, scene.fair)).updatedAt).toBe(before.updatedAt)
    })

    await test.step('saving marks the meetings on the board and mails both companies', async () => {
      await asking(page)
        .getByRole('button', { name: m.fairs_falls_save({ count: 2 }, ko) })
        .click()
      await isSaved(page)
      expect((await readFair(page, scene.fair)).sessions[0].startAt).toBe(new Date(start + 90 * minute).toISOString())
      for (const id of [meeting, offer])
        expect(await onBoard(page, id)).toMatchObject({ state: 'confirmed', changed: 'slot' })
      const clocks = [start, start + 30 * minute].map((moment) => typed(moment).slice(11))
      const mailTo = ({ username }: { username: string }) => readLastMail(product, `${username}@example.com`)
      for (const [index, { company }] of scene.sellers.entries())
        await expect.poll(() => mailTo(company), often).toContain(clocks[index])
      await expect.poll(() => mailTo(scene.buyer), often).toMatch(new RegExp(clocks.join('|')))
      await navigateTo(page, `/console/fairs/${scene.fair}/board`)
      await expect(page.locator(`[data-meeting="${meeting}"][data-changed]`)).toBeVisible()
    })

    await test.step('a fair becomes a draft only after the number of companies is shown; their open pages and mails say so', async () => {
      await navigateTo(page, `/console/fairs/${scene.fair}`)
      const known = await readFair(page, scene.fair)
      const dialog = page.getByRole('dialog', { name: m.fairs_set_back_title({}, ko) })
      await page.getByLabel(m.fairs_phase({}, ko), { exact: true }).click()
      await page.getByRole('option', { name: m.fairs_phase_draft({}, ko) }).click()
      await save(page).click()
      // Two sellers and one buyer, with one meeting per seller.
      await expect(dialog).toContainText(m.fairs_set_back_withdrawn({ participants: 3, meetings: 2 }, ko))
      expect(await findStateViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: m.form_go_back({}, ko) }).click()
      await expect(page.getByText(m.fairs_falls_not_saved({}, ko))).toBeVisible()
      expect(await readFair(page, scene.fair)).toEqual(known)

      const company = await page.context().browser()?.newContext({ baseURL: product.url, locale: 'ko-KR' })
      if (!company) throw new Error('There is no browser')
      const own = await company.newPage()
      await openAs(own, product, scene.buyer, '/me/fairs')
      await expect(own.getByRole('heading', { name: '줄이는 행사' })).toBeVisible()
      await expect(own.getByText(m.matchings_fair_on_hold({}, ko))).toHaveCount(0)

      await save(page).click()
      await dialog.getByRole('button', { name: m.fairs_set_back_save({}, ko) }).click()
      await isSaved(page)
      await expect(own.getByText(m.matchings_fair_on_hold({}, ko))).toBeVisible()
      expect(await findStateViolations(own)).toEqual([])
      await expect
        .poll(() => readLastMail(product, `${scene.sellers[1]?.company.username}@example.com`), often)
        .toContain('보류')
      await company.close()
    })
  })

  test('is decided by keyboard alone, and notifies no company if that was turned off', {
    tag: '@deep',
  }, async ({ page, product, logIn }) => {
    await begin(page, product, logIn, '글쇠 행사')
    const [seller] = scene.sellers
    const mail = () => readLastMail(product, `${seller?.company.username}@example.com`)
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
})
