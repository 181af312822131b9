import type { Page } from '@playwright/test'
import { assetId } from '../../../src/kit/files/assets.ts'
import { bodyOf, headerOf } from '../../providers/mail-server.ts'
import { apiAs } from '../support/call-api-as.ts'
import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { apiOf } from '../support/log-in-staff.ts'
import { expect, test } from '../support/requests-product.ts'

const choose = async (page: Page, group: string, option: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()

const chooseTemplate = async (page: Page) => {
  await page.getByRole('combobox', { name: '양식 불러오기' }).click()
  await page.getByRole('option', { name: '서비스 점검 안내' }).click()
}

test('a notice is addressed by filter or by hand, checked, sent, and its results are read', async ({
  page,
  logIn,
  mails,
}) => {
  await logIn(page, 'owner')
  await page.goto('/console/sendings')
  await expect(page.getByRole('heading', { level: 1, name: '메시지' })).toBeVisible()
  const gate = page.getByRole('region', { name: '발송 전 확인' })

  await test.step('the checklist shows what is missing', async () => {
    await page.getByRole('link', { name: '메시지 작성' }).click()
    await expect(gate.getByText('제목과 본문을 입력해 주세요')).toBeVisible()
  })

  await test.step('a filter of fair participants is counted and starts a message', async () => {
    await navigateTo(page, `/console/fairs/${assetId('match/fairs/spring')}`)
    await page.getByRole('link', { name: '참가자에게 보내기' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '참가자에게 보내기' })).toBeVisible()
    const count = page.getByRole('status').filter({ hasText: '명' })
    await expect(count).toBeVisible()
    const all = (await count.textContent()) ?? ''
    await page.getByRole('combobox', { name: '구분' }).click()
    await page.getByRole('option', { name: '바이어' }).click()
    await expect(count).not.toHaveText(all)
    await page.getByLabel('확정 상담 최대').fill('50')
    await page.getByRole('button', { name: '메시지 작성' }).click()
    await expect(page).toHaveURL(/\/console\/sendings\/[0-9a-f-]{36}$/)
    await expect(page.getByText(/국제 공예 페어 · 바이어 · 확정 상담 최대 50/)).toBeVisible()
  })

  await test.step('the checklist counts manual recipients and fills in the template', async () => {
    await navigateTo(page, '/console/sendings/create')
    await chooseTemplate(page)
    await choose(page, '수신인 선택', '직접 입력')
    const list = page.locator('#field-audience-list')
    for (const item of ['guest@example.com', 'guest@example.com ', 'nobody-of-that-name']) {
      await list.fill(item)
      await list.press('Enter')
    }
    await expect(gate.getByText('회원을 찾을 수 없음')).toBeVisible()
    await expect(gate).toContainText('1명')
    await expect(gate).toContainText('12월 5일 토요일')
    // The address belongs to no account, so there is no name to fill in.
    await expect(gate).toContainText('이름 값이 없는 1명')
    expect(await findStateViolations(page)).toEqual([])
  })

  await test.step('the message is sent after a confirmation, and each recipient has a result', async () => {
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/console\/sendings\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: '발송', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '1명에게 발송' }).click()
    const results = page.getByRole('region', { name: '수신인별 결과' })
    await expect(results.getByRole('row', { name: /발송됨.*guest@example\.com/ })).toBeVisible()
    await expect(results.getByRole('row', { name: /제외.*회원을 찾을 수 없음/ })).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    const mail = mails.received.find((one) => headerOf(one, 'To') === 'guest@example.com') ?? ''
    expect(headerOf(mail, 'Subject')).toMatch(/서비스 점검 안내$/)
    expect(bodyOf(mail)).toContain('회원 님, 안녕하십니까.')
  })
})

