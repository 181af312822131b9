import type { HydrationData } from './hydrate-script.ts'
import type { RouteManifest } from './sheet-precedence.ts'

/**
 * Program of the inline script. It is not a module, so it may only use browser APIs. The build minifies it
 * (inline-script.ts); hydrate-script.ts documents its behavior.
 */

interface Router {
  __reactRouterContext: object
  /** Set on the window by the module at `manifest`. */
  __reactRouterManifest: RouteManifest
  __reactRouterRouteModules: Record<string, object>
  /** Loads the fonts listed in `link[data-faces]`, then applies them and their sheet in one step. */
  applyFonts(link: HTMLLinkElement): Promise<void>
}

type Face = [family: string, weight: string, url: string]

;((w: Window & Router & typeof globalThis, d: Document) => {
  const page: HydrationData = JSON.parse(d.getElementById('page')?.textContent ?? '')
  const link = d.querySelector<HTMLLinkElement>('link[data-faces]')
  const faces: Record<string, Promise<FontFace | undefined>> = {}
  const touchEvents = ['pointerdown', 'touchstart', 'keydown']
  const root = d.documentElement
  // Not `Promise.withResolvers`: browsers of 2023 lack it.
  let resolveFonts = () => {}
  const fontsApplied = new Promise<void>((resolve) => {
    resolveFonts = resolve
  })
  let hydrated = false

  const load = (url: string) => import(url)
  const warn = (error: unknown) => {
    console.warn(error)
  }

  const loadAndStart = async () => {
    try {
      const modulesOf = async ([id, urls]: [string, string[]]) => [
        id,
        Object.assign({}, ...(await Promise.all(urls.map(load)))),
      ]
      const [, ...all] = await Promise.all([load(page.manifest), ...page.routes.map(modulesOf)])
      w.__reactRouterRouteModules = Object.fromEntries(all)
      const { sheets } = w.__reactRouterManifest
      for (const id in sheets) sheets[id] = sheets[id]?.filter((url) => !page.sheets.includes(url)) ?? []
      await load(page.entry)
    } catch (error) {
      warn(error)
    }
  }

  const hydrate = () => {
    if (hydrated) return
    hydrated = true
    for (const sign of touchEvents) w.removeEventListener(sign, hydrate, true)
    w.__reactRouterContext = { ...page.context, stream: new Response(page.state).body }
    for (const url of page.ahead) {
      const ahead = d.createElement('link')
      ahead.rel = 'modulepreload'
      ahead.href = url
      d.head.append(ahead)
    }
    setTimeout(loadAndStart)
  }

  w.applyFonts = async (sheet) => {
    const named: Face[] = JSON.parse(sheet.dataset.faces ?? '[]')
    const all = await Promise.all(
      named.map(([family, weight, url]) => {
        faces[url] ??= new FontFace(family, `url(${url})`, { weight }).load().catch(warn) as Promise<
          FontFace | undefined
        >
        return faces[url]
      }),
    )
    for (const face of all) if (face) d.fonts.add(face)
    sheet.media = 'all'
  }

  const afterLoad = (work: () => void) => {
    if (d.readyState === 'complete') work()
    else w.addEventListener('load', work, { once: true })
  }
  const whenIdle = (work: () => void, timeout: number) => {
    if (w.requestIdleCallback) w.requestIdleCallback(work, { timeout })
    else setTimeout(work, 300)
  }

  /** Releases the pictures held back. */
  const show = () => {
    delete root.dataset.held
  }
  const release = () => {
    show()
    resolveFonts()
  }
  /** Holds back the pictures below the first screen until the fonts are loaded. */
  const hold = () => {
    for (const picture of d.querySelectorAll('picture')) {
      const { bottom, top } = picture.getBoundingClientRect()
      if (bottom > 0 && top < w.innerHeight) picture.dataset.seen = ''
    }
    for (const sign of [...touchEvents, 'scroll', 'beforeprint'])
      w.addEventListener(sign, show, { once: true, capture: true, passive: true })
    afterLoad(() => {
      setTimeout(release, 12_000)
    })
  }

  if (link) {
    const applyAndRelease = () => w.applyFonts(link).then(release)
    if (page.hydrate === 'now') applyAndRelease()
    else hold()
    new PerformanceObserver((list) => {
      // True if the font sheet came from the browser's cache.
      const isCached = (list.getEntriesByName(link.href) as PerformanceResourceTiming[]).some(
        ({ transferSize, decodedBodySize }) => transferSize === 0 && decodedBodySize > 0,
      )
      if (isCached) applyAndRelease()
    }).observe({ type: 'resource', buffered: true })
    afterLoad(() => {
      new PerformanceObserver((list, observer) => {
        if (list.getEntriesByName('first-contentful-paint').length === 0) return
        observer.disconnect()
        whenIdle(applyAndRelease, 500)
      }).observe({ type: 'paint', buffered: true })
    })
  } else release()
  if (page.hydrate === 'now') return hydrate()
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  for (const sign of touchEvents) w.addEventListener(sign, hydrate, { capture: true, passive: true })
  afterLoad(() => {
    setTimeout(() => fontsApplied.then(() => whenIdle(hydrate, 4000)), 400)
  })
})(window as unknown as Window & Router & typeof globalThis, document)
