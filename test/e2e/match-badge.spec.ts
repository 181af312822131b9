import jsqr from 'jsqr'
import sharp from 'sharp'
import { m } from '#messages/messages.js'
import { codeIn } from '../../src/kit/typed-code.ts'
import { logIn as headersOf } from '../application.ts'
import { violationsOf } from './axe.ts'
import { callAs } from './match-companies.ts'
import { giveTimes, meet, openAs, sceneOf, touchWindow } from './match-scene.ts'
import { expect, test } from './product.ts'

// A meeting in person: from an hour before it the member's phone shows what the door of the fair reads, without a line too.

const options = { locale: 'ko' } as const
const minute = 60_000

/** What a camera reads of a picture. */
const readOf = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const decode = typeof jsqr === 'function' ? jsqr : jsqr.default
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('a phone shows the badge that the door reads, from an hour before the meeting', async ({ browser, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '입장', 1, 'Asia/Seoul')
  await giveTimes(product, scene, 'offline')
  const id = await meet(product, scene, 0, 0)
  const { matching } = await callAs<{ matching: { meeting: { startAt: string } } }>(
    product,
    await headersOf(product, scene.buyer.username),
    'GET',
    `/api/v1/me/matchings/${id}`,
  )
  const phone = await touchWindow(browser, product)
  const page = await phone.newPage()
  const bar = page.getByRole('region', { name: m.matchings_next_title({}, options) })
  const open = bar.getByRole('button', { name: m.matchings_badge({}, options) })
  const at = async (minutes: number) => {
    await page.clock.setFixedTime(Date.parse(matching.meeting.startAt) + minutes * minute)
    await page.goto('/me/matchings')
    await expect(bar).toBeVisible()
  }
  await openAs(page, product, scene.buyer, '/me/matchings')
  await at(-61)
  await expect(open).toHaveCount(0)
  const fetched = page.waitForResponse(/\/badge$/)
  await at(-30)
  await expect(open).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await (await fetched).finished()
  await phone.setOffline(true)
  await open.tap()
  const shown = page.getByRole('dialog', { name: scene.buyer.company })
  await expect(shown.getByRole('img', { name: m.matchings_badge_alt({}, options) })).toBeVisible()
  expect(await shown.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await violationsOf(page)).toEqual([])
  const code = codeIn(await readOf(await page.screenshot()))
  const { door } = await callAs<{ door: { badges: { code: string; company: string }[] } }>(
    product,
    await headersOf(product, 'owner'),
    'GET',
    `/api/console/fairs/${scene.fair}/checkins`,
  )
  expect(door.badges.find((badge) => badge.code === code)?.company).toBe(scene.buyer.company)
  await shown.getByRole('button', { name: m.matchings_close({}, options) }).tap()
  await expect(shown).toHaveCount(0)
  await phone.close()
})
