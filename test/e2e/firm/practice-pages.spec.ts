import { open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { blockPopups, scrollThrough, shiftOf, waitForHydration, watchShifts } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

// test/pages/practice-html.spec.ts tests the content of practice and terms pages without a browser.

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('draws periods to scale, opens questions, and keeps years clear of the works', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto('/business/building')
    await test.step('bars are as long as their years', async () => {
      const widths = await page
        .locator('#warranty [data-years]')
        .evaluateAll((bars) =>
          bars.map((bar) => [Number(bar.getAttribute('data-years')), bar.getBoundingClientRect().width] as const),
        )
      const [, longest = 0] = widths.at(-1) ?? []
      expect(widths.map(([years]) => years)).toEqual([2, 3, 5, 10])
      for (const [years, width] of widths) expect(width / longest).toBeCloseTo(years / 10, 2)
    })
    await test.step('a question shows its answer', async () => {
      const question = page.locator('#questions details').nth(3)
      await expect(question.getByText('감정료')).toBeHidden()
      await question.locator('summary').click()
      await expect(question.getByText('감정료')).toBeVisible()
    })
    await test.step('the form of the calculator leads to its answer', async () => {
      const calculator = page.locator('[data-calculator]')
      await calculator.locator('[name="since"]').fill('2022-08-12')
      await calculator.getByRole('button').click()
      await expect(page).toHaveURL(/\/business\/periods\?part=common&since=2022-08-12$/)
    })
    await test.step('years do not overlap the works at any width', async () => {
      await page.goto('/en/business/periods?part=common&since=2022-08-12')
      for (const width of [390, 768, 1200]) {
        await page.setViewportSize({ width, height: 900 })
        const gaps = await page.locator('[data-calculator] li').evaluateAll((rows) =>
          rows.map((row) => {
            const [years, work] = row.children
            const range = document.createRange()
            if (years) range.selectNodeContents(years)
            return (work?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right
          }),
        )
        expect(gaps, `at ${width} px`).toHaveLength(4)
        expect(Math.min(...gaps), `at ${width} px`).toBeGreaterThanOrEqual(4)
      }
    })
  })
})

test('keeps the section links under the header of a phone, follows the scroll position, and shifts nothing', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await blockPopups(page)
  await watchShifts(page)
  await page.goto('/business/building')
  await page.mouse.move(200, 400)
  await waitForHydration(page)
  await scrollThrough(page)
  expect(await shiftOf(page)).toBe(0)
  const row = page.locator('[data-anchors]')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await row.locator('ul').evaluate((list) => list.scrollWidth > list.clientWidth)).toBe(true)

  const link = row.getByRole('link', { name: '자주 묻는 질문' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(link).toHaveAttribute('aria-current', 'location')
  const [bar, part] = [await row.boundingBox(), await page.locator('#questions').boundingBox()]
  expect(bar?.y).toBe(64)
  expect(Math.abs((part?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0))).toBeLessThanOrEqual(2)

  await page.locator('#questions summary').nth(1).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('#questions details').nth(1)).toHaveAttribute('open')
})

test('lets staff build a practice from blocks by keyboard, undo a removal, and publish it', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await open(page, '/console/practices/create')
  await page.locator('#field-title-ko').fill('소음과 진동')
  await page.locator('#field-path').fill('/business/noise')
  await page.locator('#field-key').fill('noise')
  const add = async (kind: string) => {
    await page.getByRole('button', { name: '블록 추가' }).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  }
  await add('대상')
  await page.locator('#field-blocks-0-title-ko').fill('이런 집에')
  await page.keyboard.press('Control+s')
  // An empty list item: the form marks it and sends no request.
  await expect(page.locator('[data-block-body]')).toContainText('필수 항목입니다')
  await page.locator('#field-blocks-0-items-0-text-ko').fill('윗집의 소리가 그대로 들리는 집')
  await add('자주 묻는 질문')
  await page.locator('#field-blocks-1-title-ko').fill('물음')
  await page.locator('#field-blocks-1-items-0-title-ko').fill('소리를 어떻게 잽니까?')
  await page.locator('#field-blocks-1-items-0-text-ko').fill('정해진 방법으로 잽니다.')
  expect(await findStateViolations(page)).toEqual([])

  const heads = page.locator('[data-block-head]')
  await heads.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(heads.first()).toContainText('물음')
  await expect(heads.first()).toBeFocused()
  await page.getByRole('button', { name: '이런 집에 삭제' }).click()
  await expect(heads).toHaveCount(1)
  await page.getByRole('button', { name: '실행 취소 Ctrl Z' }).click()
  await expect(heads).toHaveCount(2)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/practices\/[\da-f-]{36}$/)

  await page.goto('/business/noise')
  await expect(page.locator('[data-block]')).toHaveText([/물음/, /이런 집에/])
  await expect(page.locator('#questions details')).toContainText('정해진 방법으로 잽니다.')
})

test('shows staff the terms in force, and lets them add a new version', { tag: '@deep' }, async ({ page, logIn }) => {
  await logIn(page)
  await open(page, '/console/terms?code=email')
  await page.getByRole('region', { name: '이메일 무단수집 거부' }).getByRole('link', { name: '본문 보기' }).click()
  await expect(page.getByRole('note')).toContainText('수정하거나 삭제할 수 없습니다')
  await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0)
  await page.getByRole('link', { name: '이 버전을 복사해 새 버전 등록' }).click()
  await expect(page.locator('#field-body-ko')).toContainText('무단 수집되는 것을 거부합니다')
  const date = page.locator('#field-effectiveAt')
  await date.fill('2020-01-01')
  await date.blur()
  await page.keyboard.press('Control+s')
  await expect(page.locator('#field-effectiveAt-row')).toContainText('지난 날짜는 지정할 수 없습니다')
  await date.fill('2099-03-01 00:00')
  await date.blur()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/terms\/[\da-f-]{36}$/)
  expect(await (await page.request.get('/terms/email')).text()).toMatch(/2099년 3월 1일<\/time><span[^>]*>시행 예정/)
})
