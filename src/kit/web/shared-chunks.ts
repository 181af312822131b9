import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Modules that go into one file of the browser's scripts, by their path from the project's folder: a file without its
 * ending (its style sheet goes with it), or everything below or beginning with what ends in `/` or `_`.
 */
export interface SharedChunk {
  name: string
  modules: readonly string[]
}

/** Path of a module from the project's folder; ids of Vite's own modules begin with a zero byte. */
export const pathOf = (root: string, id: string): string => {
  const [file = ''] = id.split('?')
  return file.startsWith('\0') ? file.slice(1) : relative(root, file).split(sep).join('/')
}

const names = (module: string, path: string): boolean =>
  path.startsWith(/[/_]$/.test(module) ? module : `${module}.`) || path === module

/** The modules of the declaration that none of the paths has. */
export const unmatched = (chunks: readonly SharedChunk[], paths: readonly string[]): string[] =>
  chunks.flatMap(({ name, modules }) =>
    modules
      .filter((module) => !paths.some((path) => names(module, path)))
      .map((module) => `${module} (chunk '${name}')`),
  )

/**
 * Groups for the bundler, first match first, and a plugin that ends the build when a declared module is not there: after
 * a rename its bytes would go into other files, or into one of its own, without any other sign.
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
      const gone = unmatched(
        chunks,
        Array.from(this.getModuleIds(), (id) => pathOf(root, id)),
      )
      if (gone.length > 0)
        this.error(`No module of the browser's scripts is called ${gone.join(', ')} (vite.config.ts).`)
    },
  }
  return { groups, check }
}
