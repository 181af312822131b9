import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { jwtVerify } from 'jose'
import { m } from '#messages/messages.js'
import { type Application, startApplication } from '../../server/start-application.ts'
import { arrangeMeeting, launchWithCamera, liveKitFile, moveToNow, plays } from '../support/open-meeting-room.ts'
import { beginSession } from '../support/product-fixture.ts'

// Tests the LiveKit client against a stand-in that accepts the connection, records what the browser requested, and
// disconnects. Audio and video need a real server.

const [key, secret] = ['APIdaecheong', 'a secret of LiveKit for the tests']

interface LiveKitStandIn {
  url: string
  /** URLs that the browser requested. */
  requests: URL[]
  close(): Promise<void>
}

const startLiveKitStandIn = async (): Promise<LiveKitStandIn> => {
  const requests: URL[] = []
  const server = createServer((_request, response) => response.writeHead(503).end())
  server.on('upgrade', ({ url = '' }, socket) => {
    requests.push(new URL(url, 'ws://127.0.0.1'))
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const withScene = test.extend<
  object,
  { scene: { liveKit: LiveKitStandIn; browser: Browser; application: Application } }
>({
  scene: [
    async ({ browserName: _ }, use) => {
      const door = await startLiveKitStandIn()
      const environment = { LIVEKIT_URL: door.url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret }
      const application = await startApplication({ environment })
      const browser = await launchWithCamera()
      await use({ liveKit: door, browser, application })
      await browser.close()
      await application.stop()
      await door.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

withScene(
  'a LiveKit room loads the library, connects with its token, reports that LiveKit is unreachable and keeps chat and notes working',
  { tag: '@deep' },
  async ({ scene: { liveKit, browser, application } }) => {
    test.setTimeout(300_000)
    const meeting = await arrangeMeeting(application)
    await moveToNow(application, meeting)
    const refused: string[] = []
    const scripts: string[] = []
    const enter = async (username: string): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: application.url,
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} ${blockedURI}`),
        )
      })
      const page = await context.newPage()
      await page.clock.install()
      page.on('console', (message) => {
        if (message.text().startsWith('policy:')) refused.push(message.text())
      })
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
      })
      await beginSession(page, application, username)
      const response = await page.goto(`/match/meet/${meeting.matching}`)
      expect(response?.headers()['content-security-policy']).toContain(
        `connect-src 'self' ${liveKit.url} ${liveKit.url.replace('ws:', 'http:')};`,
      )
      await plays(page, m.meetings_me())
      expect(scripts.filter((path) => liveKitFile.test(path))).toEqual([])
      await page.getByRole('button', { name: m.meetings_enter(), exact: true }).click()
      return page
    }
    const selling = await enter(meeting.seller.username)
    await expect.poll(() => scripts.some((path) => liveKitFile.test(path))).toBe(true)
    await expect.poll(() => liveKit.requests.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const sent = liveKit.requests[0]
    expect(sent?.pathname).toMatch(/^\/rtc/)
    const { payload } = await jwtVerify(
      sent?.searchParams.get('access_token') ?? '',
      new TextEncoder().encode(secret),
      { algorithms: ['HS256'], issuer: key },
    )
    expect(payload).toMatchObject({
      name: expect.stringContaining(meeting.seller.company),
      video: { roomJoin: true },
    })
    await expect(selling.getByText(/다시 연결하고 있습니다/)).toBeVisible({ timeout: 20_000 })
    /** Counts connection attempts within one minute; the final fetch arrives after all of them. */
    const triesInMinute = async (page: Page): Promise<number> => {
      const before = liveKit.requests.length
      await page.clock.runFor(60_000)
      await page.evaluate((url) => fetch(url, { mode: 'no-cors' }), liveKit.url.replace('ws:', 'http:'))
      return liveKit.requests.length - before
    }
    await expect.poll(() => triesInMinute(selling)).toBeGreaterThan(0)

    scripts.length = 0
    const buying = await enter(meeting.buyer.username)
    await expect(selling.getByText(m.meetings_people({ count: 2 }))).toBeVisible()
    await expect(selling.locator('figure[data-state="disconnected"]')).toHaveCount(1)
    await expect(selling.locator('figure[data-state="connected"]')).toHaveCount(0)
    await plays(selling, m.meetings_me())
    const notesOf = (page: Page) => page.getByRole('textbox', { name: m.meetings_notes() })
    await notesOf(selling).pressSequentially('첫 주문 80점.')
    await expect(notesOf(buying)).toHaveText('첫 주문 80점.')

    // Leaving returns to the device check and stops reconnecting.
    await buying.getByRole('button', { name: m.meetings_leave() }).click()
    await selling.getByRole('button', { name: m.meetings_leave() }).click()
    await plays(selling, m.meetings_me())
    await plays(buying, m.meetings_me())
    // An attempt in flight may still arrive in the first minute.
    for (const page of [selling, buying]) await triesInMinute(page)
    for (const page of [selling, buying]) expect(await triesInMinute(page)).toBe(0)
    expect(refused).toEqual([])
    for (const page of [selling, buying]) await page.context().close()
  },
)
