import { assetId } from '../../../src/kit/files/assets.ts'
import { expect, test } from '../support/product-fixture.ts'

const fair = `/match/fairs/${assetId('match/fairs/spring')}`

test('filters a list in its address by a menu and by search, and removes each filter', async ({ page }) => {
  await page.goto(fair)
  await page.getByRole('combobox', { name: '분야' }).selectOption('textile')
  // Before hydration the browser submits the form itself.
  await page.getByRole('button', { name: '적용' }).click()
  await expect(page).toHaveURL(/category=textile/)
  await expect(page.getByRole('status').first()).toHaveText('참가 기업 24곳 중 조건에 맞는 기업 3곳')
  await page.getByRole('searchbox').fill('누비')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByRole('link', { name: '다흥섬유' })).toBeVisible()
  await page.getByRole('link', { name: '조건 해제: 패브릭' }).click()
  await expect(page).not.toHaveURL(/category/)
  await page.goto(`${fair}?q=없는말`)
  await expect(page.getByText('조건에 맞는 결과가 없습니다')).toBeVisible()
})

test('fits into a phone, opens its menu as a drawer, and lets only companies join', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('no page is wider than the window', async () => {
    for (const path of [`${fair}/products`, '/match/join/buyer', '/cn/match/manual/seller', '/en/match', fair]) {
      await page.goto(path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
    }
  })
  await test.step('the menu is a drawer', async () => {
    await page.goto('/match')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    const drawer = page.getByRole('dialog', { name: '메뉴' })
    await expect(drawer).toBeVisible()
    await drawer.getByRole('link', { name: '제품' }).click()
    await expect(page).toHaveURL(/\/match\/products$/)
    await expect(drawer).toBeHidden()
  })
  await test.step('visitors are asked to log in, and a person learns that only companies take part', async () => {
    await page.goto('/match/join/seller')
    await expect(page.getByRole('heading', { name: '기업회원으로 로그인해 주세요' })).toBeVisible()
    await logIn(page, 'member')
    await page.goto('/match/join/seller')
    await expect(page.getByText('개인회원은 참가할 수 없습니다')).toBeVisible()
  })
})
