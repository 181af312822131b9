import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { awake, readThrough, shiftOf, watchShifts, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

const structuredData = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '{}')))

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a practice is read whole: bars to scale, ten questions, the way to each part', async ({ page }) => {
    await page.goto('/business/building')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('건축물 하자 관리')
    const anchors = page.getByRole('navigation', { name: '목차' }).getByRole('link')
    await expect(anchors.first()).toHaveAttribute('href', '#today')
    for (const link of await anchors.all())
      await expect(page.locator((await link.getAttribute('href')) ?? '')).toHaveCount(1)

    const widths = await page
      .locator('#warranty [data-years]')
      .evaluateAll((bars) =>
        bars.map((bar) => [Number(bar.getAttribute('data-years')), bar.getBoundingClientRect().width] as const),
      )
    const [, longest = 0] = widths.at(-1) ?? []
    expect(widths.map(([years]) => years)).toEqual([2, 3, 5, 10])
    for (const [years, width] of widths) expect(width / longest).toBeCloseTo(years / 10, 2)

    const questions = page.locator('#questions details')
    await expect(questions).toHaveCount(10)
    expect(await questions.evaluateAll((all) => all.map((each) => each.hasAttribute('open')))).toEqual(
      Array.from({ length: 10 }, (_, index) => index === 0),
    )
    await questions.nth(3).locator('summary').click()
    await expect(questions.nth(3)).toContainText('감정료')

    const data = await structuredData(page)
    expect(data.map((each) => each['@type'])).toEqual(expect.arrayContaining(['Service', 'FAQPage', 'BreadcrumbList']))
    expect(data.find((each) => each['@type'] === 'FAQPage').mainEntity).toHaveLength(10)
  })

  test('the years are counted from a day, with a calendar of the last days', async ({ page, request }) => {
    await page.goto('/business/building')
    const calculator = page.locator('[data-calculator]')
    await calculator.locator('[name="since"]').fill('2026-01-31')
    await calculator.getByRole('button').click()
    await expect(page).toHaveURL(/\/business\/periods\?part=common&since=2026-01-31$/)
    await expect(page.locator('[data-calculator] li')).toHaveCount(4)
    await expect(page.locator('[data-calculator]')).toContainText('2028년 1월 30일')
    const address = await page.locator('a[href*="periods.ics"]').getAttribute('href')
    const file = await request.get(address ?? '')
    expect(file.headers()['content-type']).toContain('text/calendar')
    expect(await file.text()).toContain('DTSTART;VALUE=DATE:20280130')
    expect((await request.get('/business/periods.ics?since=2026-02-30')).status()).toBe(404)
  })

  for (const width of [390, 768, 1200])
    test(`the years of an answer stand clear of the works at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/en/business/periods?part=common&since=2022-08-12')
      const gaps = await page.locator('[data-calculator] li').evaluateAll((rows) =>
        rows.map((row) => {
          const [years, work] = row.children
          const range = document.createRange()
          if (years) range.selectNodeContents(years)
          return (work?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right
        }),
      )
      expect(gaps).toHaveLength(4)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4)
    })

  test('what was asked of the calculator stands in the request it leads to', async ({ page }) => {
    await page.goto('/business/periods?part=common&since=2022-08-12')
    await page.locator('[data-calculator] a[href*="consult"]').click()
    await expect(page).toHaveURL(/\/consult\?practice=building&inspected=2022-08-12$/)
    await expect(page.locator('[name="inspected"]')).toHaveValue('2022-08-12')
    await expect(page.locator('[name="practice"][value="building"]')).toBeChecked()
    // A handover is another day than the use inspection, and what is no day is left out.
    await page.goto('/business/periods?part=unit&since=2022-08-12')
    await expect(page.locator('[data-calculator] a[href*="consult"]')).toHaveAttribute('href', /building$/)
    await page.goto('/consult?inspected=2022-02-31')
    await expect(page.locator('[name="inspected"]')).toHaveValue('')
  })

  test('every practice has its page, and what is none is missing', async ({ page }) => {
    const titles = new Set<string>()
    for (const path of ['maintenance', 'renovation', 'council', 'engineering'].map((key) => `/business/${key}`)) {
      await page.goto(path)
      titles.add(await page.title())
      await expect(page.locator('#projects article').first()).toBeVisible()
      await expect(page.locator('#people li').first()).toBeVisible()
    }
    await page.goto('/construction')
    titles.add(await page.title())
    expect(titles.size).toBe(5)
    await page.goto('/business/renovation')
    await expect(page.locator('[data-anchors] a').nth(4)).toHaveAttribute('href', '#registration')
    const missing = await page.goto('/business/nothing')
    expect(missing?.status()).toBe(404)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('terms show the version in force, and earlier ones a link away', async ({ page }) => {
    await page.goto('/terms/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('개인정보 처리방침')
    await expect(page.locator('article')).toContainText('처리를 마친 날부터 1년')
    const title = await page.title()
    await page.getByRole('link', { name: /2024년 1월 15일/ }).click()
    await expect(page.getByRole('note')).toContainText('이전 버전')
    await expect(page.locator('article')).toContainText('처리를 마친 날부터 2년')
    expect(await page.title()).not.toBe(title)
    await page.getByRole('link', { name: '현재 시행 중인 버전 보기' }).click()
    await expect(page.getByRole('note')).toHaveCount(0)
    for (const wrong of ['/terms/nothing', '/terms/privacy?version=2001-01-01', '/terms/privacy?version=x'])
      expect((await page.goto(wrong))?.status(), wrong).toBe(404)
  })

  test('what is not translated is Korean and says so', async ({ page }) => {
    await page.goto('/cn/terms/service')
    await expect(page.locator('article')).toHaveAttribute('lang', 'ko')
    await expect(page.getByRole('navigation', { name: '历史版本' })).toContainText('生效中')
    for (const [path, title] of [
      ['/cn/terms/email', '禁止采集邮箱'],
      ['/cn/terms/privacy', '隐私政策'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('article')).not.toHaveAttribute('lang')
    }
    await page.goto('/cn/business/council')
    await expect(page.locator('#steps h2')).toHaveText('办理流程')
    await expect(page.locator('#questions details').first()).not.toHaveAttribute('lang')
  })
})

test('on a phone the row of parts stays under the header, follows the reader, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withoutPopups(page)
  await watchShifts(page)
  await page.goto('/business/building')
  await page.mouse.move(200, 400)
  await awake(page)
  await readThrough(page)
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

test('staff make a practice of blocks by keys, undo what they took out, and the public reads it', async ({
  page,
  logIn,
}) => {
  await logIn(page)
  await page.goto('/console/practices/create')
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
  // The row of the list is empty: the form says where, and sends nothing.
  await expect(page.locator('[data-block-body]')).toContainText('필수 항목입니다')
  await page.locator('#field-blocks-0-items-0-text-ko').fill('윗집의 소리가 그대로 들리는 집')
  await add('자주 묻는 질문')
  await page.locator('#field-blocks-1-title-ko').fill('물음')
  await page.locator('#field-blocks-1-items-0-title-ko').fill('소리를 어떻게 잽니까?')
  await page.locator('#field-blocks-1-items-0-text-ko').fill('정해진 방법으로 잽니다.')
  expect(await violationsOf(page)).toEqual([])

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

test('staff read a version in force and follow it by a new one', async ({ page, logIn }) => {
  await logIn(page)
  await page.goto('/console/terms?code=email')
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
  await page.goto('/terms/email')
  await expect(page.getByRole('link', { name: /2099년 3월 1일/ })).toContainText('시행 예정')
})
