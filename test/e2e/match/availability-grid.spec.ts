import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import {
  confirmMeeting,
  createScene,
  openAs,
  openTouchContext,
  requestAndOffer,
  saveFreeTimes,
} from '../support/build-fair.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// The schedule dialog. availability-drafts.spec.ts tests touch painting; confirmed-meeting.spec.ts swaps a selected time on the
// grid.

const options = { locale: 'ko' } as const

const changeNotice = (page: Page, change: number, all: number, erased = false) =>
  page
    .getByRole('status')
    .getByText((erased ? m.matchings_times_removed : m.matchings_times_added)({ change, all }, options), {
      exact: true,
    })

test('the mouse paints a rectangle over days, erases from a painted cell and merges neighbors', {
  tag: '@deep',
}, async ({ page, product }) => {
  const scene = await createScene(product, '그리기')
  await saveFreeTimes(product, { ...scene, slots: scene.slots.slice(2, 3) })
  await confirmMeeting(product, scene, 0, 2)
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  const shown = (index: number) => cell(index).locator('[aria-hidden]').first()
  const drag = async (from: number, to: number) => {
    await cell(from).hover()
    await page.mouse.down()
    await cell(to).hover()
    await page.mouse.up()
  }

  // Five slots a day: the first two slots of both days.
  await expect(shown(0)).toHaveText('2')
  await expect(cell(2)).toHaveAttribute('data-look', 'meeting')
  await expect(cell(2)).toContainText('그리기 셀러 1')
  await drag(0, 6)
  await expect(changeNotice(page, 4, 5)).toBeVisible()
  for (const index of [0, 1, 5, 6]) await expect(cell(index)).toHaveAttribute('data-look', 'online')
  await expect(cell(0)).toHaveAttribute('data-below', 'true')
  await expect(cell(1)).toHaveAttribute('data-above', 'true')
  // 10:00 in Seoul is 17:00 or 18:00 of the previous day there; the first cell of the block shows both clocks.
  await expect(shown(0)).toHaveText(/1[78]:00–1[89]:00.*서울 10:00–11:00/)
  await expect(shown(1)).toHaveText('')
  await expect(page.getByText('점심')).toBeVisible()

  await test.step('a stroke that starts on a painted cell erases', async () => {
    await drag(1, 6)
    await expect(changeNotice(page, 2, 3, true)).toBeVisible()
    await expect(cell(1)).toHaveAttribute('data-look', 'empty')
  })
  await test.step('a confirmed meeting stays and names its company', async () => {
    await cell(2).click()
    await expect(page.getByText(m.matchings_times_fixed_meeting({ company: '그리기 셀러 1' }, options))).toBeVisible()
    await expect(cell(2)).toHaveAttribute('data-look', 'meeting')
  })
  await test.step('undo restores the stroke, and the panel counts the matching sellers', async () => {
    await page.getByRole('button', { name: m.matchings_times_undo({}, options), exact: true }).click()
    await expect(cell(1)).toHaveAttribute('data-look', 'online')
    await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 2, all: 2 }, options) })).toBeVisible()
  })
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: m.matchings_times_save({ count: 5 }, options), exact: true }).click()
  await expect(page.getByText(m.matchings_times_saved({ count: 5 }, options))).toBeVisible()
})

test('the keyboard does everything the mouse does', async ({ page, product }) => {
  const scene = await createScene(product, '글쇠')
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  const expectLook = (index: number, as: string) => expect(cell(index)).toHaveAttribute('data-look', as)
  const { keyboard } = page
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
  await expect(page.locator('[data-cell][tabindex="0"]')).toHaveCount(1)
  await cell(0).focus()

  await keyboard.press('Space')
  await expect(changeNotice(page, 1, 1)).toBeVisible()
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
  await keyboard.press('PageDown')
  await expect(cell(5)).toBeFocused()
  await keyboard.press('PageUp')
  await keyboard.press('End')
  await expect(cell(4)).toBeFocused()
  await keyboard.press('Home')
  await expect(cell(0)).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('2')
  await expectLook(1, 'offline')
  await keyboard.press('Delete')
  await expectLook(1, 'empty')

  await test.step('Shift extends the selection and reduces it on the way back', async () => {
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowRight')
    for (const index of [1, 2, 3, 6, 7, 8]) await expectLook(index, 'online')
    await keyboard.press('Shift+ArrowUp')
    await expectLook(3, 'empty')
    await expectLook(8, 'empty')
    // The whole selection is one undo step.
    await keyboard.press('Control+z')
    for (const index of [1, 2, 6, 7]) await expectLook(index, 'empty')
    await expectLook(0, 'online')
  })
  await test.step('Ctrl+A selects the session up to the break', async () => {
    await cell(7).focus()
    await keyboard.press('Control+a')
    for (const index of [7, 8, 9]) await expectLook(index, 'online')
    await expectLook(6, 'empty')
  })
  await test.step('Escape asks before it discards strokes', async () => {
    // Register one listener at a time: two would both answer the first dialog.
    const answerOnEscape = async (act: 'accept' | 'dismiss') => {
      const dialog = page.waitForEvent('dialog')
      await Promise.all([dialog.then((one) => one[act]()), keyboard.press('Escape')])
    }
    await answerOnEscape('dismiss')
    await expect(page).toHaveURL(/me\/schedule/)
    await expectLook(7, 'online')
    await answerOnEscape('accept')
    await expect(page).toHaveURL(/me\/matchings$/)
  })
})

