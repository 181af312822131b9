import type { Plugin } from 'vite'
import { pathOf } from './shared-chunks.ts'

/** Static and dynamic imports of a module, by id, and whether the bundler was given it as an entry. */
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
  /** Paths of pages, as entries or loaded later: what any other page loads too stays out. */
  part: RegExp
  /** Each is a set of modules, by path without ending: what all of a set import goes into this file. */
  from: readonly (readonly string[])[]
  /** Paths of what is too heavy to come with the rest of the file, and so of what imports it. */
  except?: RegExp
}

/** Modules that come with `ids` when these are loaded: themselves and what they import, statically. */
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
 * Sorts modules into `chunks`, the first that fits: what all of a set import and no page outside of the part loads, but for
 * what `isTaken`.
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

/** Every message of the product, as `m`; what a module asks of it comes with the module, and nothing else of it. */
const allMessages = '.generated/messages/messages.js'
const messageCalls = /\bm\.(\w+)/g

/** Names of the messages that code asks for. */
export const messagesIn = (code: string): string[] => [
  ...new Set(Array.from(code.matchAll(messageCalls), ([, name = '']) => name)),
]

/**
 * Files for what the screens of one part of the product have in common: 170 files of some hundred bytes were 170 requests
 * before a first screen showed anything. No page outside the part loads them. `before` are the groups that come first.
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
    // What they import and other pages load too stays in files of its own: those pages would load all of this.
    includeDependenciesRecursively: false,
  }))
  const collect: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The router's plug-in asks for exactly the exports of a page, which groups without their imports may have to add to.
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
