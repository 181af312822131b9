import type { Page } from '@playwright/test'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { type Application, logIn as headersOf } from '../../server/start-application.ts'
import { navigateTo, open } from '../support/console-screen.ts'
import { findStateViolations } from '../support/find-violations.ts'
import { often } from '../support/log-in-staff.ts'
import { callAs, joinCompany, openFair, takePart } from '../support/match-companies.ts'
import { beginOwnSession, expect, test } from '../support/product-fixture.ts'

const ko = { locale: 'ko' } as const
const minute = 60_000
const day = 1440 * minute

/** Lists the pages and badges cached for offline use. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const scopes = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    const badges = Object.keys(localStorage).filter((name) => name.includes(':door:')).length
    return { scopes, paths, badges }
  })

interface Badge {
  code: string
  company: string
  arrivals: { day: string; at: string }[]
}

/** Creates a fair with sessions around now, even if the test passes midnight, and one that starts in some days. */
const openFairs = async (product: Application, count: number) => {
  const start = Math.floor(Date.now() / (30 * minute)) * 30 * minute - 60 * minute
  const span = (from: number) => ({
    startAt: new Date(start + from).toISOString(),
    endAt: new Date(start + from + 120 * minute).toISOString(),
  })
  const spans = (first: number) => ({
    startsAt: span(first).startAt,
    endsAt: span(first + 2 * day).endAt,
    sessions: [first, first + day, first + 2 * day].map(span),
  })
  const today = await openFair(product, '여는 행사', { phase: 'ongoing', ...spans(-day) })
  const later = await openFair(product, '며칠 뒤의 행사', spans(3 * day))
  for (let index = 1; index <= count; index += 1)
    await takePart(product, today, 'buyer', await joinCompany(product, `여는 행사 바이어 ${index}`))
  await takePart(product, later, 'buyer', await joinCompany(product, '며칠 뒤의 바이어'))
  return { today, later }
}

const badgesOf = async (product: Application, fair: string): Promise<Badge[]> => {
  const path = `/api/console/fairs/${fair}/checkins`
  const { door } = await callAs<{ door: { badges: Badge[] } }>(product, await headersOf(product, 'owner'), 'GET', path)
  return door.badges
}

