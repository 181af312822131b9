import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { navigateTo } from '../support/console-screen.ts'
import { apiOf, newPost } from '../support/log-in-staff.ts'
import { waitForAnimations } from '../support/measure-page.ts'
import { expect, test } from '../support/product-fixture.ts'

const rows = (page: Page) => page.locator('[data-row]')
const search = (page: Page) => page.getByRole('searchbox')

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
}

for (const list of ['boards', 'forms', 'audit', 'audit/personal'] as const)
  test(`the search of the list ${list} opens with /, waits for a pause or Enter, and is cleared with Escape`, {
    tag: '@deep',
  }, async ({ page, logIn }) => {
    await page.clock.install()
    await logIn(page)
    await page.goto(`/console/${list}`)
    await expect(page.locator('#screen-title')).toBeVisible()
    await expect(search(page)).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('#screen-title').focus()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()

    await test.step('keeps the focus and a trailing space while the user types on', async () => {
      await page.keyboard.type('하자 ')
      await expect(page).not.toHaveURL(/q=/)
      await page.clock.runFor(300)
      await expect(page).toHaveURL(/q=/)
      await page.keyboard.type('누')
      await expect(search(page)).toHaveValue('하자 누')
      await page.clock.runFor(300)
    })
    await test.step('Escape clears the search; a second Escape leaves it', async () => {
      await page.keyboard.type(' 진단')
      await page.keyboard.press('Escape')
      await expect(search(page)).toHaveValue('')
      await expect(search(page)).toBeFocused()
      await page.clock.runFor(1000)
      await expect(page).not.toHaveURL(/q=/)
      await expect(search(page)).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(search(page)).not.toBeFocused()
    })
    await test.step('Enter searches immediately', async () => {
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await page.keyboard.type('하자')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/q=/)
      await expect(search(page)).toBeFocused()
    })
  })

test('a record opened before the search takes effect stays open', { tag: '@deep' }, async ({ page, logIn }) => {
  await page.clock.install()
  await logIn(page)
  await open(page, '/console/users')
  const line = page.locator('tbody a').first()
  await expect(line).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  // Delay the code of the record screen beyond the 250 ms debounce of the search.
  const assets = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await assets.promise
    await route.continue()
  })
  const screen = page.waitForRequest('**/assets/*.js')
  await page.getByRole('searchbox').first().pressSequentially('e')
  await line.click()
  await screen
  await page.clock.runFor(300)
  assets.resolve()
  await page.clock.resume()
  await expect(page).toHaveURL(/console\/users\/[0-9a-f-]{36}$/)
  await expect(page.locator('main').getByRole('button').first()).toBeVisible()
  await expect(page).toHaveURL(/console\/users\/[0-9a-f-]{36}$/)
})

test('new records are announced above the list and move no row', { tag: '@deep' }, async ({ page, logIn }) => {
  await page.clock.install()
  await logIn(page)
  const api = await apiOf(page)
  await open(page, '/console/boards?code=news')
  const first = rows(page).first()
  const before = await first.boundingBox()
  const words = await first.textContent()
  const { board } = await api.post('/boards', newPost('목록을 밀지 않는 글'))
  await page.clock.fastForward(31_000)
  const newer = page.getByRole('button', { name: m.list_newer({ count: 1 }) })
  await expect(newer).toBeVisible()
  expect(await first.boundingBox()).toEqual(before)
  expect(await first.textContent()).toBe(words)
  await newer.click()
  await expect(first).toContainText('목록을 밀지 않는 글')
  await expect(newer).toBeHidden()
  await api.remove(`/boards/${board._id}`)
})

