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

// Every destructive action asks for confirmation; the safe button comes first and has the focus.

const options = { locale: 'ko' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const keep = m.matchings_pick_keep({}, options)
const decline = m.matchings_decline({}, options)

/** Expects an open prompt with its safe button focused and left of the action. */
const expectPrompt = async (page: Page, title: string, act: string) => {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expect(button(page, keep)).toBeFocused()
  const leftOf = async (name: string) => (await button(page, name).last().boundingBox())?.x ?? 0
  expect(await leftOf(keep)).toBeLessThan(await leftOf(act))
  expect(await findStateViolations(page)).toEqual([])
}

test('declining, moving, cancelling and withdrawing ask first, keep the typed text, and send the other company the reason', {
  tag: '@deep',
}, async ({ page, product, browser }) => {
  const scene = await createScene(product, '질문', 3, 'Asia/Seoul')
  const [first, second] = scene.sellers
  if (!first || !second) throw new Error('There are too few sellers')
  await saveFreeTimes(product, scene)
  const declined = m.matchings_state_declined({}, options)

  await test.step('the buyer declines an offer on a phone, and the seller reads the reason without a reload', async () => {
    const id = await requestAndOffer(product, scene, 0, [0, 1])
    await openAs(page, product, first.company, `/me/matchings/${id}`)
    const phone = await openTouchContext(browser, product)
    const buying = await phone.newPage()
    await openAs(buying, product, scene.buyer, `/me/matchings/${id}/schedules`)
    await button(buying, decline).tap()
    await expectPrompt(buying, m.matchings_ask_decline({}, options), decline)
    // Escape closes the prompt but not the dialog below it.
    await buying.keyboard.press('Escape')
    await expect(buying.getByText(m.matchings_ask_decline({}, options))).toBeHidden()
    await expect(buying.getByRole('dialog')).toBeVisible()
    await button(buying, decline).tap()
    const reason = m.matchings_decline_times({}, options)
    await buying.getByRole('radio', { name: reason }).check()
    await button(buying, decline).tap()
    await expect(buying.getByText(declined, { exact: true }).first()).toBeVisible()
    await expect(buying.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(declined, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await phone.close()
  })

  await test.step('the seller declines with a typed reason, which a reload keeps until it is sent', async () => {
    const id = await requestAndOffer(product, scene, 1, [])
    await openAs(page, product, second.company, `/me/matchings/${id}/schedules`)
    await button(page, decline).click()
    await expectPrompt(page, m.matchings_ask_decline({}, options), decline)
    await page.getByRole('radio', { name: m.matchings_reason_own({}, options) }).check()
    const words = page.getByRole('textbox', { name: m.matchings_reason({}, options) })
    await words.fill('내년 봄에 뵙겠습니다.')
    await page.reload()
    await button(page, decline).click()
    await expect(words).toHaveValue('내년 봄에 뵙겠습니다.')
    await button(page, decline).last().click()
    await expect(page.getByText(declined, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('내년 봄에 뵙겠습니다.')).toBeVisible()
  })

  await test.step('moving a meeting needs a reason; withdrawing the request afterwards needs none', async () => {
    const id = await confirmMeeting(product, scene, 2, 4)
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, product, scene.buyer, `/me/matchings/${id}`)
    const cancel = m.matchings_cancel({}, options)
    await button(page, cancel).click()
    await expectPrompt(page, m.matchings_prompt_cancel({}, options), cancel)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button(page, cancel)).toBeFocused()

    const move = m.matchings_move({}, options)
    await button(page, move).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: move, exact: true }).click()
    await expect(dialog.getByText(m.matchings_reason_needed({}, options))).toBeVisible()
    await dialog.getByRole('textbox').fill('항공편이 오후로 바뀌었습니다.')
    await dialog.getByRole('button', { name: move, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(m.matchings_step_wait_seller({}, options))).toBeVisible()

    const withdraw = m.matchings_withdraw({}, options)
    await button(page, withdraw).click()
    await expectPrompt(page, m.matchings_prompt_withdraw({}, options), withdraw)
    // Without a meeting no reason is required.
    await expect(dialog.getByRole('textbox')).toHaveValue('')
    await dialog.getByRole('button', { name: withdraw, exact: true }).click()
    await expect(page.getByText(m.matchings_state_cancelled({}, options), { exact: true }).first()).toBeVisible()
  })
})
