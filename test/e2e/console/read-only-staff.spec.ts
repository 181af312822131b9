import type { Page } from '@playwright/test'
import { logIn as tokensOf } from '../../server/start-application.ts'
import { addressesOf } from '../support/console-addresses.ts'
import { navigateTo, title } from '../support/console-screen.ts'
import { blockEvents } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'
import { consoleScreens, inParts } from '../support/screen-routes.ts'

/** Screens outside the list and form kit, with the labels of their editing buttons. */
const screens = [
  { path: '/console/center/faqs/order', acts: /위로|아래로/, says: true },
  { path: '/console/users/levels', acts: /^저장|등급 추가|등급 만들기/, says: false },
  { path: '/console/terms', acts: /다시 동의|추가|등록/, says: false },
] as const

/** Labels of buttons that change data when enabled. */
const changing =
  /(저장|삭제|추가|등록|만들기|보내기|발송|올리기|게시|숨기기|복원|잠금|해제|초기화|처리|승인|거절|반려|배정|되돌리기|바꾸기|변경|수정|확정|취소하기|중단|연장|비우기)$/
/** Labels that only change the view of this user, or export what is shown. */
const own = /필터|보기|열 |정렬|검색|기간|선택 해제|조건|^내보내기$/

/** Returns addresses of screens with existing records; ends logged in as read-only staff on the dashboard. */
const beginAsReader = async (
  page: Page,
  screens: readonly string[],
  logIn: (page: Page, username?: string) => Promise<void>,
): Promise<string[]> => {
  await blockEvents(page)
  await logIn(page)
  const addresses = await addressesOf(page, screens)
  await logIn(page, 'viewer')
  await page.goto('/console/dashboard')
  await expect(page.locator('main h1').first()).toBeVisible()
  return addresses
}

/** Opens each screen as read-only staff and expects no enabled control that changes data. */
const expectNoChanges = async (page: Page, addresses: readonly string[]) => {
  for (const address of addresses) {
    await navigateTo(page, address)
    await expect(page.locator('main h1, [role="alertdialog"]').first()).toBeVisible()
    // Read-only staff without access to a screen see an alert instead.
    if ((await page.getByRole('alertdialog').count()) > 0) continue
    const offered = await page.locator('main').getByRole('button', { disabled: false }).allInnerTexts()
    // Read-only staff may change their own password, sessions and appearance.
    if (/\/console\/password/.test(address)) continue
    const foreign = address.startsWith('/console/style')
      ? []
      : offered.map((name) => name.trim()).filter((name) => changing.test(name) && !own.test(name))
    expect.soft(foreign, address).toEqual([])
    expect.soft(await page.locator('main form [type="submit"]:enabled').count(), `${address}, sent`).toBe(0)
    expect.soft(await page.locator('main a[href$="/create"]').count(), `${address}, create`).toBe(0)
  }
}

/** One screen of each kind: list, form, record, settings, order, and screens that modules build themselves. */
const samples = [
  '/console/boards',
  '/console/boards/create',
  '/console/boards/:id',
  '/console/forms/:id?',
  '/console/fairs/:id/board',
  '/console/auction/works/import',
  '/console/auction/sales',
  '/console/companies/:id',
  '/console/setting',
  '/console/shop/orders/:id',
]

test('read-only staff see no editing controls but the reason, and the API refuses their changes', {
  tag: '@deep',
}, async ({ page, product, logIn }) => {
  expect(samples.filter((screen) => !consoleScreens.includes(screen))).toEqual([])
  const addresses = await beginAsReader(page, samples, logIn)
  await test.step('screens of each kind', () => expectNoChanges(page, addresses))
  for (const { path, acts, says } of screens) {
    await navigateTo(page, path)
    await expect(title(page)).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    if (says) await expect(page.getByText('읽기 권한으로 보고 있습니다')).toBeVisible()
    for (const act of await page.locator('main').getByRole('button', { name: acts }).all())
      await expect.soft(act, path).toBeDisabled()
  }
  // A member record: fully readable, without editing buttons.
  const headers = await tokensOf(product, 'viewer')
  const { users } = (await (await fetch(`${product.url}/api/console/users?q=member`, { headers })).json()) as {
    users: { _id: string; username: string }[]
  }
  const member = users.find(({ username }) => username === 'member')
  await navigateTo(page, `/console/users/${member?._id}`)
  await expect(page.getByText('이 계정을 변경할 권한이 없습니다.')).toBeVisible()
  for (const name of ['비밀번호 재설정 링크 보내기', '정보 수정', '잠금', '탈퇴 처리', '모두 로그아웃'])
    await expect(page.locator('main').getByRole('button', { name, exact: true })).toHaveCount(0)
  await navigateTo(page, '/console/messages')
  await expect(title(page)).toBeVisible()
  const line = page.locator('main a[data-row]').first()
  if ((await line.count()) > 0) {
    await line.click()
    for (const act of await page.locator('main').getByRole('button', { name: '다시 보내기' }).all())
      await expect(act).toBeDisabled()
  }
  // The server refuses the change too, whatever the screen shows.
  const refused = await fetch(`${product.url}/api/console/users/${member?._id}/lock`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: '읽기 권한의 시험' }),
  })
  expect(refused.status).toBe(403)
})

for (const [part, screens] of inParts(consoleScreens))
  test(`every console screen offers read-only staff no action that changes data: ${part}`, { tag: '@deep' }, async ({
    page,
    logIn,
  }) => {
    test.setTimeout(180_000)
    await expectNoChanges(page, await beginAsReader(page, screens, logIn))
  })