test('every part of the bulk bar is readable at 390, 1200 and 1440 px with many pages', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await logIn(page)
  await page.route('**/api/console/boards?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 356 } })
  })
  await open(page, '/console/boards?limit=20')
  await rows(page).first().getByRole('checkbox').check()
  const bar = page.getByRole('region').filter({ hasText: m.list_release() })
  /** Measures the bar and its visible parts in one call, because every answer renders the bar again. */
  const measure = () =>
    bar.evaluate((whole) => {
      const boxOf = (part: Element) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return { left, right, top, bottom, words: part.textContent }
      }
      const visible = (query: string) =>
        [...whole.querySelectorAll(query)].filter((part) => part.checkVisibility()).map(boxOf)
      return { box: boxOf(whole), parts: visible('button, strong, nav'), words: visible('button, strong') }
    })
  for (const width of [390, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 1200) await page.getByRole('checkbox', { name: m.list_choose_page() }).check()
    await expect(bar).toBeVisible()
    await waitForAnimations(page)
    const { box, parts, words } = await measure()
    const outside = parts.filter(
      ({ left, right, bottom }) => left < box.left || right > box.right + 0.5 || bottom > box.bottom + 0.5,
    )
    expect([width, outside]).toEqual([width, []])
    expect(words.length).toBeGreaterThan(1)
    // No two parts overlap.
    for (const [index, one] of words.entries())
      for (const other of words.slice(index + 1))
        expect(
          one.right <= other.left + 0.5 ||
            other.right <= one.left + 0.5 ||
            one.bottom <= other.top + 0.5 ||
            other.bottom <= one.top + 0.5,
          `${one.words} and ${other.words} at ${width} px`,
        ).toBe(true)
  }
})

test('a row on a phone shows complete figures with their names, and opens wherever it is tapped', {
  tag: '@deep',
}, async ({ page, logIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page)
  await open(page, '/console/shop/points')
  const [first] = await rows(page).first().locator('a + span').locator('> span').allTextContents()
  expect(first).not.toMatch(/\d/)
  await expect(rows(page).first()).toContainText(m.points_balance_after())
  for (const path of ['/console/shop/points', '/console/shop/returns', '/console/shop/orders'])
    await test.step(path, async () => {
      await navigateTo(page, path)
      await expect(rows(page).first()).toBeVisible()
      const cut = await rows(page).evaluateAll((lines) =>
        lines.flatMap((line) => {
          const details = line.querySelector('a + span')
          const box = details?.getBoundingClientRect()
          if (!details || !box) return ['no details']
          return [...details.children]
            .filter((part) => part.getBoundingClientRect().top < box.bottom - 1)
            .filter((part) => {
              const { right, bottom } = part.getBoundingClientRect()
              return right > box.right + 0.5 || bottom > box.bottom + 0.5
            })
            .map((part) => part.textContent)
        }),
      )
      expect([path, cut]).toEqual([path, []])
    })
  await test.step('the checkbox does not open it', async () => {
    await navigateTo(page, '/console/boards?code=news')
    const entry = rows(page).first()
    const name = (await entry.getByRole('link').textContent()) ?? ''
    await entry.getByRole('checkbox').check()
    await expect(page).toHaveURL(/code=news/)
    await entry.getByRole('checkbox').uncheck()
    const box = await entry.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + (box?.height ?? 0) - 8)
    await expect(page.locator('#screen-title')).toHaveText(name)
  })
})

test('posts are filtered by a category of any board and by days of publication', { tag: '@deep' }, async ({
  page,
  logIn,
}) => {
  await logIn(page)
  const api = await apiOf(page)
  const text = { summary: '', body: '', state: 'published' }
  const old = { subject: '먼 옛날의 글', publishFrom: '2001-05-05T00:00:00.000Z', ...text }
  const { board } = await api.post('/boards', { code: 'news', category: 'guide', texts: { ko: old } })
  await open(page, '/console/boards')
  const add = async (title: string) => {
    await page.getByRole('button', { name: m.list_add_condition(), exact: true }).click()
    await page.getByRole('menuitem', { name: title }).click()
  }
  await add(m.boards_category())
  await page.getByRole('menuitemradio').first().click()
  await expect(page).toHaveURL(/category=/)
  await navigateTo(page, '/console/boards')
  await expect(page).not.toHaveURL(/category=/)
  await add(m.boards_published_on())
  await page.getByLabel(`${m.boards_published_on()}, ${m.list_period_since()}`).fill('2001-05-05')
  await page.getByLabel(`${m.boards_published_on()}, ${m.list_period_until()}`).fill('2001-05-05')
  await expect(page).toHaveURL(/period=2001-05-05\.\.2001-05-05/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('먼 옛날의 글')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: m.list_filter_remove({ title: m.boards_published_on() }) }).click()
  await expect(page).not.toHaveURL(/period=/)
  await api.remove(`/boards/${board._id}`)
})
