import type { Plugin } from 'vite'
import { pathOf } from './shared-chunks.ts'

/** Static and dynamic imports of a module, by id, and whether the bundler was given it as an entry. */
export interface GraphModule {
  imports: readonly string[]
  loads: readonly string[]
  isEntry: boolean
}
export type Graph = ReadonlyMap<string, GraphModule>

export interface ScreenChunk {
  name: string
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
 * Sorts modules into `chunks`, the first that fits: what only entries within the part load, and imports nothing that other
 * pages load too, but for what `isTaken`. A group takes the imports of its modules with it.
 */
export const sortModules = (
  graph: Graph,
  isWithin: (id: string) => boolean,
  isTaken: (id: string) => boolean,
  chunks: readonly { name: string; from: readonly (readonly string[])[]; isHeavy?: (id: string) => boolean }[],
): Map<string, string> => {
  const begins = new Set<string>()
  for (const [id, { isEntry, loads }] of graph) {
    if (isEntry) begins.add(id)
    for (const each of loads) begins.add(each)
  }
  const outside = loadedWith(
    graph,
    [...begins].filter((id) => !isWithin(id)),
  )
  const isOwn = (id: string, isHeavy: (id: string) => boolean) =>
    [...loadedWith(graph, [id])].every((each) => isTaken(each) || !(outside.has(each) || isHeavy(each)))
  const sorted = new Map<string, string>()
  for (const { name, from, isHeavy = () => false } of chunks)
    for (const set of from) {
      const [first = new Set<string>(), ...others] = set.map((id) => loadedWith(graph, [id]))
      for (const id of first)
        if (!isTaken(id) && !sorted.has(id) && others.every((other) => other.has(id)) && isOwn(id, isHeavy))
          sorted.set(id, name)
    }
  return sorted
}

/**
 * Files for what the screens of one part of the product have in common: 170 files of some hundred bytes were 170 requests
 * before a first screen showed anything. No page outside the part loads them. `before` are the groups that come first.
 */
export const screenChunks = (
  root: string,
  part: RegExp,
  before: readonly { test: (id: string) => boolean }[],
  chunks: readonly ScreenChunk[],
) => {
  let sorted = new Map<string, string>()
  const groups = chunks.map(({ name }) => ({ name, test: (id: string) => sorted.get(id) === name }))
  const collect: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(error) {
      if (error) return
      const graph = new Map<string, GraphModule>()
      const byPath = new Map<string, string>()
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        if (!info) continue
        graph.set(id, { imports: info.importedIds, loads: info.dynamicallyImportedIds, isEntry: info.isEntry })
        if (!id.includes('?')) byPath.set(pathOf(root, id).replace(/\.\w+$/, ''), id)
      }
      sorted = sortModules(
        graph,
        (id) => part.test(pathOf(root, id)),
        (id) => before.some(({ test }) => test(id)),
        chunks.map(({ name, from, except }) => ({
          name,
          isHeavy: (id) => except?.test(pathOf(root, id)) ?? false,
          from: from.map((set) =>
            set.map((path) => byPath.get(path) ?? this.error(`No module is called ${path} (vite.config.ts).`)),
          ),
        })),
      )
    },
  }
  return { groups, collect }
}
