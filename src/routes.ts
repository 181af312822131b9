import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { prefix, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { shellRoutes } from './console/shell/routes.ts'
import { type Locale, locales } from './kit/locale.ts'

/** What the `routes.ts` of a module, or of a product's pages, may export. */
interface Part {
  /** Screens of staff, beneath `/console`. */
  consoleRoutes?: RouteConfigEntry[]
  /** Addresses without a language. */
  commonRoutes?: RouteConfigEntry[]
  /** Addresses of each language. */
  publicRoutes?: (locale: Locale) => RouteConfigEntry[]
}

const allowed = new Set(['consoleRoutes', 'commonRoutes', 'publicRoutes'])

/**
 * The parts in the order of their folders; the console's shell has its own. Read from the disk, not by Vite's
 * `import.meta.glob`: Playwright and knip import this file too, without Vite.
 */
const parts: Part[] = []
for (const room of readdirSync(import.meta.dirname).sort()) {
  const folder = `${import.meta.dirname}/${room}`
  if (room === 'console' || room.includes('.')) continue
  for (const module of readdirSync(folder).sort()) {
    const file = `${folder}/${module}/routes.ts`
    if (!existsSync(file)) continue
    const part = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as object
    for (const name of Object.keys(part))
      if (!allowed.has(name)) throw new Error(`${file}: nobody reads ${name}; ${[...allowed].join(', ')} are read.`)
    parts.push(part)
  }
}

const inLanguage = (locale: Locale, routes: RouteConfigEntry[]) => (locale === 'ko' ? routes : prefix(locale, routes))

/**
 * A route is next to itself in the other languages: the list of routes that every page fetches packs a quarter
 * smaller than with one language after the other.
 */
const publicRoutes = (part: Part) => {
  const all = locales.map((locale) => inLanguage(locale, part.publicRoutes?.(locale) ?? []))
  const most = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: most }, (_, index) => all.flatMap((routes) => routes[index] ?? [])).flat()
}

export default [
  ...shellRoutes(parts.flatMap((part) => part.consoleRoutes ?? [])),
  ...parts.flatMap((part) => part.commonRoutes ?? []),
  ...parts.flatMap(publicRoutes),
] satisfies RouteConfig
