import type { Page } from '@playwright/test'
import { awake, withoutPopups } from './measure.ts'
import { expect, test } from './product.ts'

test.beforeEach(async ({ page }) => {
  await withoutPopups(page)
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)

test('the first key leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '본문 바로가기' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('content')
})

test.describe('menu', () => {
  const summary = (page: Page) => page.locator('header summary').filter({ hasText: '업무 분야' })
  const panelLink = (page: Page) => page.locator('header').getByRole('link', { name: /재개발·재건축/ })

  test('opens by keys, closes on Esc with the focus back, and when the focus leaves', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    await summary(page).focus()
    await page.keyboard.press('Enter')
    await expect(panelLink(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(panelLink(page)).toBeHidden()
    await expect(summary(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panelLink(page)).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(panelLink(page)).toBeHidden()
  })

  test('opens by pointing after 120 ms and closes 200 ms after leaving', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    await page.mouse.move(700, 600)
    const menu = page.locator('header details[data-hover]').nth(1)
    const box = await summary(page).boundingBox()
    if (!box) throw new Error('no menu')
    // By the page's own clock: a busy machine is late with everything else.
    await menu.evaluate((element: HTMLDetailsElement) => {
      const at: Record<string, number> = {}
      Object.assign(window, { at })
      element.addEventListener('pointerover', ({ timeStamp }) => {
        at.pointed ??= timeStamp
      })
      document.querySelector('header')?.addEventListener('pointerleave', ({ timeStamp }) => {
        at.left = timeStamp
      })
      element.addEventListener('toggle', () => {
        at[element.open ? 'opened' : 'closed'] = performance.now()
      })
    })
    await page.mouse.move(box.x + 10, box.y + 10)
    await expect(menu).toHaveAttribute('open', '')
    // A press on what pointing opened does not close it.
    await page.mouse.down()
    await page.mouse.up()
    await expect(menu).toHaveAttribute('open', '')
    await page.mouse.move(700, 800)
    await expect(menu).not.toHaveAttribute('open', '')
    const { pointed, opened, left, closed } = await page.evaluate(
      () => (window as unknown as { at: Record<'pointed' | 'opened' | 'left' | 'closed', number> }).at,
    )
    expect(opened - pointed).toBeGreaterThanOrEqual(118)
    expect(closed - left).toBeGreaterThanOrEqual(198)
  })

  test('search leads to the address of the word, or to the empty search', async ({ page }) => {
    for (const [word, address] of [
      ['하자 소송', '/auction-search/%ED%95%98%EC%9E%90%20%EC%86%8C%EC%86%A1'],
      ['', '/auction-search'],
    ] as const) {
      await page.goto('/')
      await awake(page)
      await page
        .locator('header summary')
        .and(page.getByLabel('검색', { exact: true }))
        .click()
      const field = page.locator('header').getByRole('searchbox')
      await expect(field).toBeFocused()
      await field.fill(word)
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    }
  })

  test('languages lead to the same page', async ({ page }) => {
    await page.goto('/en')
    await page.locator('header').getByLabel('Language: English').click()
    const links = page.locator('header details[open] a')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(['/', '/en', '/cn'])
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('lang')))).toEqual([
      'ko',
      'en',
      'zh-Hans',
    ])
  })
})

test.describe('drawer', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('holds the focus, closes on Esc, gives the focus back and remembers nothing', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const opener = page.getByRole('button', { name: '메뉴 열기' })
    const drawer = page.getByRole('dialog', { name: '주 메뉴' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('button', { name: '메뉴 닫기' })).toBeFocused()
    await drawer.locator('summary').filter({ hasText: '업무 분야' }).click()
    await drawer.getByRole('searchbox').fill('금')
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab')
      // Between the last and the first it may pass the browser's own bars.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(drawer.locator('details[open]')).toHaveCount(0)
    await expect(drawer.getByRole('searchbox')).toHaveValue('')
  })

  test('one group is open at a time; a wide window closes it', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    const drawer = page.locator('#drawer')
    await drawer.locator('summary').filter({ hasText: '업무 분야' }).click()
    await drawer.locator('summary').filter({ hasText: '오시는 길' }).click()
    await expect(drawer.locator('details[open]')).toHaveCount(1)
    await page.setViewportSize({ width: 1200, height: 844 })
    await expect(drawer).toBeHidden()
  })

  test('opens without script too', async ({ browser, product }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(product.url)
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    const consult = page.getByRole('dialog').getByRole('link', { name: '상담 신청', exact: true })
    await expect(consult).toBeVisible()
    await page.getByRole('button', { name: '메뉴 닫기' }).click()
    await expect(consult).toBeHidden()
    await context.close()
  })
})

test('content is protected from the pointer, never from the keyboard', async ({ page }) => {
  await page.goto('/')
  await awake(page)
  const blocked = (type: string, init: object, selector: string) =>
    page.evaluate(
      ([name, options, query]) => {
        const target = document.querySelector(query as string)
        const make =
          name === 'contextmenu'
            ? PointerEvent
            : name === 'copy'
              ? ClipboardEvent
              : name === 'keydown'
                ? KeyboardEvent
                : Event
        return !target?.dispatchEvent(
          new make(name as string, { bubbles: true, cancelable: true, ...(options as object) }),
        )
      },
      [type, init, selector] as const,
    )
  expect(await blocked('copy', {}, 'h1')).toBe(true)
  expect(await blocked('selectstart', {}, 'h1')).toBe(true)
  expect(await blocked('dragstart', {}, 'main img')).toBe(true)
  expect(await blocked('contextmenu', { pointerType: 'mouse', button: 2 }, 'h1')).toBe(true)
  expect(await blocked('contextmenu', { pointerType: '' }, 'h1')).toBe(false)
  for (const key of ['f', 'p', '+', 'a', 'F7'])
    expect(await blocked('keydown', { key, ctrlKey: true }, 'h1')).toBe(false)
  for (const type of ['copy', 'selectstart', 'contextmenu'])
    expect(await blocked(type, { pointerType: 'mouse', button: 2 }, 'header input')).toBe(false)
  expect(await page.locator('h1').evaluate((element) => getComputedStyle(element).userSelect)).toBe('none')
  expect(await page.locator('header input').evaluate((element) => getComputedStyle(element).userSelect)).toBe('text')
})
