import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { type ApplicationOptions, startApplication } from '../test/application.ts'

const rounds = 5

/** A slow 4G connection and a phone's processor. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

/** Milliseconds after load for which a page is watched. */
const watched = 7000

interface TraceEvent {
  name: string
  ts: number
  dur?: number
  args: { data?: { navigationId?: string } }
}

/** Milliseconds from the start of the navigation. */
interface Visit {
  firstPaint: number
  largestPaint: number
  load: number
  shift: number
  blocking: number
  /** Addresses of scripts, and those asked for before the load event. */
  scripts: string[]
  early: string[]
}

const trace = async (session: CDPSession): Promise<() => Promise<TraceEvent[]>> => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    categories: 'loading,devtools.timeline,blink.user_timing',
    transferMode: 'ReportEvents',
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    return events
  }
}

/** Total blocking time: of what runs longer than 50 ms after the first paint, the part beyond (web.dev/tbt). */
const readFigures = () => {
  type Figures = { shift: number; tasks: { startTime: number; duration: number }[] }
  const { shift, tasks } = (window as unknown as { figures: Figures }).figures
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const blocking = tasks.reduce((sum, { startTime, duration }) => {
    const after = startTime + duration - Math.max(startTime, painted)
    return sum + Math.max(0, after - 50)
  }, 0)
  return { shift, blocking }
}

/** Paint times are read from the browser's trace, since a page without script cannot tell them. */
const visit = async (browser: Browser, url: string, javaScriptEnabled: boolean): Promise<Visit> => {
  const context = await browser.newContext({
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    if (javaScriptEnabled)
      await page.addInitScript(() => {
        const figures = { shift: 0, tasks: [] as { startTime: number; duration: number }[] }
        Object.assign(window, { figures })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) figures.shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) figures.tasks.push({ startTime, duration })
        }).observe({ type: 'longtask', buffered: true })
      })
    let loaded = false
    const scripts: string[] = []
    const early: string[] = []
    page.on('load', () => {
      loaded = true
    })
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') return
      scripts.push(request.url())
      if (!loaded) early.push(request.url())
    })
    const end = await trace(session)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(watched)
    const events = await end()
    const painted = events.find(({ name }) => name === 'firstContentfulPaint')
    const navigation = painted?.args.data?.navigationId
    const start = events.find(({ name, args }) => name === 'navigationStart' && args.data?.navigationId === navigation)
    const since = (event: TraceEvent | undefined) => (event && start ? (event.ts - start.ts) / 1000 : Number.NaN)
    const figures = javaScriptEnabled ? await page.evaluate(readFigures) : { shift: 0, blocking: 0 }
    return {
      firstPaint: since(painted),
      largestPaint: since(
        events.findLast(
          ({ name, args }) => name === 'largestContentfulPaint::Candidate' && args.data?.navigationId === navigation,
        ),
      ),
      load: since(events.find(({ name, ts }) => name === 'loadEventEnd' && ts > (start?.ts ?? 0))),
      ...figures,
      scripts,
      early,
    }
  } finally {
    await context.close()
  }
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const gzipBytes = async (urls: string[]): Promise<number> => {
  const lengths = urls.map(async (url) => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, method: 'HEAD' })
    return Number(response.headers.get('content-length'))
  })
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0)
}

/** The home page on a slow phone, with its script and without any, in turns. */
export const benchPage = async (options: ApplicationOptions = {}): Promise<boolean> => {
  const app = await startApplication(options)
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await visit(browser, app.url, true)
    const withScript: Visit[] = []
    const without: Visit[] = []
    for (let round = 0; round < rounds; round += 1) {
      without.push(await visit(browser, app.url, false))
      withScript.push(await visit(browser, app.url, true))
    }
    const of = (visits: Visit[], name: 'firstPaint' | 'largestPaint' | 'load' | 'shift' | 'blocking') =>
      middle(visits.map((each) => each[name]))
    const ratio = (name: 'firstPaint' | 'largestPaint') => of(withScript, name) / of(without, name)
    const scripts = [...new Set(withScript.flatMap((each) => each.scripts))]
    const kilobytes = (await gzipBytes(scripts)) / 1024
    const early = withScript.flatMap((each) => each.early).length
    const rows: [name: string, value: string, without: string, goal: string, good: boolean][] = [
      [
        'first paint, ms',
        of(withScript, 'firstPaint').toFixed(0),
        of(without, 'firstPaint').toFixed(0),
        '≤ 1.2 ×',
        ratio('firstPaint') <= 1.2,
      ],
      [
        'largest paint, ms',
        of(withScript, 'largestPaint').toFixed(0),
        of(without, 'largestPaint').toFixed(0),
        '≤ 1.2 ×',
        ratio('largestPaint') <= 1.2,
      ],
      ['load, ms', of(withScript, 'load').toFixed(0), of(without, 'load').toFixed(0), '', true],
      ['layout shift', of(withScript, 'shift').toFixed(4), '', '0', of(withScript, 'shift') === 0],
      ['blocking, ms', of(withScript, 'blocking').toFixed(0), '', '≤ 150', of(withScript, 'blocking') <= 150],
      ['script, KB gzip', kilobytes.toFixed(1), '0', '≤ 150', kilobytes <= 150],
      ['scripts asked for before load', String(early), '0', '0', early === 0],
    ]
    console.log(`\nThe home page at ${slowdown} × processor time and slow 4G, median of ${rounds}`)
    console.table(
      Object.fromEntries(
        rows.map(([name, value, bare, goal, good]) => [name, { 'with script': value, without: bare, goal, good }]),
      ),
    )
    return rows.every(([, , , , good]) => good)
  } finally {
    await browser.close()
    await app.stop()
  }
}
