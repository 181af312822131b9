import jsqr from 'jsqr'
import sharp from 'sharp'
import { m } from '#messages/messages.js'
import { codeIn } from '../../../src/kit/text/typed-code.ts'
import { logIn as headersOf } from '../../server/start-application.ts'
import { confirmMeeting, createScene, openAs, openTouchContext } from '../support/build-fair.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { callAs } from '../support/match-companies.ts'
import { expect, test } from '../support/product-fixture.ts'

const options = { locale: 'ko' } as const
const minute = 60_000

/** Decodes the QR code of a picture, as the check-in camera does. */
const readOf = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const decode = typeof jsqr === 'function' ? jsqr : jsqr.default
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('the schedule of a company announces each meeting an hour ahead, shows the badge or the open room, and marks the current time', {
  tag: '@deep',
}, async ({ page: desktop, browser, product }) => {
  const scene = await createScene(product, '입장', 2, 'Asia/Seoul')
  const buyerHeaders = await headersOf(product, scene.buyer.username)
  await callAs(product, buyerHeaders, 'PUT', `/api/v1/me/schedules/${scene.fair}`, {
    times: [
      { slot: scene.slots[0], way: 'offline' },
      { slot: scene.slots[4], way: 'online' },
    ],
  })
  const startOf = async (id: string) => {
    const path = `/api/v1/me/matchings/${id}`
    const { matching } = await callAs<{ matching: { meeting: { startAt: string } } }>(
      product,
      buyerHeaders,
      'GET',
      path,
    )
    return Date.parse(matching.meeting.startAt)
  }
  const inPerson = await startOf(await confirmMeeting(product, scene, 0, 0))
  const online = await startOf(await confirmMeeting(product, scene, 1, 4))
  const phone = await openTouchContext(browser, product)
  const page = await phone.newPage()
  const barOf = (of: typeof page) => of.getByRole('region', { name: m.matchings_next_title({}, options) })
  const at = async (of: typeof page, moment: number) => {
    await of.clock.setFixedTime(moment)
    await of.goto('/me/matchings')
    await expect(barOf(of)).toBeVisible()
  }

  await test.step('in person: from an hour before, the phone shows the check-in badge, also offline', async () => {
    const open = barOf(page).getByRole('button', { name: m.matchings_badge({}, options) })
    await openAs(page, product, scene.buyer, '/robots.txt')
    await at(page, inPerson - 61 * minute)
    await expect(open).toHaveCount(0)
    const fetched = page.waitForResponse(/\/badge$/)
    await at(page, inPerson - 30 * minute)
    await expect(open).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await (await fetched).finished()
    await phone.setOffline(true)
    await open.tap()
    const dialog = page.getByRole('dialog', { name: scene.buyer.company })
    await expect(dialog.getByRole('img', { name: m.matchings_badge_alt({}, options) })).toBeVisible()
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await findStateViolations(page)).toEqual([])
    const code = codeIn(await readOf(await page.screenshot()))
    const { door } = await callAs<{ door: { badges: { code: string; company: string }[] } }>(
      product,
      await headersOf(product, 'owner'),
      'GET',
      `/api/console/fairs/${scene.fair}/checkins`,
    )
    expect(door.badges.find((badge) => badge.code === code)?.company).toBe(scene.buyer.company)
    await dialog.getByRole('button', { name: m.matchings_close({}, options) }).tap()
    await expect(dialog).toHaveCount(0)
    await phone.close()
  })

  await test.step('online: announced from an hour before, with the link to the room from ten minutes before', async () => {
    const bar = barOf(desktop)
    const enter = bar.getByRole('link', { name: m.matchings_next_enter({}, options) })
    await openAs(desktop, product, scene.buyer, '/robots.txt')
    await at(desktop, online - 61 * minute)
    await expect(bar).not.toHaveAttribute('data-near', 'true')
    await at(desktop, online - 59 * minute)
    await expect(bar).toHaveAttribute('data-near', 'true')
    await expect(bar.getByText(m.matchings_next_in({ minutes: 59 }, options))).toBeVisible()
    await expect(enter).toHaveCount(0)
    await at(desktop, online - 9 * minute)
    await expect(enter).toBeVisible()
    expect(await findStateViolations(desktop)).toEqual([])
  })

  await test.step('during the meeting a line marks the current time, only on this day', async () => {
    await at(desktop, online + minute)
    await expect(barOf(desktop).getByText(m.matchings_next_now({}, options))).toBeVisible()
    const view = desktop.getByRole('region', { name: m.matchings_day_title({}, options) })
    const entry = view.getByRole('listitem').last()
    const line = view.locator('[data-now]')
    await expect(line).toBeVisible()
    const [box, now] = [await entry.boundingBox(), await line.boundingBox()]
    const middle = (now?.y ?? 0) + (now?.height ?? 0) / 2
    // One minute after the start: inside the meeting, near its top.
    expect(middle).toBeGreaterThanOrEqual((box?.y ?? 0) - 2)
    expect(middle).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0) / 2)
    await view.getByRole('button', { name: m.matchings_day_later({}, options) }).click()
    await expect(line).toHaveCount(0)
  })
})
