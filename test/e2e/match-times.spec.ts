import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { violationsOf } from './axe.ts'
import { giveTimes, meet, offered, openAs, sceneOf, touchWindow } from './match-scene.ts'
import { expect, test } from './product.ts'

// The schedule dialog: drawn with the mouse, keys and a finger, or in the list; picked with a swap; confirmed where the
// best of the day is framed.

const options = { locale: 'ko' } as const

const said = (page: Page, change: number, all: number, erased = false) =>
  page
    .getByRole('status')
    .getByText((erased ? m.matchings_times_removed : m.matchings_times_added)({ change, all }, options), {
      exact: true,
    })

test('a mouse draws a rectangle over days, erases what it begins on, and merges neighbours', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '그리기')
  await giveTimes(product, { ...scene, slots: scene.slots.slice(2, 3) })
  await meet(product, scene, 0, 2)
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  const shown = (index: number) => cell(index).locator('[aria-hidden]').first()
  const drag = async (from: number, to: number) => {
    await cell(from).hover()
    await page.mouse.down()
    await cell(to).hover()
    await page.mouse.up()
  }

  // Five slots a day: the first two of both days.
  await expect(shown(0)).toHaveText('2')
  await expect(cell(2)).toHaveAttribute('data-look', 'meeting')
  await expect(cell(2)).toContainText('그리기 셀러 1')
  await drag(0, 6)
  await expect(said(page, 4, 5)).toBeVisible()
  for (const index of [0, 1, 5, 6]) await expect(cell(index)).toHaveAttribute('data-look', 'online')
  await expect(cell(0)).toHaveAttribute('data-below', 'true')
  await expect(cell(1)).toHaveAttribute('data-above', 'true')
  // 10:00 in Seoul is 17:00 or 18:00 of the day before there: both clocks are in the first cell of the block.
  await expect(shown(0)).toHaveText(/1[78]:00–1[89]:00.*서울 10:00–11:00/)
  await expect(shown(1)).toHaveText('')
  await expect(page.getByText('점심')).toBeVisible()

  await test.step('beginning on one of the same brush takes away', async () => {
    await drag(1, 6)
    await expect(said(page, 2, 3, true)).toBeVisible()
    await expect(cell(1)).toHaveAttribute('data-look', 'empty')
  })
  await test.step('a confirmed meeting stays, and says with whom', async () => {
    await cell(2).click()
    await expect(page.getByText(m.matchings_times_fixed_meeting({ company: '그리기 셀러 1' }, options))).toBeVisible()
    await expect(cell(2)).toHaveAttribute('data-look', 'meeting')
  })
  await test.step('undo, and what the drawing meets', async () => {
    await page.getByRole('button', { name: m.matchings_times_undo({}, options), exact: true }).click()
    await expect(cell(1)).toHaveAttribute('data-look', 'online')
    await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 2, all: 2 }, options) })).toBeVisible()
  })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: m.matchings_times_save({ count: 5 }, options), exact: true }).click()
  await expect(page.getByText(m.matchings_times_saved({ count: 5 }, options))).toBeVisible()
})

test('the panel names the time that would add most, and one press adds it', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '더하기', 1)
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 0, all: 1 }, options) })).toBeVisible()
  await expect(page.getByRole('complementary').getByText('더하기 셀러 1')).toBeVisible()
  await page.getByRole('button', { name: m.matchings_fit_add({}, options), exact: true }).click()
  await expect(page.getByRole('heading', { name: m.matchings_fit_met({ met: 1, all: 1 }, options) })).toBeVisible()
  await expect(page.locator(`[data-cell="${scene.slots[0]}"]`)).toHaveAttribute('data-look', 'online')
})

