import type { Page } from '@playwright/test'
import { open } from './console-screen.ts'
import { expect, test } from './product.ts'

test.describe('the palette', () => {
  test.beforeEach(async ({ page, logIn }) => {
    await logIn(page)
    await open(page, '/console/dashboard')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
  })
  const chosen = (page: Page) => page.getByRole('option', { selected: true })
  const field = (page: Page) => page.getByRole('combobox')

  for (const [how, words] of [
    ['as written', '감사'],
    ['by initial consonants', 'ㄱㅅㄱㄹ'],
    ['with the other keyboard', 'rkatk'],
    ['in another language', 'audit'],
  ] as const)
    test(`finds a place ${how}`, async ({ page }) => {
      await field(page).fill(words)
      const place = page.getByRole('option', { name: '감사 기록' })
      await expect(place).toBeVisible()
      const isChosen = async () => (await place.getAttribute('aria-selected')) === 'true'
      const active = () => field(page).getAttribute('aria-activedescendant')
      // What is chosen by a key stays so; what is merely the first gives way to records that come later.
      for (let step = 0; step === 0 || (step < 30 && !(await isChosen())); step += 1) {
        const before = await active()
        await page.keyboard.press('ArrowDown')
        await expect.poll(async () => (await active()) !== before || (await isChosen())).toBe(true)
      }
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/console\/audit$/)
    })

  test('finds records, shows the chosen one beside, and what can be done with it', async ({ page }) => {
    await field(page).fill('하자')
    const record = page.getByRole('group', { name: /^항목/ }).getByRole('option').first()
    await expect(record).toHaveAttribute('aria-selected', 'true')
    // Kinds of records answer one after the other: which is the first may change until all have.
    await expect(async () => {
      const name = (await record.locator('span').nth(1).textContent()) ?? ''
      await expect(page.getByRole('dialog').locator('p').filter({ hasText: name })).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Tab')
    await expect(chosen(page)).toHaveText(/숨기기|게시|새 탭에서 열기/)
  })

  test('> leaves only acts', async ({ page }) => {
    await field(page).fill('>')
    await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(1)
    await field(page).fill('>다크')
    await expect(chosen(page)).toHaveText(/다크/)
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(field(page)).toHaveCount(0)
  })

  test('closes with Esc and gives the focus back', async ({ page }) => {
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })
})
