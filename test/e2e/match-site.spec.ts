import { assetId } from '../../src/kit/files/assets.ts'
import { locales } from '../../src/kit/locale.ts'
import { inLocale } from '../../src/kit/web/address.ts'
import { expect, test } from './product.ts'

const fair = `/match/fairs/${assetId('match/fairs/spring')}`

test('Match is read in three languages in its own frame, and the language stays on the page', async ({ page }) => {
  const names = { ko: '한국어', en: 'English', cn: '中文' }
  for (const locale of locales) {
    await page.goto(inLocale(locale, fair))
    await expect(page.locator('[data-face="match"]')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      { ko: '국제 공예 페어', en: 'International Craft Fair', cn: '国际工艺展' }[locale],
    )
    await expect(page.locator('header a[hreflang]', { hasText: names[locale] })).toHaveAttribute(
      'href',
      inLocale(locale, fair),
    )
  }
})

test('a list is narrowed in its address, by words and by a menu, and each filter can be taken away', async ({
  page,
}) => {
  await page.goto(fair)
  await page.getByRole('combobox', { name: '분야' }).selectOption('textile')
  // Before the page is awake its form is sent as HTML sends it.
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

test('a visitor goes from the first page to a buyer, whose contact is locked', async ({ page }) => {
  await page.goto('/match')
  await page.getByRole('link', { name: '국제 공예 페어' }).first().click()
  await page
    .getByRole('navigation', { name: '행사 내용' })
    .getByRole('link', { name: /바이어/ })
    .click()
  await page.getByRole('link', { name: '사힐 리빙' }).click()
  await expect(page.getByText('상담이 연결된 셀러에게만 공개됩니다')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('buyer-1@daecheong.example')
})

test('on a phone nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/match',
    fair,
    `${fair}/products`,
    '/match/join/buyer',
    '/en/match',
    '/cn/match/manual/seller',
  ]) {
    await page.goto(path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
  }
})

test('on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/match')
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  const drawer = page.getByRole('dialog', { name: '메뉴' })
  await expect(drawer).toBeVisible()
  await drawer.getByRole('link', { name: '제품' }).click()
  await expect(page).toHaveURL(/\/match\/products$/)
  await expect(drawer).toBeHidden()
})

test('joining asks a visitor to log in, and a person that only companies take part', async ({ page, logIn }) => {
  await page.goto('/match/join/seller')
  await expect(page.getByRole('heading', { name: '기업회원으로 로그인해 주세요' })).toBeVisible()
  await logIn(page, 'member')
  await page.goto('/match/join/seller')
  await expect(page.getByText('개인회원은 참가할 수 없습니다')).toBeVisible()
})

test('either site can be switched off: its pages are gone, and the first page is that of the other', async ({
  product,
}) => {
  const call = async (name: string, authorization: string) => {
    const response = await fetch(`${product.url}/api/auth/${name}`, { headers: { authorization } })
    return (await response.json())[name] as string
  }
  const basic = Buffer.from(`owner:${product.passwords.owner}`).toString('base64')
  const authorization = `Bearer ${await call('accessToken', `Bearer ${await call('refreshToken', `Basic ${basic}`)}`)}`
  const setting = `${product.url}/api/console/setting`
  const read = async () => (await (await fetch(setting, { headers: { authorization } })).json()).setting
  const before = await read()
  const open = async (modules: object) => {
    const { updatedAt } = await read()
    const answer = await fetch(setting, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ modules: { ...before.modules, ...modules }, updatedAt }),
    })
    expect(answer.status).toBe(200)
  }
  const statusOf = async (path: string) => (await fetch(product.url + path, { redirect: 'manual' })).status
  try {
    await open({ match: false })
    await expect.poll(() => statusOf('/en/match')).toBe(404)
    await expect.poll(() => statusOf(fair)).toBe(404)
    await expect
      .poll(async () => (await (await fetch(`${product.url}/sitemap.xml`)).text()).includes('/match/about'))
      .toBe(false)
    await open({ match: true, firm: false })
    await expect.poll(() => statusOf('/match')).toBe(301)
    await expect.poll(() => statusOf('/story')).toBe(404)
    await expect.poll(() => statusOf('/en')).toBe(200)
    expect(await (await fetch(`${product.url}/en`)).text()).toContain('data-face="match"')
    expect((await fetch(`${product.url}/en/match`)).url).toBe(`${product.url}/en`)
    expect(await statusOf('/terms/privacy')).toBe(200)
  } finally {
    await open({ match: true, firm: true })
  }
  await expect.poll(() => statusOf('/')).toBe(200)
})