test('keys do all that a mouse does', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '글쇠')
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  const look = (index: number, as: string) => expect(cell(index)).toHaveAttribute('data-look', as)
  const { keyboard } = page
  await expect(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
  await expect(page.locator('[data-cell][tabindex="0"]')).toHaveCount(1)
  await cell(0).focus()

  await keyboard.press('Space')
  await expect(said(page, 1, 1)).toBeVisible()
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
  await look(1, 'offline')
  await keyboard.press('Delete')
  await look(1, 'empty')

  await test.step('Shift stretches, and takes back when it returns', async () => {
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowRight')
    for (const index of [1, 2, 3, 6, 7, 8]) await look(index, 'online')
    await keyboard.press('Shift+ArrowUp')
    await look(3, 'empty')
    await look(8, 'empty')
    // The whole stretch is one step.
    await keyboard.press('Control+z')
    for (const index of [1, 2, 6, 7]) await look(index, 'empty')
    await look(0, 'online')
  })
  await test.step('Ctrl with A is the session, up to the break', async () => {
    await cell(7).focus()
    await keyboard.press('Control+a')
    for (const index of [7, 8, 9]) await look(index, 'online')
    await look(6, 'empty')
  })
  await test.step('Escape asks before it loses something', async () => {
    // Each is answered before the next one is waited for: two listeners would answer the first.
    const asked = async (act: 'accept' | 'dismiss') => {
      const dialog = page.waitForEvent('dialog')
      await Promise.all([dialog.then((one) => one[act]()), keyboard.press('Escape')])
    }
    await asked('dismiss')
    await expect(page).toHaveURL(/me\/schedule/)
    await look(7, 'online')
    await asked('accept')
    await expect(page).toHaveURL(/me\/matchings$/)
  })
})

test('the list says and changes the same, on every width, and is remembered', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '목록')
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  await page.getByRole('button', { name: m.matchings_times_list({}, options), exact: true }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(10)
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('combobox').first().selectOption('offline')
  expect(await violationsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('checkbox')).toHaveCount(5)
  await page
    .getByRole('button', { name: m.matchings_times_day({}, options), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: m.matchings_times_save({ count: 5 }, options), exact: true }).click()
  await expect(page.getByText(m.matchings_times_saved({ count: 5 }, options))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(5)
  await page.getByRole('button', { name: m.matchings_times_grid({}, options), exact: true }).click()
  await expect(page.locator('[data-cell][data-look="online"]')).toHaveCount(5)
})

test('both rulers stay while more than three days scroll', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '닷새', 1, 'America/Los_Angeles', 5)
  await page.setViewportSize({ width: 1200, height: 900 })
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
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
  await expect.poll(() => last.evaluate((cell) => cell.closest('table')?.parentElement?.scrollLeft)).toBeGreaterThan(0)
  expect(await rulers()).toEqual(before)
})

test('a finger taps, and paints after it has rested', async ({ browser, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '손가락')
  const context = await touchWindow(browser, product)
  const page = await context.newPage()
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  await cell(0).tap()
  await expect(cell(0)).toHaveAttribute('data-look', 'online')
  await cell(0).tap()
  await expect(cell(0)).toHaveAttribute('data-look', 'empty')

  const touch = await context.newCDPSession(page)
  const middleOf = async (index: number) => {
    const box = await cell(index).boundingBox()
    if (!box) throw new Error('The cell is not there')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await middleOf(0), await middleOf(1)]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await expect(cell(0)).toHaveClass(/stroked/)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
  await expect(cell(1)).toHaveClass(/stroked/)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  for (const index of [0, 1]) await expect(cell(index)).toHaveAttribute('data-look', 'online')
  expect(await violationsOf(page)).toEqual([])
  await context.close()
})