test('the panel adds the time that suits most sellers, the list offers the same days at every width and is remembered, and both rulers of a wide grid stay in place', {
  tag: '@deep',
}, async ({ page, product }) => {
  const scene = await createScene(product, '목록', 1, 'America/Los_Angeles', 5)
  await page.setViewportSize({ width: 1200, height: 900 })
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  await test.step('both rulers stay while more than three days scroll', async () => {
    await expect(page.getByRole('columnheader')).toHaveCount(7)
    const rulers = async () =>
      Promise.all(
        [page.getByRole('columnheader').first(), page.getByRole('columnheader').last()].map(async (head) =>
          Math.round((await head.boundingBox())?.x ?? 0),
        ),
      )
    const last = page.locator('[data-cell]').nth(4)
    const before = await rulers()
    await last.scrollIntoViewIfNeeded()
    await last.evaluate((cell) => cell.closest('table')?.parentElement?.scrollTo({ left: 1000 }))
    await expect
      .poll(() => last.evaluate((cell) => cell.closest('table')?.parentElement?.scrollLeft))
      .toBeGreaterThan(0)
    expect(await rulers()).toEqual(before)
  })
  await test.step('the panel names the seller that one more slot would suit, and one click adds the slot', async () => {
    await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 0, all: 1 }, options) })).toBeVisible()
    await expect(page.getByRole('complementary').getByText('목록 셀러 1')).toBeVisible()
    await page.getByRole('button', { name: m.matchings_fit_add({}, options), exact: true }).click()
    await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 1, all: 1 }, options) })).toBeVisible()
    await expect(page.locator(`[data-cell="${scene.slots[0]}"]`)).toHaveAttribute('data-look', 'online')
  })
  await page.getByRole('button', { name: m.matchings_times_list({}, options), exact: true }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(25)
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('combobox').first().selectOption('offline')
  expect(await findStateViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  // One day at a time.
  await expect(page.getByRole('checkbox')).toHaveCount(5)
  await page
    .getByRole('button', { name: m.matchings_times_day({}, options), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: m.matchings_times_save({ count: 5 }, options), exact: true }).click()
  await expect(page.getByText(m.matchings_times_saved({ count: 5 }, options))).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(5)
  await page.getByRole('button', { name: m.matchings_times_grid({}, options), exact: true }).click()
  await expect(page.locator('[data-cell][data-look="online"]')).toHaveCount(5)
})

test('on phones a seller selects times from cards and swaps a fourth, and the buyer confirms the best of the day, which comes first', {
  tag: '@deep',
}, async ({ browser, page: buying, product }) => {
  const scene = await createScene(product, '카드', 3, 'Asia/Seoul')
  await saveFreeTimes(product, scene, 'offline')
  await requestAndOffer(product, scene, 1, [1])
  await confirmMeeting(product, scene, 2, 4)
  const id = await requestAndOffer(product, scene, 0, [])
  const [seller] = scene.sellers
  if (!seller) throw new Error('There is no seller')
  const context = await openTouchContext(browser, product)
  const page = await context.newPage()
  const cards = page.getByRole('checkbox')

  await test.step('a card of a slot shows who waits for it; a fourth card replaces the chosen one', async () => {
    await openAs(page, product, seller.company, `/me/matchings/${id}/schedules`)
    // One day at a time.
    await expect(cards).toHaveCount(5)
    await expect(page.locator('label', { hasText: '10:30' }).first()).toContainText(
      m.matchings_panel_waits({ count: 1 }, options),
    )
    for (const index of [0, 1, 2]) await cards.nth(index).tap()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await cards.nth(3).tap()
    await expect(page.getByText(m.matchings_pick_swap({}, options))).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: m.matchings_pick_keep({}, options), exact: true }).tap()
    await expect(page.getByText(m.matchings_pick_swap({}, options))).toBeHidden()
    await cards.nth(3).tap()
    await page
      .getByRole('button', { name: m.matchings_pick_swap_this({}, options) })
      .first()
      .tap()
    await expect(cards.nth(0)).not.toBeChecked()
    await expect(cards.nth(3)).toBeChecked()
  })

  await test.step('the grid shows the same times, and the choice of list or grid is remembered', async () => {
    await page.getByRole('button', { name: m.matchings_times_grid({}, options), exact: true }).tap()
    await expect(page.locator(`[data-cell="${scene.slots[3]}"]`)).toHaveAttribute('data-look', 'chosen')
    await page.reload()
    await expect(page.locator('[data-cell][data-look="chosen"]')).toHaveCount(3)
    await page.getByRole('button', { name: m.matchings_times_list({}, options), exact: true }).tap()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await expect(cards).toHaveCount(10)
    expect(await findStateViolations(page)).toEqual([])
    await page.getByRole('button', { name: m.matchings_offer({ count: 3 }, options), exact: true }).click()
    await page.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
    await expect(page.getByText(m.matchings_state_offered({}, options), { exact: true }).first()).toBeVisible()
  })

  await test.step('the offer next to another meeting at the same table is marked, comes first and is confirmed', async () => {
    await buying.setViewportSize({ width: 390, height: 844 })
    await openAs(buying, product, scene.buyer, `/me/matchings/${id}/schedules`)
    const offers = buying.getByRole('dialog').getByRole('listitem')
    await expect(offers).toHaveCount(3)
    const best = offers.filter({ hasText: m.matchings_best_same_table({}, options) })
    await expect(best).toHaveAttribute('data-best', 'true')
    await expect(best).toContainText('12:00')
    const tops = await offers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    const own = await best.evaluate((one) => one.getBoundingClientRect().top)
    expect(own).toBe(Math.min(...tops))
    expect(await findStateViolations(buying)).toEqual([])
    await best.getByRole('button').click()
    await expect(buying.getByText(m.matchings_state_confirmed({}, options), { exact: true }).first()).toBeVisible()
    await expect(buying.getByRole('dialog')).toHaveCount(0)
  })
  await context.close()
})
