import { type IdentityStandIn, startIdentityStandIn } from '../../providers/identity-stand-in.ts'
import { startApplication } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { test as base, expect } from '../support/product-fixture.ts'

interface Verifying {
  provider: IdentityStandIn
}

/** Starts the product with the identity provider's stand-in. */
const test = base.extend<object, Verifying>({
  provider: [
    async ({ browserName: _browser }, use) => {
      const provider = await startIdentityStandIn()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ provider }, use) => {
      const product = await startApplication({ environment: { IDENTITY_URL: provider.identityUrl } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('joins with a verified identity after a cancelled, a refused and an unanswered verification, without retyping', async ({
  page,
  product,
  provider,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text())
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sdk.js')) scripts.push(request.url())
  })
  const policyOf = async (path: string) =>
    (await fetch(product.url + path)).headers.get('content-security-policy') ?? ''
  const submit = page.locator('main form button[type="submit"]')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/join')
  await page.locator('input[value="PERSON"]').check()
  await submit.click()
  await page.waitForURL('**/join/consents')
  await page.locator('[name="all"]').check()
  await submit.click()
  await page.waitForURL('**/join/code')
  const other = page.getByRole('link', { name: '휴대폰 본인인증' })
  await expect(other).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  if (process.env.SCREENS)
    await page.screenshot({ path: `${process.env.SCREENS}/join-code-identity.png`, fullPage: true })
  await other.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/join/identity')
  const open = page.getByRole('button', { name: '본인인증하기' })
  await expect(open).toBeVisible()
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/join-identity.png`, fullPage: true })
  expect(scripts).toEqual([])

  // Open by keyboard, then leave the provider's page without verifying.
  await open.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/window\?/)
  expect(scripts).toHaveLength(1)
  await page.getByRole('link', { name: '취소' }).click()
  await page.waitForURL('**/join/identity')
  await expect(page.getByRole('alert')).toContainText('취소했거나 아직 마치지 않았습니다')
  expect(await findStateViolations(page)).toEqual([])

  await open.click()
  await page.waitForURL(/\/window\?/)
  await page.getByRole('link', { name: '실패' }).click()
  await expect(page.getByRole('alert')).toContainText('본인인증에 실패했습니다')
  // Verification by code is still offered.
  await page.getByRole('link', { name: '다른 방법으로 인증' }).click()
  await page.waitForURL('**/join/code')
  await expect(page.locator('[name="contact"]')).toBeVisible()
  await other.click()

  // The server cannot reach the provider after a successful verification.
  await open.click()
  await page.waitForURL(/\/window\?/)
  provider.answerWith('hang up')
  await page.getByRole('link', { name: '인증', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('연결할 수 없습니다')
  provider.answerWith(null)
  await page.getByRole('button', { name: '결과 다시 확인' }).click()
  await page.waitForURL('**/join/details')

  const name = page.locator('main [name="name"]')
  await expect(name).toHaveValue('서새벽')
  await expect(name).not.toBeEditable()
  expect(await findStateViolations(page)).toEqual([])
  if (process.env.SCREENS)
    await page.screenshot({ path: `${process.env.SCREENS}/join-details-identity.png`, fullPage: true })
  await page.locator('main [name="username"]').fill('verified-one')
  await page.locator('main [name="password"]').fill('a quiet gate of pine')
  await submit.click()
  await page.waitForURL('**/join/done')
  expect(refused).toEqual([])
  const owner = await apiAs(product, 'owner')
  const { users } = await owner('GET', '/api/console/users?q=verified-one')
  expect(users[0]).toMatchObject({ name: '서새벽', phone: expect.stringMatching(/^\+8210\d{8}$/) })

  // Only the CSP of the verification page allows the provider's script.
  expect(await policyOf('/join/identity')).toContain(provider.origin)
  for (const path of ['/join', '/join/code', '/join/details', '/login']) {
    expect(await policyOf(path)).not.toContain(provider.origin)
    expect(await policyOf(path)).toContain('require-trusted-types-for')
  }
})

for (const [prefix, sentence] of [
  ['', '이 브라우저에서 시작한 본인인증이 아닙니다'],
  ['/en', 'wasn’t started in this browser'],
  ['/cn', '不是在此浏览器中开始的'],
] as const)
  test(`refuses a verification started in another browser, in the language of the page: ${prefix || '/'}`, {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto(`${prefix}/join/identity?identityVerificationId=${'f'.repeat(40)}&code=&message=`)
    await expect(page.getByRole('alert')).toContainText(sentence)
    expect(new URL(page.url()).search).toBe('')
  })