test('the check-in accepts a badge once, explains any other code, works offline, and is removed by the log-out', {
  tag: '@deep',
}, async ({ page, context, product }) => {
  const fairs = await openFairs(product, 4)
  const fair = fairs.today
  const address = `/console/fairs/${fair}/checkin`
  const [first, second, third, fourth] = await badgesOf(product, fair)
  if (!first || !second || !third || !fourth) throw new Error('The fair has too few badges')
  const arrivalsOf = async ({ code }: Badge, of = fair) =>
    (await badgesOf(product, of)).find((badge) => badge.code === code)?.arrivals ?? []
  const storedNotice = page.getByText(m.checkins_kept({}, ko))
  const waiting = (count: number) => page.getByText(m.checkins_offline({ count }, ko))
  const resultWith = (result: string) => page.locator(`[data-result="${result}"]`)
  const enter = async (code: string) => {
    await page.getByLabel(m.checkins_code({}, ko)).fill(code)
    await page.keyboard.press('Enter')
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // Use a separate session: the log-out at the end must not end the session of other tests.
  await beginOwnSession(page, product, 'owner')
  await page.clock.install()
  await open(page, address)

  await test.step('the browser stores this page and its files, and nothing else', async () => {
    await expect(storedNotice).toBeVisible()
    await expect(page.getByText(m.checkins_waiting({}, ko))).toBeVisible()
    const { scopes, paths, badges } = await keptIn(page)
    expect([scopes, badges]).toEqual([[address], 1])
    expect(paths).toContain(address)
    expect(paths.filter((path) => path !== address && !path.startsWith('/assets/'))).toEqual([])
  })

  await test.step('a badge is accepted once; the second time its first check-in is shown', async () => {
    // The code as read aloud: in groups, lower case.
    const { code } = first
    await enter(`${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase())
    await expect(resultWith('in')).toContainText(first.company)
    await expect.poll(() => arrivalsOf(first), often).toHaveLength(1)
    const [arrived] = await arrivalsOf(first)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await findStateViolations(page), colorScheme).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await enter(code)
    const seoul = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', timeStyle: 'medium' })
    const time = seoul.format(new Date(arrived?.at ?? ''))
    await expect(resultWith('already')).toContainText(m.checkins_result_already({ time }, ko))
  })

  await test.step('every other code is refused with its reason', async () => {
    for (const code of ['0000000000', '이름표']) {
      await enter(code)
      await expect(resultWith('unknown')).toContainText(m.checkins_result_unknown({}, ko))
    }
    const [guest] = await badgesOf(product, fairs.later)
    if (!guest) throw new Error('The other fair has no badge')
    await enter(guest.code)
    await expect(resultWith('other_fair')).toContainText(m.checkins_result_other_fair({}, ko))
    expect(await arrivalsOf(first)).toHaveLength(1)
    await navigateTo(page, `/console/fairs/${fairs.later}/checkin`)
    await enter(guest.code)
    await expect(resultWith('wrong_day')).toContainText(m.checkins_result_wrong_day({}, ko))
    expect(await arrivalsOf(guest, fairs.later)).toEqual([])
    await navigateTo(page, address)
  })

  await test.step('a check-in is undone', async () => {
    await enter(first.code)
    await page.getByRole('button', { name: m.checkins_undo({}, ko), exact: true }).click()
    await expect.poll(() => arrivalsOf(first), often).toEqual([])
  })

  await test.step('offline it continues, and sends each check-in once with the time of the scan', async () => {
    const count = page.getByText(/^\d+ \/ /)
    const companies = m.checkins_companies({ count: 4 }, ko)
    await expect(count).toHaveText(`0 / ${companies}`)
    await context.setOffline(true)
    await expect(waiting(0)).toBeVisible()
    const now = () => page.evaluate(() => Date.now())
    const since = await now()
    await enter(second.code)
    await expect(resultWith('in')).toContainText(second.company)
    const until = await now()
    await expect(waiting(1)).toBeVisible()
    await enter(second.code)
    await expect(resultWith('already')).toBeVisible()
    await enter('0000000000')
    await expect(resultWith('unknown')).toBeVisible()
    await expect(waiting(1)).toBeVisible()
    await expect(count).toHaveText(`1 / ${companies}`)

    // The first answer is lost on the way back: the check-in is sent again after 10 s.
    let sent = 0
    await page.route('**/checkins', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await context.setOffline(false)
    await expect.poll(() => sent, often).toBe(1)
    await expect.poll(() => arrivalsOf(second), often).toHaveLength(1)
    await page.clock.fastForward(10_000)
    await expect(waiting(1)).toHaveCount(0)
    expect(sent).toBe(2)
    await page.unrouteAll({ behavior: 'wait' })
    const [arrival, ...more] = await arrivalsOf(second)
    expect([arrival?.day, more]).toEqual([seoulDayOf(since).day, []])
    expect(Date.parse(arrival?.at ?? '')).toBeGreaterThanOrEqual(since)
    expect(Date.parse(arrival?.at ?? '')).toBeLessThanOrEqual(until)
    await expect(count).toHaveText(`1 / ${companies}`)
    await enter(second.code)
    await expect(resultWith('already')).toBeVisible()
  })

  await test.step('files of an earlier version are removed once the new ones are stored', async () => {
    await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      await (await caches.open(name)).put('/assets/earlier-version.js', new Response('0'))
    })
    await page.reload()
    await expect(storedNotice).toBeVisible()
    const { paths } = await keptIn(page)
    expect(paths).not.toContain('/assets/earlier-version.js')
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2)
  })

  await test.step('offline it opens, answers codes and keeps check-ins over a reload; other pages do not open', async () => {
    await context.setOffline(true)
    await page.reload()
    await enter(third.code)
    await expect(resultWith('in')).toContainText(third.company)
    await page.reload()
    await expect(waiting(1)).toBeVisible()
    await enter(fourth.code)
    await expect(resultWith('in')).toContainText(fourth.company)
    const other = await context.newPage()
    await expect(other.goto('/console/fairs')).rejects.toThrow()
    await other.close()
  })

  await test.step('the check-ins are sent once the connection is back', async () => {
    await context.setOffline(false)
    await page.reload()
    await expect.poll(async () => [...(await arrivalsOf(third)), ...(await arrivalsOf(fourth))], often).toHaveLength(2)
    await expect(waiting(2)).toHaveCount(0)
  })

  await test.step('the log-out removes everything stored', async () => {
    await expect(storedNotice).toBeVisible()
    await page.getByRole('button', { name: /계정 메뉴$/ }).click()
    await page.getByRole('button', { name: m.shell_log_out({}, ko), exact: true }).click()
    await page.waitForURL(/\/login/)
    await expect.poll(() => keptIn(page)).toEqual({ scopes: [], paths: [], badges: 0 })
    await context.setOffline(true)
    await expect(page.goto(address)).rejects.toThrow()
    await context.setOffline(false)
  })
})
