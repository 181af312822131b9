import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

const story = '/story/basement-leak-three-questions'

const tongues = [
  ['', '좋아요', '저장', '좋아요를 표시했습니다.', '관심 글'],
  ['/en', 'Like', 'Save', 'Liked.', 'Saved'],
  ['/cn', '点赞', '收藏', '已点赞。', '收藏与点赞'],
] as const

for (const [prefix, like, save, liked, title] of tongues)
  test(`redirects a visitor to the log-in and then performs the bookmark action: ${prefix || '/'}`, {
    tag: '@deep',
  }, async ({ page, product }) => {
    await page.goto(prefix + story)
    const button = page.getByRole('button', { name: new RegExp(`^${like}`) })
    await button.click()
    await page.waitForURL(/\/login\?next=/)
    await page.locator('input[name=username]').fill('manager')
    await page.locator('input[name=password]').fill(product.passwords.manager ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === prefix + story)
    await expect(page.getByText(liked)).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(page.getByRole('button', { name: save, exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`${prefix}/me/bookmarks`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('main li a[href*="basement-leak"]')).toHaveCount(2)
    expect(await findStateViolations(page)).toEqual([])
    // Restore the bookmarks for the next language.
    for (let left = 2; left > 0; left -= 1) {
      await page.locator('main section li button').first().click()
      await expect(page.locator('main section li button')).toHaveCount(left - 1)
    }
  })
