import type { Plugin } from 'vite'
import { pathOf } from './shared-chunks.ts'

/** Static and dynamic imports of a module by id, and whether it is an entry of the bundler. */
export interface GraphModule {
  imports: readonly string[]
  loads: readonly string[]
  isEntry: boolean
}
export type Graph = ReadonlyMap<string, GraphModule>

interface SortedChunk {
  name: string
  isWithin: (id: string) => boolean
  from: readonly (readonly string[])[]
  isHeavy?: (id: string) => boolean
}

export interface ScreenChunk {
  name: string
  /**
   * Matches the pages of this part, whether entries or loaded later; modules that other pages load too are excluded.
   */
  part: RegExp
  /** Sets of modules by path without extension: modules imported by all members of a set go into this file. */
  from: readonly (readonly string[])[]
  /** Matches modules too large for this file; modules that import them are excluded too. */
  except?: RegExp
}

/** Returns the modules loaded together with `ids`: themselves and their static imports. */
const loadedWith = (graph: Graph, ids: Iterable<string>): Set<string> => {
  const reached = new Set<string>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(graph.get(id)?.imports ?? []))
  }
  return reached
}

/**
 * Assigns modules to the first matching chunk: those that all members of a set import and that no page outside the part
 * loads, except `isTaken`.
 */
export const sortModules = (
  graph: Graph,
  isTaken: (id: string) => boolean,
  chunks: readonly SortedChunk[],
): Map<string, string> => {
  const begins = new Set<string>()
  for (const [id, { isEntry, loads }] of graph) {
    if (isEntry) begins.add(id)
    for (const each of loads) begins.add(each)
  }
  const sorted = new Map<string, string>()
  for (const { name, isWithin, from, isHeavy } of chunks) {
    const outside = loadedWith(
      graph,
      [...begins].filter((id) => !isWithin(id)),
    )
    for (const set of from) {
      const [first = new Set<string>(), ...others] = set.map((id) => loadedWith(graph, [id]))
      for (const id of first)
        if (
          !isTaken(id) &&
          !sorted.has(id) &&
          !outside.has(id) &&
          others.every((other) => other.has(id)) &&
          !(isHeavy && [...loadedWith(graph, [id])].some(isHeavy))
        )
          sorted.set(id, name)
    }
  }
  return sorted
}

/** All messages of the product, exported as `m`; each module is bundled only with the messages it uses. */
const allMessages = '.generated/messages/messages.js'
const messageCalls = /\bm\.(\w+)/g

/** Returns the names of the messages used in code. */
export const messagesIn = (code: string): string[] => [
  ...new Set(Array.from(code.matchAll(messageCalls), ([, name = '']) => name)),
]

/**
 * Bundles modules shared by the screens of one part of the product: 170 files of a few hundred bytes meant 170 requests
 * before the first screen appeared. Pages outside the part do not load these files. `before` are the groups with
 * priority.
 */
export const screenChunks = (
  root: string,
  before: readonly { test: (id: string) => boolean }[],
  chunks: readonly ScreenChunk[],
) => {
  let sorted = new Map<string, string>()
  const groups = chunks.map(({ name }) => ({
    name,
    test: (id: string) => sorted.get(id) === name,
    // Imports shared with other pages stay in separate files: otherwise those pages would load this whole file.
    includeDependenciesRecursively: false,
  }))
  const collect: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The router's plugin requires a page to have exactly its exports, but groups without their imports may need
    // additional ones.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    buildEnd(error) {
      if (error) return
      const graph = new Map<string, GraphModule>()
      const byPath = new Map<string, string>()
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info) continue
        graph.set(id, {
          imports: info.importedIds.flatMap((each) =>
            pathOf(root, each) === allMessages && info.code
              ? messagesIn(info.code).map((name) => each.replace(/\.js$/, `/${name}.js`))
              : [each],
          ),
          loads: info.dynamicallyImportedIds,
          isEntry: info.isEntry,
        })
        if (!id.includes('?')) byPath.set(pathOf(root, id).replace(/\.\w+$/, ''), id)
      }
      sorted = sortModules(
        graph,
        (id) => before.some(({ test }) => test(id)),
        chunks.map(({ name, part, from, except }) => ({
          name,
          isWithin: (id) => part.test(pathOf(root, id)),
          ...(except && { isHeavy: (id) => except.test(pathOf(root, id)) }),
          from: from.map((set) =>
            set.map((path) => byPath.get(path) ?? this.error(`No module is called ${path} (vite.config.ts).`)),
          ),
        })),
      )
    },
  }
  return { groups, collect }
}
