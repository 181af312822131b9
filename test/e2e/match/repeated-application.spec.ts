import { m } from '#messages/messages.js'
import { logIn as headersOf } from '../../server/start-application.ts'
import { openAs } from '../support/build-fair.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { callAs, joinCompany, openFair } from '../support/match-companies.ts'
import { expect, test } from '../support/product-fixture.ts'

const ko = { locale: 'ko' } as const

test('a company asked for more information reads why and applies again, also after the period, but only to a fair open to it', {
  tag: '@deep',
}, async ({ page, product }) => {
  const fair = await openFair(product, '다시 신청 행사')
  await openFair(product, '마감된 행사', {
    sellersUntil: new Date(Date.now() - 60_000).toISOString(),
    buyersUntil: new Date(Date.now() - 60_000).toISOString(),
  })
  const buyer = await joinCompany(product, '다시 바이어')
  const buyerHeaders = await headersOf(product, buyer.username)
  const profile = { role: 'buyer', buyerType: 'online', areaCity: 'Seoul', interests: ['tableware'] }
  await callAs(product, buyerHeaders, 'POST', '/api/v1/me/profiles', profile)
  const { fair: part } = await callAs<{ fair: { _id: string } }>(product, buyerHeaders, 'POST', '/api/v1/me/fairs', {
    fair,
    role: 'buyer',
  })
  const reason = '매장 사진이 필요합니다.'
  const review = { ids: [part._id], state: 'asked', reason }
  await callAs(product, await headersOf(product, 'owner'), 'POST', '/api/console/participations/decide', review)

  // Ends the registration period before the company answers.
  const owner = await headersOf(product, 'owner')
  const { fair: record } = await callAs<{ fair: { updatedAt: string } }>(
    product,
    owner,
    'GET',
    `/api/console/fairs/${fair}`,
  )
  await callAs(product, owner, 'PUT', `/api/console/fairs/${fair}`, {
    buyersUntil: new Date(Date.now() - 60_000).toISOString(),
    updatedAt: record.updatedAt,
  })

  await openAs(page, product, buyer, '/me/fairs')
  await expect(page.getByText(reason)).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])
  await page.getByRole('link', { name: m.matchings_part_again({}, ko), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/match/join/buyer\\?fair=${fair}`))
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('radio', { name: /다시 신청 행사/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /마감된 행사/ })).toHaveCount(0)
  await page.getByRole('button', { name: m.match_join_fair_send({}, ko), exact: true }).click()
  await expect(page.getByText(m.match_own_submitted({}, ko), { exact: true })).toBeVisible()
  await expect(page.getByText(reason)).toHaveCount(0)
})
