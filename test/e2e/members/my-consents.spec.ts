import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// The demo member joined in 2024 and has agreed to two newer versions of the terms.

for (const [language, prefix, days, years, changes] of [
  ['ko', '', ['2026년 3월 4일', '2025년 9월 18일', '2024년 6월 12일'], ['1년', '2년'], '바뀐 내용 보기'],
  ['en', '/en', ['4 March 2026', '18 September 2025', '12 June 2024'], ['one year', 'two years'], 'Show what changed'],
  ['cn', '/cn', ['2026年3月4日', '2025年9月18日', '2024年6月12日'], ['自处理完毕之日起', '2년'], '查看变更内容'],
] as const)
  test(`shows by keyboard alone what a member had agreed to on each day, in the text of that day: ${language}`, {
    tag: '@deep',
  }, async ({ page, logIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, 'member')
    await page.goto(`${prefix}/me/consents`)
    const day = page.getByRole('slider')
    await day.focus()
    const words = page.locator('main details').filter({ has: page.locator('summary') })
    const privacy = async (text: string) => {
      await expect(words).toHaveCount(2)
      await expect(words.filter({ hasText: text })).toHaveCount(1)
    }
    await day.press('Shift+ArrowLeft')
    await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`^${days[0]}, `))
    await privacy(years[0])
    await day.press('ArrowLeft')
    await privacy(years[1])
    await day.press('Shift+ArrowLeft')
    await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`^${days[1]}, `))
    await day.press('Home')
    await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`^${days[2]}, `))
    const show = page.getByRole('button', { name: changes }).first()
    await show.focus()
    await show.press('Enter')
    await expect(page.locator('main ins').first()).toBeVisible()
    await expect(page.locator('main del').first()).toBeVisible()
    await words.first().locator('summary').click()
    await expect(words.first()).toHaveAttribute('open')
    expect(await findStateViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
