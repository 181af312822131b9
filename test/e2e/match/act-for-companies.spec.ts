import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { logIn as headersOf } from '../../server/start-application.ts'
import { createScene, openAs, openTouchContext, requestAndOffer, saveFreeTimes } from '../support/build-fair.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { callAs } from '../support/match-companies.ts'
import { expect, test } from '../support/product-fixture.ts'
import { readLastMail } from '../support/read-member-mail.ts'

// act-for-company.test.ts and handle-invitations.test.ts test mails and refusals of the same actions.

const [ko, en] = [{ locale: 'ko' }, { locale: 'en' }] as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('staff request, offer, confirm and decline on behalf of companies, which read the reason', {
  tag: '@deep',
}, async ({ page, browser, product, logIn }) => {
  const scene = await createScene(product, '대신 처리', 2, 'Asia/Seoul')
  const [first, second] = scene.sellers
  if (!first || !second) throw new Error('There are two sellers')
  await saveFreeTimes(product, scene)
  const asking = page.getByRole('dialog')
  const reasonIn = (text: string) => asking.getByLabel(m.behalf_reason({}, ko)).fill(text)
  const send = (name: string) => asking.getByRole('button', { name, exact: true }).click()
  const done = async () => {
    await expect(asking).toHaveCount(0)
    await expect(page.getByText(m.behalf_said({}, ko)).last()).toBeVisible()
  }
  const mailOf = (one: { username: string }) => readLastMail(product, `${one.username}@example.com`)
  const stateOf = async (id: string) => {
    const companyHeaders = await headersOf(product, scene.buyer.username)
    const { matching } = await callAs<{ matching: { state: string } }>(
      product,
      companyHeaders,
      'GET',
      `/api/v1/me/matchings/${id}`,
    )
    return matching.state
  }
  let id = ''

  await test.step('requests for a buyer; both companies and a reason are required', async () => {
    await logIn(page)
    await open(page, `/console/fairs/${scene.fair}/board`)
    await button(page, m.behalf_request({}, ko)).click()
    await send(m.behalf_request({}, ko))
    await expect(asking.getByText(m.behalf_choose_both({}, ko))).toBeVisible()
    await expect(asking.getByText(m.matchings_reason_needed({}, ko))).toBeVisible()
    for (const [label, company] of [
      [m.behalf_buyer({}, ko), scene.buyer.company],
      [m.behalf_seller({}, ko), first.company.company],
    ] as const) {
      await asking.getByRole('combobox', { name: label }).fill(company)
      await page.getByRole('option', { name: company, exact: true }).click()
    }
    await reasonIn('전화로 부탁받았습니다')
    expect(await findStateViolations(page)).toEqual([])
    await send(m.behalf_request({}, ko))
    await done()
    const companyHeaders = await headersOf(product, scene.buyer.username)
    const { matchings } = await callAs<{ matchings: { _id: string }[] }>(
      product,
      companyHeaders,
      'GET',
      '/api/v1/me/matchings',
    )
    id = matchings[0]?._id ?? ''
    expect(await mailOf(scene.buyer)).toContain('전화로 부탁받았습니다')
  })

  await test.step('offers times for the seller, also in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await navigateTo(page, `/console/matchings/${id}`)
    await button(page, m.behalf_offer({}, ko)).click()
    await reasonIn('셀러가 메일로 알려 준 시간')
    await send(m.behalf_offer({}, ko))
    await expect(asking.getByText(m.behalf_slots_pick({}, ko))).toBeVisible()
    for (const index of [0, 1]) await asking.getByRole('checkbox').nth(index).check()
    expect(await findStateViolations(page)).toEqual([])
    expect(await widthOf(page)).toBe(390)
    await send(m.behalf_offer({}, ko))
    await done()
    expect(await mailOf(first.company)).toContain('셀러가 메일로 알려 준 시간')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('confirms one time for the buyer, who reads the reasons on an English page', async () => {
    await button(page, m.behalf_confirm({}, ko)).click()
    await asking.getByRole('radio').last().check()
    await reasonIn('바이어가 전화로 정했습니다')
    await send(m.behalf_confirm({}, ko))
    await done()
    expect(await stateOf(id)).toBe('confirmed')
    expect(await mailOf(scene.buyer)).toContain('바이어가 전화로 정했습니다')
    const phone = await openTouchContext(browser, product)
    const member = await phone.newPage()
    await openAs(member, product, scene.buyer, `/en/me/matchings/${id}`)
    await expect(member.getByRole('heading', { name: m.matchings_history({}, en) })).toBeVisible()
    for (const reason of ['전화로 부탁받았습니다', '바이어가 전화로 정했습니다'])
      await expect(member.getByText(reason)).toBeVisible()
    expect(await findStateViolations(member)).toEqual([])
    expect(await widthOf(member)).toBe(390)
    await phone.close()
  })

  await test.step('declines for a seller; a reason is required', async () => {
    const other = await requestAndOffer(product, scene, 1, [])
    await navigateTo(page, `/console/matchings/${other}`)
    await button(page, m.behalf_decline({}, ko)).click()
    await send(m.behalf_decline({}, ko))
    await expect(asking.getByText(m.matchings_reason_needed({}, ko))).toBeVisible()
    await reasonIn('셀러가 참가를 취소했습니다')
    await send(m.behalf_decline({}, ko))
    await done()
    expect(await stateOf(other)).toBe('declined')
    expect(await mailOf(second.company)).toContain('셀러가 참가를 취소했습니다')
    expect(await findStateViolations(page)).toEqual([])
  })
})

test('a seller invites a buyer, who requests a meeting or declines; failed loading and sending can be retried', {
  tag: '@deep',
}, async ({ page, browser, product }) => {
  const scene = await createScene(product, '초대', 2, 'Asia/Seoul')
  const [first, second] = scene.sellers
  if (!first || !second) throw new Error('There are two sellers')
  await saveFreeTimes(product, scene)
  const place = `/match/fairs/${scene.fair}/buyers/${scene.buyerId}`
  const phone = await openTouchContext(browser, product)
  const buying = await phone.newPage()

  await test.step('a section that cannot be loaded reports it in place and loads with its button', async () => {
    const part = /\/assets\/invite-buyer[^/]*\.js$/
    await page.route(part, (route) => route.abort())
    await openAs(page, product, first.company, place)
    await expect(page.getByText(m.common_part_lost({}, ko))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(scene.buyer.company)
    expect(await findStateViolations(page)).toEqual([])
    await page.unroute(part)
    await button(page, m.account_retry({}, ko)).click()
    await expect(button(page, m.invitations_invite({}, ko))).toBeVisible()
    await expect(page.getByText(m.common_part_lost({}, ko))).toHaveCount(0)
  })

  await test.step('an invitation that cannot be sent reports it, keeps its text, and shows no error when the form is opened again', async () => {
    await button(page, m.invitations_invite({}, ko)).click()
    await page.getByLabel(m.invitations_message({}, ko)).fill('신제품 찻잔을 보여 드리고 싶습니다')
    const calls = /\/api\/v1\/me\/invitations$/
    await page.route(calls, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await button(page, m.invitations_invite({}, ko)).click()
    const networkError = page.getByRole('alert').filter({ hasText: m.account_error_network({}, ko) })
    await expect(networkError).toBeVisible()
    await page.unroute(calls)
    await button(page, m.form_go_back({}, ko)).click()
    await expect(networkError).toHaveCount(0)
    await button(page, m.invitations_invite({}, ko)).click()
    await expect(page.getByLabel(m.invitations_message({}, ko))).toHaveValue('신제품 찻잔을 보여 드리고 싶습니다')
    await button(page, m.invitations_invite({}, ko)).click()
    await expect(page.getByText(m.invitations_sent({}, ko))).toBeVisible()
    await expect(button(page, m.invitations_withdraw({}, ko))).toBeVisible()
    expect(await findStateViolations(page)).toEqual([])
    expect(await readLastMail(product, `${scene.buyer.username}@example.com`)).toContain('신제품 찻잔')
  })

  await test.step('the buyer reads it in English on a phone and requests a meeting; the seller sees that without a reload', async () => {
    const companyHeaders = await headersOf(product, second.company.username)
    const body = { fair: scene.fair, buyer: scene.buyerId }
    await callAs(product, companyHeaders, 'POST', '/api/v1/me/invitations', body)
    await openAs(buying, product, scene.buyer, '/en/me/matchings')
    await expect(buying.getByRole('heading', { name: m.invitations_received({}, en) })).toHaveCount(1)
    await expect(buying.getByText('신제품 찻잔을 보여 드리고 싶습니다')).toBeVisible()
    expect(await findStateViolations(buying)).toEqual([])
    expect(await widthOf(buying)).toBe(390)
    await button(buying, m.invitations_decline_of({ company: second.company.company }, en)).tap()
    await expect(buying.getByText(m.invitations_declined({}, en))).toBeVisible()
    await expect(buying.getByText(second.company.company)).toHaveCount(0)
    await buying.getByRole('link', { name: m.invitations_ask_of({ company: first.company.company }, en) }).tap()
    await button(buying, m.matchings_ask_send({}, en)).tap()
    await expect(buying).toHaveURL(/\/en\/me\/matchings\/[0-9a-f-]+$/)
    await expect(page.getByText(m.invitations_asked({}, ko))).toBeVisible()
    await expect(button(page, m.invitations_withdraw({}, ko))).toHaveCount(0)
  })

  await test.step('a seller whose invitation was declined is not notified, can withdraw it, and cannot send a second one', async () => {
    await openAs(page, product, second.company, '/me/matchings')
    const withdraw = button(page, m.invitations_withdraw_of({ company: scene.buyer.company }, ko))
    await expect(page.getByText(m.invitations_state_open({}, ko), { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: m.matchings_feed_title({}, ko) })).toBeVisible()
    await withdraw.click()
    await expect(page.getByText(m.invitations_withdrawn({}, ko))).toBeVisible()
    await expect(withdraw).toHaveCount(0)
    expect(await findStateViolations(page)).toEqual([])
    await page.goto(place)
    await expect(page.getByText(m.invitations_was_withdrawn({}, ko))).toBeVisible()
    await expect(button(page, m.invitations_invite({}, ko))).toHaveCount(0)
  })
  await phone.close()
})