test('a link in advertising opts out in three languages without log-in or script', async ({
  browser,
  mails,
  product,
}) => {
  const asOwner = await apiAs(product, 'owner')
  const asMember = await apiAs(product, 'member')
  const subject = `설명회 안내 ${Date.now()}`
  const message = {
    channel: 'mail',
    purpose: 'advertising',
    subject: { ko: subject },
    html: { ko: '<p>{이름} 님을 모십니다.</p>' },
  }
  const toAll = { ...message, audience: { by: 'filter' } }
  const { gate } = await asOwner('POST', '/api/console/sendings/gate', toAll)
  expect(gate.faults).toEqual([])
  expect(gate.left.map(({ reason }: { reason: string }) => reason)).toContain('no_consent')

  await asMember('PUT', '/api/v1/me/consents', { channels: { EMAIL: true }, night: true })
  const { me } = await asMember('GET', '/api/v1/me')
  const audience = { by: 'list', list: [me.username] }
  const { sending } = await asOwner('POST', '/api/console/sendings', { ...message, audience })
  await asOwner('POST', `/api/console/sendings/${sending._id}/send`, { updatedAt: sending.updatedAt })
  const sent = () => mails.received.find((one) => headerOf(one, 'Subject') === `(광고) ${subject}`)
  await expect.poll(sent, { intervals: [50] }).toBeDefined()
  const token = /\/opt-out\/([\w-]{16})/.exec(bodyOf(sent() ?? ''))?.[1] ?? ''

  const reader = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await reader.newPage()
  const main = page.locator('main')
  for (const [prefix, words, button] of [
    ['/cn', '不再接收', '退订'],
    ['/en', 'Stop advertising email to', 'Opt out'],
    ['', '광고 메일을 더 이상 받지 않습니다', '수신 거부'],
  ] as const) {
    await page.goto(`${prefix}/opt-out/${token}`)
    await expect(main).toContainText(words)
    await expect(main.getByRole('button', { name: button })).toBeVisible()
  }
  await main.getByRole('button', { name: '수신 거부' }).click()
  await expect(main).toContainText('수신 거부를 처리했습니다')
  await page.goto(`/opt-out/${token}`)
  await expect(main).toContainText('광고를 보내지 않고 있습니다')
  await reader.close()
  const { history } = await asMember('GET', '/api/v1/me/consents')
  expect(history[0]).toMatchObject({ subject: 'channel:EMAIL', given: false, how: 'link' })
})

test('a member agrees to advertising, staff send it, and the member reads how the consent ended', {
  tag: '@deep',
}, async ({ page, logIn, mails, product }) => {
  await logIn(page, 'member')
  await page.goto('/me/consents')
  await page.getByRole('checkbox', { name: '소식 받기: 이메일' }).check()
  await page.getByRole('checkbox', { name: '야간 소식 받기(21시~8시)' }).check()
  await expect(page.getByText(/^야간 소식 받기.*동의/).first()).toBeVisible()
  const subject = `설명회 초대 ${Date.now()}`
  const { sending } = await (await apiAs(product, 'owner'))('POST', '/api/console/sendings', {
    channel: 'mail',
    purpose: 'advertising',
    subject: { ko: subject },
    html: { ko: '<p>{이름} 님을 모십니다.</p>' },
    audience: { by: 'list', list: ['member'] },
  })
  await logIn(page, 'owner')
  await page.goto(`/console/sendings/${sending._id}`)
  await expect(page.getByRole('region', { name: '발송 전 확인' })).toContainText(`(광고) ${subject}`)
  await page.getByRole('button', { name: '발송', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1명에게 발송' }).click()
  await expect(page.getByRole('row', { name: /발송됨/ })).toBeVisible()
  const mail = mails.received.find((one) => headerOf(one, 'Subject') === `(광고) ${subject}`) ?? ''
  await page.goto(`/opt-out/${/\/opt-out\/([\w-]{16})/.exec(bodyOf(mail))?.[1]}`)
  await page.locator('main').getByRole('button', { name: '수신 거부' }).click()
  await expect(page.locator('main')).toContainText('수신 거부를 처리했습니다')
  await logIn(page, 'member')
  await page.goto('/me/consents')
  await expect(page.getByText('수신 거부 링크에서').first()).toBeVisible()
})

test('networks that would lock out the account that sets them are refused, and the typed text stays', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await logIn(page, 'owner')
  await page.goto('/console/setting')
  const field = page.locator('#field-security-networks')
  await field.fill('198.51.100.0/24')
  await field.press('Enter')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('지금 접속한 주소가 목록에 없습니다').first()).toBeVisible()
  await expect(page.getByText('198.51.100.0/24').first()).toBeVisible()
  for (const own of ['127.0.0.1', '::1']) {
    await field.fill(own)
    await field.press('Enter')
  }
  await page.keyboard.press('Control+s')
  await expect(page.getByText('저장했습니다').first()).toBeVisible()
  const api = await apiOf(page)
  const { setting } = await api.get('/setting')
  expect(setting.security.networks).toEqual(['198.51.100.0/24', '127.0.0.1', '::1'])
  await api.put('/setting', { security: { ...setting.security, networks: [] }, updatedAt: setting.updatedAt })
})

