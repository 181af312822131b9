import type { Page } from '@playwright/test'
import { pdf } from '../../files/sample-files.ts'
import type { Application } from '../../server/start-application.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'
import { codeIn, readLastMail } from '../support/read-member-mail.ts'

const password = 'a quiet gate of pine'

/** Labels of the pages by language; fields without a label here are found by name. */
const words = {
  ko: {
    prefix: '',
    company: '기업',
    required: '필수 항목에 모두 동의',
    saved: '저장했습니다.',
    left: '탈퇴를 마쳤습니다',
    given: '동의했습니다: 소식 받기: 문자',
    done: '가입을 마쳤습니다',
    changed: '비밀번호를 바꿨습니다. 새 비밀번호로 로그인해 주세요.',
  },
  en: {
    prefix: '/en',
    company: 'Company',
    required: 'Agree to all that is required',
    saved: 'Saved.',
    left: 'You have left',
    given: 'Agreed: News by Text message',
    done: 'You have joined',
    changed: 'The password is changed. Log in with the new one.',
  },
  cn: {
    prefix: '/cn',
    company: '企业',
    required: '同意全部必选项目',
    saved: '已保存。',
    left: '账号已注销',
    given: '已同意：接收资讯：短信',
    done: '注册完成',
    changed: '密码已更改，请使用新密码登录。',
  },
} as const
type Language = keyof typeof words

const submit = (page: Page) => page.locator('main form button[type="submit"]')
const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

/** Goes from the choice of account kind to the details form, with the mailed code. */
const joinUpTo = async (page: Page, product: Application, language: Language, email: string, kind: string) => {
  const { prefix, required } = words[language]
  await page.goto(`${prefix}/join`)
  await page.locator(`input[value="${kind}"]`).check()
  await submit(page).click()
  await page.waitForURL(`**${prefix}/join/consents`)
  await page.getByLabel(required).check()
  await expect(field(page, 'service')).toBeChecked()
  for (const optional of ['EMAIL', 'SMS', 'PHONE']) await expect(field(page, optional)).not.toBeChecked()
  await submit(page).click()
  await proveMail(page, product, language, email)
}

/** Goes from the mail address to the details form. */
const proveMail = async (page: Page, product: Application, language: Language, email: string) => {
  const { prefix } = words[language]
  await page.waitForURL(`**${prefix}/join/code`)
  await field(page, 'contact').fill(email)
  await submit(page).click()
  await expect(field(page, 'code')).toBeFocused()
  await field(page, 'code').fill(codeIn(await readLastMail(product, email)))
  await page.waitForURL(`**${prefix}/join/details`)
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const shot = async (page: Page, name: string) => {
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true })
}

