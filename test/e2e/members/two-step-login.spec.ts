import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Application, logIn as tokensOf } from '../../server/start-application.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

/** Labels of the pages by language; fields without a label here are found by name. */
const words = {
  ko: {
    prefix: '',
    setUp: '설정',
    saved: '보관했습니다',
    on: /사용 중 · /,
    renew: '새로 발급',
    off: '사용 해제',
    isOff: '사용하지 않습니다',
    wrong: '번호가 맞지 않거나 이미 사용되었습니다.',
    byRecovery: '복구 번호로 확인',
    addPasskey: '패스키 추가',
    passkeyAdded: '패스키를 추가했습니다.',
    byPasskey: '패스키로 로그인',
    distrust: '모두 해제',
    remove: '삭제',
    rename: '이름 변경',
    save: '저장',
  },
  en: {
    prefix: '/en',
    setUp: 'Set up',
    saved: 'I have saved them',
    on: /On since /,
    renew: 'Get new codes',
    off: 'Turn off',
    isOff: 'Off',
    wrong: 'This code is wrong or has been used already.',
    byRecovery: 'Use a recovery code',
    addPasskey: 'Add a passkey',
    passkeyAdded: 'Passkey added.',
    byPasskey: 'Log in with a passkey',
    distrust: 'Trust none',
    remove: 'Remove',
    rename: 'Rename',
    save: 'Save',
  },
  cn: {
    prefix: '/cn',
    setUp: '设置',
    saved: '我已保存',
    on: /已开启 · /,
    renew: '重新获取',
    off: '关闭',
    isOff: '未开启',
    wrong: '验证码有误或已使用',
    byRecovery: '使用恢复码',
    addPasskey: '添加通行密钥',
    passkeyAdded: '已添加通行密钥。',
    byPasskey: '使用通行密钥登录',
    distrust: '全部取消',
    remove: '删除',
    rename: '重命名',
    save: '保存',
  },
} as const

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** TOTP code `steps` time steps from now: the server accepts adjacent steps too, each once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Waits for the path only: the log-in page's query also contains the target. */
const arrive = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path)

const shot = async (page: Page, name: string) => {
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true })
}

const typePassword = async (page: Page, { passwords }: Application, username: string, prefix = '', next = '') => {
  await page.goto(`${prefix}/login${next && `?next=${next}`}`)
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(passwords[username] ?? '')
  await page.locator('main form button[type="submit"]').first().click()
}

/** Goes from the password to the recovery codes; returns the secret and the codes. */
const setUp = async (page: Page, password: string) => {
  await field(page, 'password').first().fill(password)
  await field(page, 'password').first().press('Enter')
  await expect(page.locator('main svg[role="img"]')).toBeVisible()
  const { secret } = await page
    .locator('a[href^="otpauth:"]')
    .getAttribute('href')
    .then((uri) => ({ secret: new URL(uri ?? '').searchParams.get('secret') ?? '' }))
  await shot(page, `set-up-${page.viewportSize()?.width}`)
  // Use the previous step, so that the current one remains valid for the log-in.
  const used = codeOf(secret, -1)
  await field(page, 'code').fill(used)
  await expect(page.locator('main ol > li')).toHaveCount(10)
  return { secret, used, codes: await page.locator('main ol > li').allTextContents() }
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`sets up two-step verification, logs in with it, recovers and turns it off: ${language}`, {
    tag: language === 'ko' ? [] : '@deep',
  }, async ({ page, logIn, product }) => {
    const text = words[language]
    const { prefix } = text
    // A different width per language, since the pages are the same.
    const width = { ko: 1440, en: 768, cn: 390 }[language]
    await page.setViewportSize({ width, height: 844 })
    const password = product.passwords.member ?? ''
    await logIn(page, 'member')
    await page.goto(`${prefix}/me/security`)
    await press(page, text.setUp)
    await field(page, 'password').first().fill('not the password')
    await field(page, 'password').first().press('Enter')
    await expect(field(page, 'password').first()).toHaveAttribute('aria-invalid', 'true')
    const { secret, used, codes } = await setUp(page, password)
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, `codes-${language}`)
    await press(page, text.saved)
    await expect(page.getByText(text.on)).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, `security-on-${language}`)

    await page.evaluate(() => sessionStorage.clear())
    await typePassword(page, product, 'member', prefix, `${prefix}/me/security`)
    await expect(field(page, 'code')).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('refreshToken'))).toBeNull()
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, `second-step-${language}`)
    // The code used in the setup is refused and stays in the field for correction.
    await field(page, 'code').fill(used)
    await expect(page.getByText(text.wrong)).toBeVisible()
    await expect(field(page, 'code')).toHaveValue(used)
    await page.locator('main [name="trust"]').check()
    await field(page, 'code').fill(codeOf(secret))
    await arrive(page, `${prefix}/me/security`)
    await expect(page.getByText(text.on)).toBeVisible()

    // This device is now trusted: the password is enough until the user revokes it.
    await page.evaluate(() => sessionStorage.clear())
    await typePassword(page, product, 'member', prefix, `${prefix}/me/security`)
    await arrive(page, `${prefix}/me/security`)
    await shot(page, `trusted-${language}`)
    await press(page, text.distrust)
    await expect(page.getByRole('button', { name: text.distrust, exact: true })).toBeHidden()

    await page.evaluate(() => sessionStorage.clear())
    await typePassword(page, product, 'member', prefix, `${prefix}/me/security`)
    await press(page, text.byRecovery)
    await field(page, 'code').fill(codes[0] ?? '')
    await field(page, 'code').press('Enter')
    await arrive(page, `${prefix}/me/security`)

    await press(page, text.renew)
    await field(page, 'password').first().fill(password)
    await field(page, 'code').fill(codes[1] ?? '')
    await field(page, 'code').press('Enter')
    await expect(page.locator('main ol > li')).toHaveCount(10)
    const [renewed = ''] = await page.locator('main ol > li').allTextContents()
    await press(page, text.saved)
    await press(page, text.off)
    await field(page, 'password').first().fill(password)
    await field(page, 'code').fill(renewed)
    await field(page, 'code').press('Enter')
    await expect(page.getByText(text.isOff, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await shot(page, `security-off-${language}`)
  })

