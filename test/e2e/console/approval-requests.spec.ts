import { navigateTo } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { expect, test } from '../support/product-fixture.ts'

// In the demo data, counsel may open private files only with the approval of a colleague.

const reason = '참가 자격 확인을 위해 사업자등록증을 봅니다.'

test('an action that needs two people is permitted in the matrix, requested, approved by a colleague and performed', {
  tag: '@deep',
}, async ({ page, logIn, browser, product }) => {
  await logIn(page, 'owner')
  await page.goto('/console/users/levels')
  const cell = page.getByRole('checkbox', { name: /^상담 담당자, 개인 파일 열람/ })
  await expect(cell).toHaveAccessibleName('상담 담당자, 개인 파일 열람, 두 담당자가 함께')
  // The space bar cycles through not allowed, allowed alone, and allowed with a colleague.
  await cell.focus()
  await page.keyboard.press('Space')
  await expect(cell).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(cell).toBeChecked()
  await page.keyboard.press('Space')
  await expect(cell).toHaveAccessibleName('상담 담당자, 개인 파일 열람, 두 담당자가 함께')
  await expect(page.getByText('변경 사항 없음')).toBeVisible()
  expect(await findStateViolations(page)).toEqual([])

  await navigateTo(page, '/console/dashboard')
  await expect(page.getByText('승인을 기다리는 요청')).toBeVisible()
  await navigateTo(page, '/console/approvals?state=asked')
  const row = page.getByRole('row').filter({ hasText: '개인 파일 열람' })
  await expect(row).toContainText('정유진')

  const context = await browser.newContext({ baseURL: product.url })
  const counsel = await context.newPage()
  await logIn(counsel, 'counsel')
  await counsel.goto('/console/approvals')
  const ownRow = counsel.getByRole('row').filter({ hasText: '개인 파일 열람' })
  await expect(ownRow).toContainText('승인 대기')
  // A repeated request for the same action does not open another approval.
  await ownRow.getByRole('link').first().click()
  const field = counsel.getByPlaceholder('열람 사유')
  await field.fill(reason)
  await field.press('Enter')
  await expect(counsel.getByText('이미 승인을 요청한 일입니다.').first()).toBeVisible()

  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '승인', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '승인', exact: true }).click()
  await expect(page.getByText('승인했습니다: 1건')).toBeVisible()

  await field.press('Enter')
  await expect(counsel.locator('a[download]').first()).toBeVisible()
  await context.close()
})
