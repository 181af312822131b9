import type { BrowserContext, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { createScene, openAs, openTouchContext } from '../support/build-fair.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// A buyer's painted times are on all devices; a conflict between two devices is never resolved silently.

const options = { locale: 'ko' } as const
const savedText = new RegExp(m.matchings_draft_kept({ time: '\\d\\d:\\d\\d' }, options))
const saved = (page: Page) => page.getByText(savedText)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The page saves 2 s after the last stroke and retries after 10 s without a connection. */
const pass = (page: Page) => page.clock.fastForward(2000)

/** Paints and waits until the server has stored it. */
const drawOne = async (page: Page, draw: () => Promise<void>) => {
  const draftSaved = page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.ok())
  await draw()
  await pass(page)
  await draftSaved
}

/** Paints offline: the other device is not notified. */
const drawOffline = async (context: BrowserContext, page: Page, draw: () => Promise<void>) => {
  await context.setOffline(true)
  await draw()
  await pass(page)
  await expect(page.getByText(m.matchings_draft_here({}, options))).toBeVisible()
}

test('painted times continue on another device, also by touch, and the second of two devices resolves a conflict', {
  tag: '@deep',
}, async ({ page, context, product, browser }) => {
  const scene = await createScene(product, '이어하기', 1, 'Asia/Seoul')
  const cell = (one: Page, index: number) => one.locator(`[data-cell="${scene.slots[index]}"]`)
  const looks = (one: Page, index: number, as: string) => expect(cell(one, index)).toHaveAttribute('data-look', as)
  const phone = await openTouchContext(browser, product)
  const other = await phone.newPage()
  for (const one of [page, other]) await one.clock.install()

  await test.step('the other device shows the painted times, and each sees the strokes of the other without a reload', async () => {
    await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
    await drawOne(page, () => cell(page, 0).click())
    await expect(saved(page)).toBeVisible()
    await openAs(other, product, scene.buyer, `/me/schedule/${scene.fair}`)
    await expect(other.getByText(m.matchings_times_restored({}, options))).toBeVisible()
    await looks(other, 0, 'online')
    await drawOne(other, () => cell(other, 1).tap())
    await looks(page, 1, 'online')
    expect(await findStateViolations(other)).toEqual([])
  })

  await test.step('a tap selects, and a long press starts painting', async () => {
    await drawOne(other, () => cell(other, 1).tap())
    await looks(other, 1, 'empty')
    const touch = await phone.newCDPSession(other)
    const middleOf = async (index: number) => {
      const box = await cell(other, index).boundingBox()
      if (!box) throw new Error('The cell is not there')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const [from, to] = [await middleOf(2), await middleOf(3)]
    await drawOne(other, async () => {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
      await expect(cell(other, 2)).toHaveClass(/stroked/)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
      await expect(cell(other, 3)).toHaveClass(/stroked/)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    })
    for (const index of [2, 3]) {
      await looks(other, index, 'online')
      await looks(page, index, 'online')
    }
  })

  await test.step('after saving, no device has a draft left', async () => {
    await button(page, m.matchings_times_save({ count: 3 }, options)).click()
    await expect(page.getByText(m.matchings_times_saved({ count: 3 }, options))).toBeVisible()
    for (const one of [page, other]) await expect(saved(one)).toBeHidden()
    await other.reload()
    await looks(other, 3, 'online')
    await expect(other.getByText(m.matchings_times_restored({}, options))).toBeHidden()
  })

  // From here on, both devices show all days.
  await other.setViewportSize({ width: 1440, height: 900 })
  const choice = page.getByText(m.matchings_draft_elsewhere({}, options))
  await test.step('an offline stroke stays in the tab and is sent when the connection is back', async () => {
    await drawOffline(context, page, () => cell(page, 5).click())
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    await looks(other, 5, 'online')
  })
  await test.step('the second device keeps its own strokes', async () => {
    await drawOffline(context, page, () => cell(page, 6).click())
    await drawOne(other, () => cell(other, 7).click())
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await button(page, m.matchings_draft_keep({}, options)).click()
    await expect(choice).toBeHidden()
    await pass(page)
    await looks(other, 6, 'online')
    await looks(other, 7, 'empty')
  })
  await test.step('the second device takes the strokes of the other, and can undo that', async () => {
    await drawOffline(context, page, () => cell(page, 8).click())
    await drawOne(other, () => cell(other, 9).click())
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    await button(page, m.matchings_draft_take({}, options)).click()
    await looks(page, 8, 'empty')
    await looks(page, 9, 'online')
    await button(page, m.matchings_times_undo({}, options)).click()
    await looks(page, 8, 'online')
    await pass(page)
    await looks(other, 8, 'online')
  })
  await phone.close()
})
