import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findSystemBrowser } from '../scripts/setup/install-browser.mjs'
import { type ApplicationOptions, startApplication } from '../test/server/start-application.ts'
import { publicPageKinds } from './datasets/public-page-kinds.ts'
import { median } from './load/percentile.ts'

const roundsOf = (path: string): number => (path === '/' ? 5 : 3)

/** Slow 4G; the CPU is slowed down by `slowdown`. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

/** Milliseconds for which a page is observed after load; without scripts a shorter time is enough. */
const watched = 7000
const watchedBare = 1500

interface TraceEvent {
  name: string
  ts: number
  dur?: number
  args: { data?: { navigationId?: string } }
}

/** Times are milliseconds from the start of the navigation. */
interface Visit {
  firstPaint: number
  largestPaint: number
  load: number
  shift: number
  blocking: number
  /** Addresses of all scripts, and of those requested before the load event. */
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

/** Total blocking time: the sum beyond 50 ms of each task after the first paint (web.dev/tbt). */
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

/** Paint times come from the browser's trace: a page without scripts cannot report them. */
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
    await page.waitForTimeout(javaScriptEnabled ? watched : watchedBare)
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

const gzipBytes = async (urls: string[]): Promise<number> => {
  const lengths = urls.map(async (url) => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, method: 'HEAD' })
    return Number(response.headers.get('content-length'))
  })
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0)
}

const limits = { paint: 1.2, shift: 0, blocking: 150, kilobytes: 150, early: 0 }

/** Measures one page with and without scripts, alternating. */
const measure = async (browser: Browser, url: string, rounds: number) => {
  await visit(browser, url, true)
  const withScript: Visit[] = []
  const without: Visit[] = []
  for (let round = 0; round < rounds; round += 1) {
    without.push(await visit(browser, url, false))
    withScript.push(await visit(browser, url, true))
  }
  const of = (visits: Visit[], name: 'firstPaint' | 'largestPaint' | 'load' | 'shift' | 'blocking') =>
    median(visits.map((each) => each[name]))
  const paint = (name: 'firstPaint' | 'largestPaint') => ({ ours: of(withScript, name), bare: of(without, name) })
  const firstPaint = paint('firstPaint')
  const largestPaint = paint('largestPaint')
  const shift = of(withScript, 'shift')
  const blocking = of(withScript, 'blocking')
  const kilobytes = (await gzipBytes([...new Set(withScript.flatMap((each) => each.scripts))])) / 1024
  const early = withScript.flatMap((each) => each.early).length
  const isGood =
    [firstPaint, largestPaint].every(({ ours, bare }) => ours <= bare * limits.paint) &&
    shift <= limits.shift &&
    blocking <= limits.blocking &&
    kilobytes <= limits.kilobytes &&
    early <= limits.early
  const formatPair = ({ ours, bare }: typeof firstPaint) => `${ours.toFixed(0)} / ${bare.toFixed(0)}`
  return {
    isGood,
    line: {
      'first paint': formatPair(firstPaint),
      'largest paint': formatPair(largestPaint),
      load: of(withScript, 'load').toFixed(0),
      shift: shift.toFixed(4),
      blocking: blocking.toFixed(0),
      'script KB gzip': kilobytes.toFixed(1),
      'before load': early,
      good: isGood,
    },
  }
}

/**
 * Measures one page of each kind on a slow phone. Times are in ms; the value after the slash is the same page without
 * scripts.
 */
export const measurePageLoad = async (options: ApplicationOptions = {}): Promise<boolean> => {
  const app = await startApplication(options)
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Subpixel text layout, as on phones.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
  const table: Record<string, Awaited<ReturnType<typeof measure>>['line']> = {}
  let allGood = true
  try {
    for (const { name, path } of publicPageKinds) {
      const { line, isGood } = await measure(browser, app.url + path, roundsOf(path))
      table[name] = line
      allGood &&= isGood
    }
    console.log(
      `\nPages at ${slowdown} × processor time and slow 4G, median of ${roundsOf('')} (home: ${roundsOf('/')}). ` +
        `Goals: paints ≤ ${limits.paint} × the page without script, shift ${limits.shift}, blocking ≤ ${limits.blocking} ms, ` +
        `script ≤ ${limits.kilobytes} KB, none before load`,
    )
    console.table(table)
    return allGood
  } finally {
    await browser.close()
    await app.stop()
  }
}
