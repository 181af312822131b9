import type { Page } from '@playwright/test'
import { open } from '../support/console-screen.ts'
import { expect, test } from '../support/product-fixture.ts'

const chosen = (page: Page) => page.getByRole('option', { selected: true })
const field = (page: Page) => page.getByRole('combobox')

test.beforeEach(async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/dashboard')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('the palette finds a screen as written, by initial consonants, typed with the wrong keyboard, and in another language', {
  tag: '@deep',
}, async ({ page }) => {
  const place = page.getByRole('option', { name: '감사 기록' })
  for (const words of ['감사', 'ㄱㅅㄱㄹ', 'rkatk', 'audit'])
    await test.step(words, async () => {
      await field(page).fill('세상에 없는 말')
      await expect(place).toHaveCount(0)
      await field(page).fill(words)
      await expect(place).toBeVisible()
    })
  await test.step('arrow keys select it, and Enter opens it', async () => {
    const isChosen = async () => (await place.getAttribute('aria-selected')) === 'true'
    const active = () => field(page).getAttribute('aria-activedescendant')
    // A key press fixes the selection; the default first entry can change when later results arrive.
    for (let step = 0; step === 0 || (step < 30 && !(await isChosen())); step += 1) {
      const before = await active()
      await page.keyboard.press('ArrowDown')
      await expect
        .poll(async () => (await active()) !== before || (await isChosen()), { intervals: [20, 50] })
        .toBe(true)
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/console\/audit$/)
  })
})

test('the palette finds records with their actions, lists only actions after >, and closes with Escape', {
  tag: '@deep',
}, async ({ page }) => {
  await test.step('shows the selected record next to the list and offers its actions', async () => {
    await field(page).fill('하자')
    const record = page.getByRole('group', { name: /^항목/ }).getByRole('option').first()
    await expect(record).toHaveAttribute('aria-selected', 'true')
    // Record kinds answer one after another, so the first entry can change until all have answered.
    await expect(async () => {
      const name = (await record.locator('span').nth(1).textContent()) ?? ''
      await expect(page.getByRole('dialog').locator('p').filter({ hasText: name })).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [50] })
    await page.keyboard.press('Tab')
    await expect(chosen(page)).toHaveText(/숨기기|게시|새 탭에서 열기/)
  })
  await test.step('closes with Escape', async () => {
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })
  await test.step('performs an action', async () => {
    await page.keyboard.press('Control+k')
    await field(page).fill('>')
    await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(1)
    await field(page).fill('>다크')
    await expect(chosen(page)).toHaveText(/다크/)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(field(page)).toHaveCount(0)
  })
})