test('a message goes to filtered participants of a fair, and its results are read', { tag: '@deep' }, async ({
  page,
  logIn,
  mails,
}) => {
  await logIn(page, 'owner')
  await page.goto(`/console/fairs/${assetId('match/fairs/spring')}`)
  await page.getByRole('link', { name: '참가자에게 보내기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '참가자에게 보내기' })).toBeVisible()
  const count = page.getByRole('status').filter({ hasText: '명' })
  await expect(count).toBeVisible()
  const all = (await count.textContent()) ?? ''
  await page.getByRole('combobox', { name: '구분' }).click()
  await page.getByRole('option', { name: '바이어' }).click()
  await expect(count).not.toHaveText(all)
  await page.getByLabel('확정 상담 최대').fill('50')
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: '메시지 작성' }).click()
  await expect(page).toHaveURL(/\/console\/sendings\/[0-9a-f-]{36}$/)
  await expect(page.getByText(/국제 공예 페어 · 바이어 · 확정 상담 최대 50/)).toBeVisible()
  await page.getByRole('combobox', { name: '양식 불러오기' }).click()
  await page.getByRole('option', { name: '서비스 점검 안내' }).click()
  await page.keyboard.press('Control+s')
  const send = page.getByRole('button', { name: '발송', exact: true })
  await expect(send).toBeEnabled()
  await send.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /명에게 발송/ })
    .click()
  const results = page.getByRole('region', { name: '수신인별 결과' })
  await expect(results.getByRole('row', { name: /발송됨/ }).first()).toBeVisible({ timeout: 20_000 })
  expect(mails.received.some((one) => /@(match|daecheong)\.example$/.test(headerOf(one, 'To')))).toBe(true)
})

test('a colleague rejects a message to more than 300 recipients with a reason, and approves it after a resubmission', {
  tag: '@deep',
}, async ({ page, logIn, product }) => {
  const asManager = await apiAs(product, 'manager')
  const subject = '공용부분 점검 일정'
  const list = Array.from({ length: 301 }, (_, index) => `resident${index}@example.com`)
  const { sending } = await asManager('POST', '/api/console/sendings', {
    channel: 'mail',
    purpose: 'notice',
    subject: { ko: subject },
    html: { ko: '<p>점검 일정을 안내합니다.</p>' },
    audience: { by: 'list', list },
  })
  const send = async ({ _id, updatedAt }: { _id: string; updatedAt: string }) =>
    (await asManager('POST', `/api/console/sendings/${_id}/send`, { updatedAt })).sending
  expect(await send(sending)).toMatchObject({ state: 'asked' })

  await logIn(page, 'owner')
  await page.goto('/console/dashboard')
  await expect(page.getByRole('link', { name: /승인을 기다리는 발송/ })).toBeVisible()
  await navigateTo(page, '/console/sendings?state=asked')
  await page.getByRole('link', { name: subject }).click()
  const gate = page.getByRole('region', { name: '발송 전 확인' })
  await expect(gate).toContainText('301명')
  await expect(gate).toContainText('다른 담당자의 승인이 필요합니다')
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('button', { name: '반려' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('제목에 단지 이름을 넣어 주세요')
  await dialog.getByRole('button', { name: '반려' }).click()
  await expect(page.getByText('반려 사유: 제목에 단지 이름을 넣어 주세요')).toBeVisible()
  await expect(gate.getByText('승인할 수 있는 담당자')).toBeVisible()

  expect(await send((await asManager('GET', `/api/console/sendings/${sending._id}`)).sending)).toMatchObject({
    state: 'asked',
  })
  await page.reload()
  await page.getByRole('button', { name: '승인하고 발송' }).click()
  await expect(dialog).toContainText('301명')
  await dialog.getByRole('button', { name: '승인하고 발송' }).click()
  await expect(page.getByText('승인했습니다')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '·' }).last()).toBeVisible()
  await expect(page.getByRole('region', { name: '수신인별 결과' })).toBeVisible()
})