for (const language of ['ko', 'en', 'cn'] as const)
  test.describe(`a member in ${language}`, { tag: language === 'ko' ? [] : '@deep' }, () => {
    const { prefix, saved, left, given, done, changed } = words[language]

    test('joins as a person, changes the profile and a consent, recovers the account and leaves', async ({
      page,
      product,
    }) => {
      const email = `person-${language}@example.com`
      await joinUpTo(page, product, language, email, 'PERSON')
      await field(page, 'name').fill('서새벽')
      await field(page, 'username').fill(`dawn-${language}`)
      await field(page, 'password').fill(password)
      await submit(page).click()
      await page.waitForURL(`**${prefix}/join/done`)
      await expect(page.getByText(done)).toBeVisible()

      await page.goto(`${prefix}/me`)
      await expect(page.locator('h1')).toContainText('서새벽')
      await navigateTo(page, `${prefix}/me/profile`)
      await field(page, 'name').fill('서한낮')
      await submit(page).first().click()
      await expect(page.getByText(saved)).toBeVisible()

      await navigateTo(page, `${prefix}/me/consents`)
      await page.locator('[name="channel:SMS"]').check()
      await expect(page.getByText(given)).toBeVisible()
      await page.reload()
      await expect(page.locator('[name="channel:SMS"]')).toBeChecked()

      await page.goto(`${prefix}/recovery`)
      await field(page, 'contact').fill(email)
      await submit(page).click()
      await expect(page.locator('main [role="status"] p')).toBeVisible()
      const link = /https?:\/\/\S+/.exec(await readLastMail(product, email))?.[0] ?? ''
      const { pathname, hash } = new URL(link)
      expect(pathname).toBe(`${prefix}/recovery/password`)
      await page.goto(pathname + hash)
      await field(page, 'password').fill(`${password} again`)
      await page.evaluate(() => localStorage.setItem('console:a:door:b', '{}'))
      const badges = () => page.evaluate(() => localStorage.getItem('console:a:door:b'))
      await submit(page).click()
      await expect(page.getByText(changed)).toBeVisible()
      expect(await badges()).toBeNull()

      // The new password ended every session.
      await page.goto(`${prefix}/login?next=${prefix}/me/withdraw`)
      await page.locator('input[autocomplete="username"]').fill(`dawn-${language}`)
      await page.locator('input[autocomplete="current-password"]').fill(`${password} again`)
      await submit(page).click()
      await page.waitForURL(`**${prefix}/me/withdraw`)
      await field(page, 'reason').selectOption('unused')
      await field(page, 'password').fill(`${password} again`)
      await page.evaluate(() => localStorage.setItem('console:a:door:b', '{}'))
      await submit(page).click()
      await page.waitForURL(`**${prefix}/goodbye`)
      expect(await badges()).toBeNull()
      await expect(page.getByText(left)).toBeVisible()

      await page.goto(`${prefix}/me`)
      await expect(page.getByRole('alertdialog')).toBeVisible()
      const basic = Buffer.from(`dawn-${language}:${password} again`).toString('base64')
      const refused = await page.request.get('/api/auth/refreshToken', { headers: { authorization: `Basic ${basic}` } })
      expect(refused.status()).toBe(401)
    })

    test('joins as a company and keeps typed texts and uploads over a reload and going back', { tag: '@deep' }, async ({
      page,
      product,
    }) => {
      const numbers = { ko: '124-81-00998', en: '220-81-62517', cn: '120-81-47521' }
      await joinUpTo(page, product, language, `company-${language}@example.com`, 'COMPANY')
      await field(page, 'companyName').fill('누리상회')
      await field(page, 'ceo').fill('독고누리')
      await field(page, 'category').fill('도자')
      await field(page, 'address').fill('서울특별시 성북구 누리길 1')
      const number = numbers[language]
      await field(page, 'businessNumber').fill(number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10))
      await expect(field(page, 'businessNumber')).toHaveAttribute('aria-invalid', 'true')
      await field(page, 'businessNumber').fill(numbers[language])
      await expect(field(page, 'businessNumber')).not.toHaveAttribute('aria-invalid')
      await field(page, 'businessRegistration').setInputFiles({
        name: 'paper.pdf',
        mimeType: 'application/pdf',
        buffer: pdf(),
      })
      await expect(page.getByText('paper.pdf')).toBeVisible()
      await page.reload()
      await expect(field(page, 'companyName')).toHaveValue('누리상회')
      await expect(page.getByText('paper.pdf')).toBeVisible()
      await page.goBack()
      await page.waitForURL(`**${prefix}/join/code`)
      await page.goForward()
      await expect(field(page, 'address')).toHaveValue('서울특별시 성북구 누리길 1')

      await field(page, 'name').fill('독고누리')
      await field(page, 'username').fill(`nuri-${language}`)
      await field(page, 'password').fill(password)
      await submit(page).click()
      await page.waitForURL(`**${prefix}/join/done`)
      await page.goto(`${prefix}/me/company`)
      await expect(field(page, 'name')).toHaveValue('누리상회')
      await expect(page.getByText('paper.pdf')).toBeVisible()
      await expect(page.getByText(numbers[language])).toBeVisible()
      await field(page, 'category').fill('생활 도자')
      page.once('dialog', (dialog) => void dialog.dismiss())
      await page.locator('nav a[href$="/me/consents"]').click()
      await expect(field(page, 'category')).toHaveValue('생활 도자')
      await submit(page).click()
      await expect(page.getByText(saved)).toBeVisible()
    })
  })

test('reads the steps of joining by keyboard alone on a phone, and cannot skip one', { tag: '@deep' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('the last step leads back to the first missing one', async () => {
    await page.goto('/join/details')
    await expect(page).toHaveURL(/\/join$/)
    await expect(page.locator('input[value="PERSON"]')).toBeVisible()
  })
  await test.step('an arrow key selects and Enter continues', async () => {
    await page.locator('input[value="PERSON"]').focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('input[value="COMPANY"]')).toBeChecked()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/join/consents')
    await expect(page.locator('h1')).toBeFocused()
  })
  await test.step('missing consents are listed', async () => {
    await expect(field(page, 'privacy')).toBeVisible()
    // The checkbox is enabled once the terms have loaded.
    await expect(field(page, 'all')).toBeEnabled()
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, 'join-consents')
    await submit(page).click()
    await expect(page.locator('main [role="alert"] p')).toBeVisible()
    await field(page, 'all').focus()
    await page.keyboard.press('Space')
    await expect(field(page, 'over14')).toBeChecked()
  })
  await test.step('without an identity provider only codes are offered', async () => {
    const offered = page.waitForResponse('**/api/v1/users/certify')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/join/code')
    await offered
    expect(await overflow(page)).toBe(0)
    await field(page, 'contact').fill('axe@example.com')
    await expect(page.locator('a[href$="/join/identity"]')).toHaveCount(0)
    await submit(page).click()
    await expect(field(page, 'code')).toBeFocused()
    expect(await findStateViolations(page)).toEqual([])
    await shot(page, 'join-code')
  })
  await test.step('the member area redirects visitors to the log-in', async () => {
    await page.goto('/me/profile')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('로그인 후 이용가능합니다')
    await dialog.getByRole('link').click()
    await page.waitForURL('**/login?next=%2Fme%2Fprofile')
  })
})
