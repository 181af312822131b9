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

const publicRoutes = (locale: Locale) => parts.flatMap((part) => part.publicRoutes?.(locale) ?? [])

export default [
  ...shellRoutes(parts.flatMap((part) => part.consoleRoutes ?? [])),
  ...parts.flatMap((part) => part.commonRoutes ?? []),
  ...locales.flatMap((locale) => (locale === 'ko' ? publicRoutes(locale) : prefix(locale, publicRoutes(locale)))),
] satisfies RouteConfig