/** Adds a virtual passkey that answers automatically. */
const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

for (const language of ['ko', 'en', 'cn'] as const)
  test(`adds a passkey, logs in with it, renames and removes it: ${language}`, {
    tag: '@deep',
  }, async ({ page, logIn, product }) => {
    const text = words[language]
    const { prefix } = text
    await addAuthenticator(page)
    await logIn(page, 'company')
    await page.goto(`${prefix}/me/security`)
    await press(page, text.addPasskey)
    await field(page, 'name').fill('가온의 노트북')
    await field(page, 'password')
      .first()
      .fill(product.passwords.company ?? '')
    await field(page, 'password').first().press('Enter')
    await expect(page.getByText(text.passkeyAdded)).toBeVisible()
    await expect(page.getByText('가온의 노트북')).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, `passkeys-${language}`)

    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.goto(`${prefix}/login?next=${prefix}/me/security`)
    await shot(page, `login-${language}`)
    await press(page, text.byPasskey)
    await arrive(page, `${prefix}/me/security`)
    expect(await page.evaluate(() => sessionStorage.getItem('username'))).toBe('company')

    // The browser now knows the passkey and offers it in the field without a click.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${prefix}/login?next=${prefix}/me/security`)
    await arrive(page, `${prefix}/me/security`)

    await page.getByRole('button', { name: new RegExp(text.rename) }).click()
    await page.locator('main li input').fill('가온의 새 노트북')
    await press(page, text.save)
    await expect(page.getByText('가온의 새 노트북')).toBeVisible()
    await page.getByRole('button', { name: new RegExp(text.remove) }).click()
    await press(page, text.remove)
    await expect(page.getByText('가온의 새 노트북')).toBeHidden()
  })

test('holds staff who must use two-step verification until it is set up, and asks for a code when a session ends', {
  tag: '@deep',
}, async ({ page, product }) => {
  const headers = { ...(await tokensOf(product, 'owner')), 'content-type': 'application/json' }
  const change = async (staffTwoStep: boolean) => {
    const { setting } = (await (await fetch(`${product.url}/api/console/setting`, { headers })).json()) as {
      setting: { updatedAt: string; security: object }
    }
    const response = await fetch(`${product.url}/api/console/setting`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ security: { ...setting.security, staffTwoStep }, updatedAt: setting.updatedAt }),
    })
    expect(response.status).toBe(200)
  }
  const { secret } = await test.step('turns the setting on', async () => {
    // Enroll the owner first, or no account could turn the setting off again.
    const setup = await fetch(`${product.url}/api/v1/me/twoStep`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ password: product.passwords.owner }),
    })
    const { setup: setupBody } = (await setup.json()) as { setup: { secret: string } }
    const confirmed = await fetch(`${product.url}/api/v1/me/twoStep`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ code: codeOf(setupBody.secret, -1) }),
    })
    expect(confirmed.status).toBe(200)
    await change(true)
    return setupBody
  })
  try {
    await typePassword(page, product, 'manager')
    await arrive(page, '/me/security')
    await expect(page.getByText('이 계정은 2단계 인증을 설정해야')).toBeVisible()
    await expect(page.getByRole('heading', { name: '패스키' })).toBeHidden()
    await shot(page, 'held')
    await page.goto('/me/profile')
    await page.goto('/me/consents')
    await arrive(page, '/me/security')
    await page.goto('/console/password')
    await arrive(page, '/me/security')
    const { codes } = await setUp(page, product.passwords.manager ?? '')
    await press(page, words.ko.saved)
    await arrive(page, '/console/password')
    await expect(page.locator('#screen-title')).toBeVisible()
    await expect(page.getByText('2단계 인증 사용 중', { exact: false })).toBeVisible()
    await shot(page, 'console-password')

    // The session ends while the user types: a panel over the screen asks for password and code.
    await page.getByLabel('새 비밀번호', { exact: true }).fill('a sentence I was typing')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.evaluate(() => {
      const [head, payload] = (sessionStorage.getItem('accessToken') ?? '').split('.')
      sessionStorage.setItem('accessToken', `${head}.${payload}.AAAA`)
      sessionStorage.setItem('refreshToken', 'A'.repeat(43))
    })
    await page.keyboard.type('하자')
    const dialog = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
    await dialog.getByLabel('비밀번호', { exact: true }).fill(product.passwords.manager ?? '')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('인증 번호')).toBeFocused()
    await dialog.getByLabel('인증 번호').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('새 비밀번호', { exact: true })).toHaveValue('a sentence I was typing')
  } finally {
    await change(false)
    const off = await fetch(`${product.url}/api/v1/me/twoStep/off`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ password: product.passwords.owner, code: codeOf(secret) }),
    })
    expect(off.status).toBe(204)
  }
})