test('a fourth pick is a swap, and the question names all three', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '교체', 1)
  await giveTimes(product, scene)
  const id = await offered(product, scene, 0, [])
  const [seller] = scene.sellers
  if (!seller) throw new Error('There is no seller')
  await openAs(page, product, seller.company, `/me/matchings/${id}/schedules`)
  const cell = (index: number) => page.locator(`[data-cell="${scene.slots[index]}"]`)
  for (const index of [0, 1, 2, 3]) await cell(index).click()
  const bar = page.getByText(m.matchings_pick_swap({}, options))
  await expect(bar).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // Escape keeps all, and the window.
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(cell(3)).toHaveAttribute('data-look', 'given')
  await cell(3).click()
  await page
    .getByRole('button', { name: m.matchings_pick_swap_this({}, options) })
    .first()
    .click()
  await expect(cell(0)).toHaveAttribute('data-look', 'given')
  await expect(cell(3)).toHaveAttribute('data-look', 'chosen')
  await page.getByRole('button', { name: m.matchings_offer({ count: 3 }, options), exact: true }).click()
  await expect(page.getByText(m.matchings_ask_accept({}, options), { exact: true })).toBeVisible()
  const asking = page.getByRole('dialog').locator('form')
  for (const clock of ['12:00', '10:30', '11:30']) await expect(asking).toContainText(clock)
  await page.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
  await expect(page.getByText(m.matchings_state_offered({}, options), { exact: true }).first()).toBeVisible()
})

test('the best of the day is framed with its reason, and stands first on phones', async ({ page, product }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '가지런', 2, 'Asia/Seoul')
  await giveTimes(product, scene)
  await meet(product, scene, 0, 3)
  const id = await offered(product, scene, 1, [0, 4, 8])
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, product, scene.buyer, `/me/matchings/${id}/schedules`)
  const offers = page.getByRole('dialog').getByRole('listitem')
  await expect(offers).toHaveCount(3)
  const best = offers.filter({ hasText: m.matchings_best_next_to({}, options) })
  await expect(best).toHaveAttribute('data-best', 'true')
  const tops = await offers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const own = await best.evaluate((one) => one.getBoundingClientRect().top)
  expect(own).toBe(Math.min(...tops))
  expect(await violationsOf(page)).toEqual([])
  await best.getByRole('button').click()
  await expect(page.getByText(m.matchings_state_confirmed({}, options), { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on phones times are picked from cards, a fourth takes the seat that is pressed, and the list is on every width', async ({
  browser,
  product,
}) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '카드', 2)
  await giveTimes(product, scene, 'offline')
  await offered(product, scene, 1, [1])
  const id = await offered(product, scene, 0, [])
  const [seller] = scene.sellers
  if (!seller) throw new Error('There is no seller')
  const context = await touchWindow(browser, product)
  const page = await context.newPage()
  await openAs(page, product, seller.company, `/me/matchings/${id}/schedules`)
  const cards = page.getByRole('checkbox')
  // One day at a time.
  await expect(cards).toHaveCount(5)
  await expect(page.locator('label', { hasText: '10:30' }).first()).toContainText(
    m.matchings_panel_waits({ count: 1 }, options),
  )
  for (const index of [0, 1, 2]) await cards.nth(index).tap()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await cards.nth(3).tap()
  await expect(page.getByText(m.matchings_pick_swap({}, options))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: m.matchings_pick_keep({}, options), exact: true }).tap()
  await expect(page.getByText(m.matchings_pick_swap({}, options))).toBeHidden()
  await cards.nth(3).tap()
  await page
    .getByRole('button', { name: m.matchings_pick_swap_this({}, options) })
    .first()
    .tap()
  await expect(cards.nth(0)).not.toBeChecked()
  await expect(cards.nth(3)).toBeChecked()

  await test.step('the grid has the same, and which of the two is remembered', async () => {
    await page.getByRole('button', { name: m.matchings_times_grid({}, options), exact: true }).tap()
    await expect(page.locator(`[data-cell="${scene.slots[3]}"]`)).toHaveAttribute('data-look', 'chosen')
    await page.reload()
    await expect(page.locator('[data-cell][data-look="chosen"]')).toHaveCount(3)
    await page.getByRole('button', { name: m.matchings_times_list({}, options), exact: true }).tap()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await expect(cards).toHaveCount(10)
    expect(await violationsOf(page)).toEqual([])
  })
  await page.getByRole('button', { name: m.matchings_offer({ count: 3 }, options), exact: true }).click()
  await page.getByRole('button', { name: m.matchings_accept({}, options), exact: true }).click()
  await expect(page.getByText(m.matchings_state_offered({}, options), { exact: true }).first()).toBeVisible()
  await context.close()
})
