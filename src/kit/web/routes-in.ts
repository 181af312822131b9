import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

interface Options {
  id?: string
}

/** The application's directory of React Router (`react-router.config.ts`). */
const app = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * `route`, `layout` and `index` of React Router for files of one folder (`import.meta.dirname`). Its own `relative`
 * turns them into absolute paths, and those into the ids of routes without one: ids would name the machine's folders,
 * and differ from those that manifests and caches know. Here they stay relative to `src/`.
 */
export const routesIn = (directory: string) => {
  const within = (file: string) => relative(app, resolve(directory, file)).split(sep).join('/')
  return {
    route: (path: string, file: string, options: Options = {}, children: RouteConfigEntry[] = []) =>
      route(path, within(file), options, children),
    layout: (file: string, options: Options, children: RouteConfigEntry[]) => layout(within(file), options, children),
    index: (file: string, options: Options = {}) => index(within(file), options),
  }
}
