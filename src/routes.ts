import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { prefix, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { shellRoutes } from './console/shell/routes.ts'
import { type Locale, locales } from './kit/locale.ts'

/** Exports of a module's or site's `routes.ts`. */
interface Part {
  /** Staff screens under `/console`. */
  consoleRoutes?: RouteConfigEntry[]
  /** Addresses without language. */
  commonRoutes?: RouteConfigEntry[]
  /** Addresses per language. */
  publicRoutes?: (locale: Locale) => RouteConfigEntry[]
}

const allowed = new Set(['consoleRoutes', 'commonRoutes', 'publicRoutes'])

/**
 * Route files in folder order; the console's shell has its own. Read from the disk instead of `import.meta.glob`,
 * because Playwright and knip import this file without Vite.
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
 * Puts the language variants of a route next to each other: the route list that every page loads compresses a quarter
 * smaller than grouped by language.
 */
const publicRoutes = (part: Part) => {
  const all = locales.map((locale) => inLanguage(locale, part.publicRoutes?.(locale) ?? []))
  const maxLength = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: maxLength }, (_, index) => all.flatMap((routes) => routes[index] ?? [])).flat()
}

export default [
  ...shellRoutes(parts.flatMap((part) => part.consoleRoutes ?? [])),
  ...parts.flatMap((part) => part.commonRoutes ?? []),
  ...parts.flatMap(publicRoutes),
] satisfies RouteConfig
