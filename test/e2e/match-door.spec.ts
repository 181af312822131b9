import type { Page } from '@playwright/test'
import { m } from '#messages/messages.js'
import { violationsOf } from './axe.ts'
import { expect, test } from './product.ts'
import { apiOf } from './staff.ts'

// The door of a fair where the line is gone before its page is opened.

test.use({ installation: 'match-door' })

const ko = { locale: 'ko' } as const

/** What the browser keeps for pages without a line. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const scopes = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    const badges = Object.keys(localStorage).filter((name) => name.includes(':door:')).length
    return { scopes, paths, badges }
  })

test('the door opens without a line, keeps who came until there is one, and ends with a log-out', async ({
  page,
  context,
  logIn,
}) => {
  test.setTimeout(240_000)
  await logIn(page)
  await page.goto('/console/fairs')
  const { fairs } = await (await apiOf(page)).get('/fairs?phase=ongoing')
  const fair: string = fairs[0]._id
  const address = `/console/fairs/${fair}/checkin`
  const door = async () => (await (await apiOf(page)).get(`/fairs/${fair}/checkins`)).door
  const [first, second] = (await door()).badges as { code: string; company: string }[]
  if (!first || !second) throw new Error('The fair has too few badges')
  const kept = page.getByText(m.checkins_kept({}, ko))
  const code = page.getByLabel(m.checkins_code({}, ko))
  const said = page.locator('[data-result]')
  const enter = async (text: string) => {
    await code.fill(text)
    await page.getByRole('button', { name: m.checkins_enter({}, ko), exact: true }).click()
    await expect(said).toHaveAttribute('data-result', 'in')
  }

  await test.step('the browser keeps this page and the files it is made of, and nothing else', async () => {
    await page.goto(address)
    await expect(kept).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const { scopes, paths, badges } = await keptIn(page)
    expect([scopes, badges]).toEqual([[address], 1])
    expect(paths).toContain(address)
    expect(paths.filter((path) => path !== address && !path.startsWith('/assets/'))).toEqual([])
  })

  await test.step('files of an earlier version go once this one is kept', async () => {
    await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      await (await caches.open(name)).put('/assets/earlier-version.js', new Response('0'))
    })
    await page.reload()
    await expect(kept).toBeVisible()
    const { paths } = await keptIn(page)
    expect(paths).not.toContain('/assets/earlier-version.js')
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2)
  })

  await test.step('without a line it opens, answers codes and keeps who came; other pages do not open', async () => {
    await context.setOffline(true)
    await page.reload()
    await enter(first.code)
    await expect(said).toContainText(first.company)
    await page.reload()
    await expect(page.getByText(m.checkins_offline({ count: 1 }, ko))).toBeVisible()
    await enter(second.code)
    const other = await context.newPage()
    await expect(other.goto('/console/fairs')).rejects.toThrow()
    await other.close()
  })

  await test.step('with a line again, who came is sent', async () => {
    await context.setOffline(false)
    await page.reload()
    await expect
      .poll(async () => {
        const { badges } = (await door()) as { badges: { code: string; arrivals: object[] }[] }
        return badges.filter((one) => [first.code, second.code].includes(one.code) && one.arrivals.length > 0).length
      })
      .toBe(2)
    await expect(page.getByText(m.checkins_offline({ count: 2 }, ko))).toHaveCount(0)
  })

  await test.step('a log-out ends it', async () => {
    await expect(kept).toBeVisible()
    await page.getByRole('button', { name: /계정 메뉴$/ }).click()
    await page.getByRole('button', { name: m.shell_log_out({}, ko), exact: true }).click()
    await page.waitForURL(/\/login/)
    await expect.poll(() => keptIn(page)).toEqual({ scopes: [], paths: [], badges: 0 })
    await context.setOffline(true)
    await expect(page.goto(address)).rejects.toThrow()
    await context.setOffline(false)
  })
})
