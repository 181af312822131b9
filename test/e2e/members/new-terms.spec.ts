import { type Application, logIn as tokensOf } from '../../server/start-application.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// Until they agree, demo members owe an agreement, which would affect every other spec.
test.use({ installation: 'terms asked again' })

const titles = { service: '이용약관', privacy: '개인정보 처리방침' }
const published = new Set<string>()

/** Publishes a new version of a text and asks every member to agree. A text can have one version per day. */
const askFor = async (product: Application, code: keyof typeof titles) => {
  if (published.has(code)) return
  published.add(code)
  const headers = { ...(await tokensOf(product, 'owner')), 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${product.url}/api/console/terms${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const effectiveAt = new Date(Date.now() + 1000).toISOString()
  const { version } = await call('POST', '', {
    code,
    title: { ko: titles[code] },
    body: { ko: '<p>새 판</p>' },
    effectiveAt,
  })
  await expect
    .poll(
      async () => (await call('GET', '/agreements')).agreements.some(({ _id }: { _id: string }) => _id === version._id),
      { intervals: [100] },
    )
    .toBe(true)
  await call('POST', `/${version._id}/ask`)
}

const stories = {
  ko: { prefix: '', who: 'member', given: ['service'], width: 1440 },
  en: { prefix: '/en', who: 'member', given: ['privacy'], width: 768 },
  cn: { prefix: '/cn', who: 'company', given: ['service', 'privacy'], width: 390 },
} as const
const words = {
  ko: { agree: '동의하고 계속', missing: '동의해 주세요.' },
  en: { agree: 'Agree and continue', missing: 'Please agree to' },
  cn: { agree: '同意并继续', missing: '请同意“' },
} as const

for (const language of ['ko', 'en', 'cn'] as const)
  test(`asks once for agreement to new terms between the log-in and the requested page: ${language}`, {
    tag: '@deep',
  }, async ({ page, product }) => {
    const { prefix, who, given, width } = stories[language]
    const { agree, missing } = words[language]
    await page.setViewportSize({ width, height: 900 })
    for (const code of given) await askFor(product, code)
    await page.goto(`${prefix}/login?next=${prefix}/me/profile`)
    await page.locator('input[name="username"]').fill(who)
    await page.locator('input[name="password"]').fill(product.passwords[who] ?? '')
    await page.locator('main form button[type="submit"]').first().click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/agree`)
    const submit = page.getByRole('button', { name: agree })
    await submit.click()
    await expect(page.locator('main [role="alert"]')).toContainText(missing)
    await expect(page.locator(`main [name="${given[0]}"]`)).toBeFocused()
    expect(await findStateViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    if (process.env.SCREENS)
      await page.screenshot({ path: `${process.env.SCREENS}/agree-${language}.png`, fullPage: true })

    // The member area redirects there as well, except for the withdrawal page. The redirect interrupts the loading
    // page, which waitForURL would report as an error.
    await page.goto(`${prefix}/me`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(({ pathname }) => pathname === `${prefix}/agree`)
    await expect(submit).toBeVisible()
    await page.goto(`${prefix}/me/withdraw`)
    await expect(page.locator('main [name="reason"]')).toBeVisible()

    await page.goto(`${prefix}/agree?next=${prefix}/me/profile`)
    for (const code of given) await page.locator(`main [name="${code}"]`).check()
    await submit.click()
    await page.waitForURL(({ pathname }) => pathname === `${prefix}/me/profile`)
    await expect(page.locator('main [name="name"]')).toBeVisible()
    await navigateTo(page, `${prefix}/me`)
    await expect(page.locator('main h1')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(`${prefix}/me`)
  })
