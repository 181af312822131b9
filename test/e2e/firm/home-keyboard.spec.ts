import { blockPopups, waitForHydration } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

test.beforeEach(async ({ page }) => {
  await blockPopups(page)
})

test('skips the header with the first Tab, opens the menu by keyboard and hover, and protects content', async ({
  page,
}) => {
  await page.goto('/')
  await test.step('the first Tab skips the header', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '본문 바로가기' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
  })

  await waitForHydration(page)
  const summary = page.locator('header summary').filter({ hasText: '업무 분야' })
  const panelLink = page.locator('header').getByRole('link', { name: /재개발·재건축/ })
  await test.step('keys open the menu; Escape closes it and returns the focus; leaving closes it', async () => {
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(panelLink).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(panelLink).toBeHidden()
    await expect(summary).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panelLink).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(panelLink).toBeHidden()
  })

  await test.step('hovering opens the menu after 120 ms, and leaving closes it after 200 ms', async () => {
    await page.mouse.move(700, 600)
    const menu = page.locator('header details[data-hover]').nth(1)
    const box = await summary.boundingBox()
    if (!box) throw new Error('no menu')
    // Use event timestamps of the page: on a busy machine the test itself is late.
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
    // A click on a menu that hover opened does not close it.
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

  await test.step('content is protected from the pointer, but not from the keyboard', async () => {
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
})

test('keeps the focus in the drawer, returns it, and resets what was opened and typed', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await waitForHydration(page)
  const opener = page.getByRole('button', { name: '메뉴 열기' })
  const drawer = page.getByRole('dialog', { name: '주 메뉴' })
  const group = (name: string) => drawer.locator('summary').filter({ hasText: name })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await expect(drawer.getByRole('button', { name: '메뉴 닫기' })).toBeFocused()
  await test.step('one group is open at a time', async () => {
    await group('오시는 길').click()
    await group('업무 분야').click()
    await expect(drawer.locator('details[open]')).toHaveCount(1)
  })
  await test.step('Tab stays within the drawer', async () => {
    await drawer.getByRole('searchbox').fill('금')
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab')
      // Between the last and the first element, focus may leave the page for the browser's toolbars.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
  })
  await test.step('Escape closes it and returns the focus; it opens again in its initial state', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(drawer.locator('details[open]')).toHaveCount(0)
    await expect(drawer.getByRole('searchbox')).toHaveValue('')
  })
  await test.step('a wide window closes the drawer', async () => {
    await page.setViewportSize({ width: 1200, height: 844 })
    await expect(drawer).toBeHidden()
  })
  await test.step('opened before hydration as a popover, it closes in the same ways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const showPopover = () =>
      page.locator('dialog#drawer').evaluate((element: HTMLDialogElement) => element.showPopover())
    await showPopover()
    await expect(drawer).toBeVisible()
    await page.setViewportSize({ width: 1200, height: 844 })
    await expect(drawer).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await showPopover()
    await drawer.getByRole('link').first().click()
    await expect(drawer).toBeHidden()
  })
})
