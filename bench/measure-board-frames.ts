import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { hashToken, newRefreshToken, signAccessToken } from '#kit/auth/tokens.ts'
import { startEmbedded } from '#kit/db/embedded.ts'
import { readSecret } from '#kit/process/secret.ts'
import type { Context } from '#kit/server/context.ts'
import { sessions } from '#people/auth/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { findSystemBrowser } from '../scripts/setup/install-browser.mjs'
import { processContext } from '../test/processes/process-context.ts'
import { buildLargeFair, buyers, days, sellers } from './datasets/build-large-fair.ts'
import { percentile } from './load/percentile.ts'
import { startProduct } from './product/start-product.ts'

const secret = 'a secret of the bench, 32 bytes or more'
/** CPU slowdown factor: a laptop that is also doing other work. */
const slowdown = 4
/** Longest allowed frame in ms. */
const goal = 50
const scopes = ['console', 'console:fairs:read', 'console:fairs:write']

/** Creates a member with a session; returns what the browser stores for it. */
const logIn = async (context: Context) => {
  const { id: userId, username } = await buildUser(context, { scopes })
  const session = { userId, sessionId: context.newId(), refreshToken: newRefreshToken() }
  const now = context.now()
  await context.database.insert(sessions).values({
    id: session.sessionId,
    userId,
    tokenHash: hashToken(session.refreshToken),
    createdAt: now,
    usedAt: now,
  })
  const accessToken = await signAccessToken(context.services.secret, { ...session, scope: scopes }, now.getTime())
  return { refreshToken: session.refreshToken, accessToken, username }
}

type Recorder = { frames: number[]; stop: boolean }

/** Starts recording the milliseconds between frames. */
const record = (page: Page) =>
  page.evaluate(() => {
    const recorder: Recorder = { frames: [], stop: false }
    Object.assign(window, { recorder })
    let before = performance.now()
    const frame = () => {
      const now = performance.now()
      recorder.frames.push(now - before)
      before = now
      if (!recorder.stop) requestAnimationFrame(frame)
    }
    requestAnimationFrame((at) => {
      before = at
      requestAnimationFrame(frame)
    })
  })
const recorded = (page: Page) =>
  page.evaluate(() => {
    const { recorder } = window as unknown as { recorder: Recorder }
    recorder.stop = true
    return recorder.frames
  })

/** Pixels scrolled per frame, as by a mouse wheel or trackpad. */
const scrolls = {
  'scrolling down and up': { x: 0, y: 120 },
  'scrolling right and left': { x: 40, y: 0 },
  'scrolling aslant': { x: 12, y: 90 },
} as const

const scroll = (page: Page, by: { x: number; y: number }) =>
  page.evaluate(
    ({ x, y }) =>
      new Promise<void>((resolve) => {
        const scroller = document.querySelector('[data-row]')?.closest('table')?.parentElement?.parentElement
        if (!scroller) throw new Error('There is no board')
        let steps = 0
        const step = () => {
          const back = steps >= 60
          scroller.scrollBy(back ? -x : x, back ? -y : y)
          steps += 1
          if (steps < 120) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      }),
    by,
  )

/** Picks up the first visible meeting, drags it along its row and back, and cancels the drag with Escape. */
const dragFirstMeeting = async (page: Page) => {
  const box = await page.locator('[data-meeting]').first().boundingBox()
  const edge = await page.locator('[data-rail] > *').first().boundingBox()
  if (!box || !edge) throw new Error('No meeting is in sight')
  const [x, y] = [box.x + 20, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const start = edge.x + edge.width
  for (const goal of [start + 30, start + 600, start + 30, x]) await page.mouse.move(goal, y, { steps: 30 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

const measure = async (browser: Browser, url: string, settings: object): Promise<boolean> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(new URL('/robots.txt', url).href)
  await page.evaluate((all) => Object.assign(sessionStorage, all), settings)
  await page.goto(url)
  await page.locator('[data-meeting]').first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const found: Record<string, { frames: number; longest: number; over: number; p95: number }> = {}
  const measureAction = async (name: string, act: () => Promise<void>) => {
    await record(page)
    await act()
    const frames = await recorded(page)
    found[name] = {
      frames: frames.length,
      longest: Math.round(percentile(frames, 1)),
      over: frames.filter((duration) => duration > goal).length,
      p95: Math.round(percentile(frames, 0.95)),
    }
  }
  for (const [name, by] of Object.entries(scrolls)) await measureAction(name, () => scroll(page, by))
  await measureAction('dragging', () => dragFirstMeeting(page))
  await page.close()
  console.log(
    `\nBoard of ${sellers} sellers, ${buyers} buyers, ${days} days, processor ÷ ${slowdown}: milliseconds a frame`,
  )
  console.table(found)
  return Object.values(found).every(({ longest }) => longest <= goal)
}

/** Measures the frames of the operator's board while it scrolls and while a meeting is dragged. */
export const measureBoardFrames = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-board-'))
  const database = await startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })
  const dataDirectory = join(folder, 'application')
  const environment = { DATABASE_URL: database.url, SESSION_SECRET: secret, DEMO: 'false' }
  const product = await startProduct({ dataDirectory, environment })
  process.env.DATA_DIR = dataDirectory
  const { context, close } = processContext({
    databaseUrl: database.url,
    now: new Date().toISOString(),
    secret: await readSecret(dataDirectory, secret, 'session'),
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  // The match module is off in a new installation.
  await pool.query(`UPDATE settings SET value = jsonb_set(value, '{modules,match}', 'true')`)
  await pool.end()
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  try {
    const { fair } = await buildLargeFair(context)
    return await measure(browser, `${product.url}/console/fairs/${fair.id}/board`, await logIn(context))
  } finally {
    await browser.close()
    await close()
    await product.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
