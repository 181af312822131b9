import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

interface Options {
  id?: string
}

/** React Router's app directory (`react-router.config.ts`). */
const app = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Returns React Router's `route`, `layout` and `index` for files in one folder (`import.meta.dirname`). The router's
 * own `relative` creates absolute paths, from which ids of routes without an explicit id derive: they would contain the
 * machine's folders and differ from those in manifests and caches. Here, paths stay relative to `src/`.
 */
export const routesIn = (directory: string) => {
  const relativePath = (file: string) => relative(app, resolve(directory, file)).split(sep).join('/')
  return {
    route: (path: string, file: string, options: Options = {}, children: RouteConfigEntry[] = []) =>
      route(path, relativePath(file), options, children),
    layout: (file: string, options: Options, children: RouteConfigEntry[]) =>
      layout(relativePath(file), options, children),
    index: (file: string, options: Options = {}) => index(relativePath(file), options),
  }
}
