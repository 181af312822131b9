import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { startEmbedded } from '#kit/db/embedded.ts'
import { m } from '#messages/messages.js'
import { installRelay } from '../../../scripts/setup/install-relay.mjs'
import { type Application, startApplication } from '../../server/start-application.ts'
import { arrangeMeeting, launchWithCamera, moveToNow, plays } from '../support/open-meeting-room.ts'
import { beginSession } from '../support/product-fixture.ts'

// Two companies whose browsers cannot reach each other, each on a separate server: they share only the database and the
// TURN relay.

const secret = 'a shared secret of the relay in tests'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts coturn on this machine with credentials that expire. */
const startRelay = async (program: string, port: number, folder: string): Promise<ChildProcess> => {
  const child = spawn(
    program,
    [
      '-n',
      '--log-file=stdout',
      '--no-tls',
      '--no-dtls',
      '--cli-password=x',
      `--pidfile=${join(folder, 'relay.pid')}`,
      '--realm=daecheong.example',
      '--listening-ip=127.0.0.1',
      '--relay-ip=127.0.0.1',
      '--allow-loopback-peers',
      `--listening-port=${port}`,
      '--use-auth-secret',
      `--static-auth-secret=${secret}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`coturn ended with ${code}`)
  })
  await Promise.race([untilOpen(port), ended])
  ended.catch(() => undefined)
  return child
}

/** Waits until a local port accepts connections: coturn listens on TCP as well as UDP. */
const untilOpen = async (port: number): Promise<void> => {
  for (const deadline = Date.now() + 30_000; ; await wait(50)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    if (Date.now() > deadline) throw new Error('coturn did not answer within 30 seconds')
  }
}

interface Scene {
  browser: Browser
  applications: readonly [Application, Application]
}

const withScene = test.extend<object, { scene: Scene }>({
  scene: [
    async ({ browserName: _ }, use) => {
      const program = await installRelay()
      const folder = await mkdtemp(join(tmpdir(), 'daecheong-relay-'))
      const port = await freePort()
      const relay = await startRelay(program, port, folder)
      const database = await startEmbedded({ dataDirectory: join(folder, 'database'), log: () => undefined })
      const environment = {
        DATABASE_URL: database.url,
        SESSION_SECRET: 'a secret that both servers have, for sessions',
        VAULT_SECRET: 'a secret that both servers have, for records',
        TURN_URL: `turn:127.0.0.1:${port}`,
        TURN_SECRET: secret,
      }
      const start = (name: string) => startApplication({ dataDirectory: join(folder, name), environment })
      const first = await start('first')
      const second = await start('second')
      const browser = await launchWithCamera()
      // The accounts are in the shared database; the first server created it.
      second.passwords = first.passwords
      await use({ browser, applications: [first, second] })
      await browser.close()
      for (const application of [first, second]) await application.stop()
      await database.stop()
      const ended = once(relay, 'exit')
      relay.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** Candidate types of both ends of the selected pair: `relay` if it uses TURN. */
const lineOf = (page: Page) =>
  page.evaluate(async () => {
    const lines = Reflect.get(window, 'lines') as RTCPeerConnection[]
    const report = await lines.at(-1)?.getStats()
    const stats = new Map<string, Record<string, unknown>>()
    report?.forEach((one: Record<string, unknown>, id: string) => {
      stats.set(id, one)
    })
    const all = [...stats.values()]
    const transport = all.find(({ type }) => type === 'transport')
    const pair = stats.get(String(transport?.selectedCandidatePairId))
    const [local, remote] = [pair?.localCandidateId, pair?.remoteCandidateId].map((id) => stats.get(String(id)))
    return [local?.candidateType, remote?.candidateType]
  })

withScene(
  'two companies on two servers meet over the relay alone and reconnect within five seconds',
  { tag: '@deep' },
  async ({ scene: { browser, applications } }) => {
    test.setTimeout(300_000)
    const [first, second] = applications
    const meeting = await arrangeMeeting(first)
    await moveToNow(first, meeting)
    const enter = async (application: Application, username: string): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: application.url,
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
      })
      // As behind two firewalls: allow relay candidates only.
      await context.addInitScript(() => {
        const lines: RTCPeerConnection[] = []
        Reflect.set(window, 'lines', lines)
        window.RTCPeerConnection = class extends RTCPeerConnection {
          constructor(configuration?: RTCConfiguration) {
            super({ ...configuration, iceTransportPolicy: 'relay' })
            lines.push(this)
          }
        }
      })
      const page = await context.newPage()
      await beginSession(page, application, username)
      await page.goto(`/match/meet/${meeting.matching}`)
      await plays(page, m.meetings_me())
      await page.getByRole('button', { name: m.meetings_enter(), exact: true }).click()
      return page
    }
    const selling = await enter(first, meeting.seller.username)
    const buying = await enter(second, meeting.buyer.username)
    const videoOf = (page: Page) => page.locator('figure[data-state="connected"] video')
    for (const page of [selling, buying]) {
      const label = await videoOf(page).getAttribute('aria-label', { timeout: 30_000 })
      await plays(page, label ?? '')
      expect(await lineOf(page)).toEqual(['relay', 'relay'])
    }

    const notesOf = (page: Page) => page.getByRole('textbox', { name: m.meetings_notes() })
    await notesOf(selling).pressSequentially('첫 주문 80점.')
    await expect(notesOf(buying)).toHaveText('첫 주문 80점.')

    await buying.context().setOffline(true)
    await expect(buying.getByText(/다시 연결하고 있습니다/)).toBeVisible()
    await notesOf(buying).press('Control+End')
    await notesOf(buying).pressSequentially(' 견본 두 점.')
    const startedAt = Date.now()
    await buying.context().setOffline(false)
    await expect(notesOf(selling)).toHaveText('첫 주문 80점. 견본 두 점.', { timeout: 5000 })
    await expect(buying.getByText(/다시 연결하고 있습니다/)).toHaveCount(0, { timeout: 5000 })
    expect(Date.now() - startedAt).toBeLessThan(5000)
    await expect(videoOf(selling)).toHaveCount(1)
    expect(await lineOf(selling)).toEqual(['relay', 'relay'])
    for (const page of [selling, buying]) await page.context().close()
  },
)
