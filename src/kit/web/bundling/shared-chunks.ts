import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Modules bundled into one browser script, by path from the project folder: a file without its extension (including its
 * style sheet), or a prefix ending in `/` or `_`.
 */
export interface SharedChunk {
  name: string
  modules: readonly string[]
}

/** Returns the path of a module from the project folder; ids of Vite's own modules start with a NUL byte. */
export const pathOf = (root: string, id: string): string => {
  const [file = ''] = id.split('?')
  return file.startsWith('\0') ? file.slice(1) : relative(root, file).split(sep).join('/')
}

const names = (module: string, path: string): boolean =>
  path.startsWith(/[/_]$/.test(module) ? module : `${module}.`) || path === module

/** Returns the declared modules that match none of the paths. */
export const findUnmatched = (chunks: readonly SharedChunk[], paths: readonly string[]): string[] =>
  chunks.flatMap(({ name, modules }) =>
    modules
      .filter((module) => !paths.some((path) => names(module, path)))
      .map((module) => `${module} (chunk '${name}')`),
  )

/**
 * Creates the bundler's groups, of which the first match wins, and a plugin that fails the build if a declared module
 * is missing: after a rename, its code would silently move to another file.
 */
export const sharedChunks = (root: string, chunks: readonly SharedChunk[]) => {
  const groups = chunks.map(({ name, modules }) => ({
    name,
    test: (id: string) => {
      const path = pathOf(root, id)
      return modules.some((module) => names(module, path))
    },
  }))
  const check: Plugin = {
    name: 'shared-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(error) {
      if (error) return
      const gone = findUnmatched(
        chunks,
        Array.from(this.getModuleIds(), (id) => pathOf(root, id)),
      )
      if (gone.length > 0)
        this.error(`No module of the browser's scripts is called ${gone.join(', ')} (vite.config.ts).`)
    },
  }
  return { groups, check }
}
