import type { BrowserContext, Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { violationsOf } from './axe.ts'
import { openAs, sceneOf, touchWindow } from './match-scene.ts'
import { expect, test } from './product.ts'

// What a buyer draws is on every device of the buyer, and of two who draw at once none loses a stroke unsaid.

const options = { locale: 'ko' } as const
const kept = new RegExp(m.matchings_draft_kept({ time: '\\d\\d:\\d\\d' }, options))
const saved = (page: Page) => page.getByText(kept)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a drawing goes on on another device, where nothing was drawn there', async ({ page, product, browser }) => {
  test.setTimeout(120_000)
  const scene = await sceneOf(product, '이어하기', 1, 'Asia/Seoul')
  const cell = (one: Page, index: number) => one.locator(`[data-cell="${scene.slots[index]}"]`)
  await openAs(page, product, scene.buyer, `/me/schedule/${scene.fair}`)
  await cell(page, 0).click()
  await expect(saved(page)).toBeVisible()

  const phone = await touchWindow(browser, product)
  const other = await phone.newPage()
  await openAs(other, product, scene.buyer, `/me/schedule/${scene.fair}`)
  await expect(other.getByText(m.matchings_times_restored({}, options))).toBeVisible()
  await expect(cell(other, 0)).toHaveAttribute('data-look', 'online')
  await cell(other, 1).tap()
  // Without a reload: nothing was drawn here meanwhile.
  await expect(cell(page, 1)).toHaveAttribute('data-look', 'online')
  expect(await violationsOf(other)).toEqual([])

  await button(page, m.matchings_times_save({ count: 2 }, options)).click()
  await expect(page.getByText(m.matchings_times_saved({ count: 2 }, options))).toBeVisible()
  await expect(saved(page)).toBeHidden()
  await expect(saved(other)).toBeHidden()
  await other.reload()
  await expect(cell(other, 1)).toHaveAttribute('data-look', 'online')
  await expect(other.getByText(m.matchings_times_restored({}, options))).toBeHidden()
  await phone.close()
})

/** Draws one, until the server has it. */
const drawOne = async (page: Page, draw: () => Promise<void>) => {
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.ok())
  await draw()
  await taken
}

/** Draws without a line: the other device does not hear of it. */
const drawAway = async (context: BrowserContext, page: Page, draw: () => Promise<void>) => {
  await context.setOffline(true)
  await draw()
  await expect(page.getByText(m.matchings_draft_here({}, options))).toBeVisible()
}

test('two devices draw at once: the second is told, and takes the other or keeps its own', async ({
  page,
  context,
  product,
  browser,
}) => {
  test.setTimeout(180_000)
  const scene = await sceneOf(product, '둘이서', 1, 'Asia/Seoul')
  const cell = (one: Page, index: number) => one.locator(`[data-cell="${scene.slots[index]}"]`)
  const second = await browser.newContext({ baseURL: product.url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  const other = await second.newPage()
  for (const one of [page, other]) {
    await openAs(one, product, scene.buyer, `/me/schedule/${scene.fair}`)
    await expect(cell(one, 0)).toHaveAttribute('data-look', 'empty')
  }
  const choice = page.getByText(m.matchings_draft_elsewhere({}, options))

  await test.step('kept in the tab without a line, and sent when it is back', async () => {
    await drawAway(context, page, () => cell(page, 2).click())
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    await expect(cell(other, 2)).toHaveAttribute('data-look', 'online')
  })
  await test.step('the second keeps its own', async () => {
    await drawAway(context, page, () => cell(page, 3).click())
    await drawOne(other, () => cell(other, 4).click())
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await button(page, m.matchings_draft_keep({}, options)).click()
    await expect(choice).toBeHidden()
    await expect(cell(other, 3)).toHaveAttribute('data-look', 'online')
    await expect(cell(other, 4)).toHaveAttribute('data-look', 'empty')
  })
  await test.step('the second takes the other, and can take that back', async () => {
    await drawAway(context, page, () => cell(page, 0).click())
    await drawOne(other, () => cell(other, 1).click())
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    await button(page, m.matchings_draft_take({}, options)).click()
    await expect(cell(page, 0)).toHaveAttribute('data-look', 'empty')
    await expect(cell(page, 1)).toHaveAttribute('data-look', 'online')
    await button(page, m.matchings_times_undo({}, options)).click()
    await expect(cell(page, 0)).toHaveAttribute('data-look', 'online')
    await expect(cell(other, 0)).toHaveAttribute('data-look', 'online')
  })
  await second.close()
})
