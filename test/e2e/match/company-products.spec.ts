import { m } from '#messages/messages.js'
import { inLocale } from '../../../src/kit/web/addresses/locale-path.ts'
import { picture } from '../../files/sample-files.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

for (const locale of ['ko', 'en', 'cn'] as const)
  test(`lets a seller add a product with every field and a picture, change and remove it: ${locale}`, {
    tag: '@deep',
  }, async ({ page, logIn }) => {
    const options = { locale }
    const name = `결 접시 ${locale}`
    const field = (key: string) => page.locator(`main [name="${key}"]`)
    await logIn(page, 'company')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(inLocale(locale, '/me/products'))
    await page.getByRole('link', { name: m.products_add({}, options) }).click()
    await page.getByRole('button', { name: m.me_save({}, options) }).click()
    await page.getByRole('button', { name: '한국어' }).click()
    await expect(field('name.ko')).toHaveAttribute('aria-invalid', 'true')
    await field('name.ko').fill(name)
    await field('features.ko').fill('얇고 가볍습니다.')
    await page.getByRole('button', { name: 'English' }).click()
    await field('name.en').fill('Gyeol plate')
    await field('size').fill('21 × 21 × 3 cm')
    await field('retailPrice').fill('32,000')
    await field('releaseDate').fill('2026-03-02')
    await field('awardDate').fill('2026-05-01')
    await field('salesSite').fill('https://shop.example.com/plate')
    await field('certificate').selectOption('rookie')
    await field('image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture('png', 400, 300) })
    await expect(page.getByRole('img', { name: m.match_product_picture({ number: 1 }, options) })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await field('salesSite').fill('no address')
    await page.getByRole('button', { name: m.me_save({}, options) }).click()
    await expect(field('salesSite')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('size')).toHaveValue('21 × 21 × 3 cm')
    await field('salesSite').fill('https://shop.example.com/plate')
    await page.getByRole('button', { name: m.me_save({}, options) }).click()
    await expect(page.getByText(m.me_saved({}, options))).toBeVisible()
    await page.reload()
    await expect(field('size')).toHaveValue('21 × 21 × 3 cm')
    await expect(field('retailPrice')).toHaveValue('32000')
    await expect(page.getByRole('img', { name: m.match_product_picture({ number: 1 }, options) })).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await page
      .getByRole('button', { name: m.products_remove({}, options), exact: true })
      .last()
      .click()
    await expect(page).toHaveURL(/\/me\/products$/)
    await expect(page.getByText(name)).toHaveCount(0)
  })

test('lets a company change its fair profile and marks a refused field', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page, 'buyer')
  await page.goto('/en/me/profiles')
  const field = (key: string) => page.locator(`main [name="buyer.${key}"]`)
  await field('introduction.en').fill('Three shops for tableware.')
  await field('website').fill('nowhere')
  await page.getByRole('button', { name: m.me_save({}, { locale: 'en' }) }).click()
  await expect(field('website')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('introduction.en')).toHaveValue('Three shops for tableware.')
  await field('website').fill('https://nordheim.example')
  await field('country').selectOption({ label: 'Germany' })
  await field('timeZone').selectOption('Europe/Berlin')
  await page.getByRole('button', { name: m.me_save({}, { locale: 'en' }) }).click()
  await expect(page.getByText(m.me_saved({}, { locale: 'en' }))).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await page.reload()
  await expect(field('introduction.en')).toHaveValue('Three shops for tableware.')
})
