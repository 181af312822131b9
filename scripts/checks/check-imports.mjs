// Checks file names and imports (README, "How it is laid out").
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest, locateFile, readGraph } from './import-graph.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Layers that each layer of src/ may import besides itself, lowest first. Products never import each other, so that
 * each can be deleted as a folder. Files directly in src/ may import everything.
 */
const base = ['ui', 'kit', 'messages']
const browser = ['session', ...base]
const product = ['trade', 'content', 'people', 'platform', 'console/kit', ...browser]
const directions = {
  kit: ['messages'],
  ui: ['messages'],
  session: base,
  'console/kit': browser,
  platform: ['console/kit', ...browser],
  people: ['platform', 'console/kit', ...browser],
  'console/shell': ['people', 'platform', 'console/kit', ...browser],
  content: ['people', 'platform', 'console/kit', ...browser],
  trade: ['people', 'platform', 'console/kit', ...browser],
  firm: product,
  match: product,
  auction: product,
  shop: product,
}

/** Files of one module that a file of another module may import. */
const allowedModuleImports = [
  { from: /.*/, to: /^(contract|service)\.ts$/ },
  { from: /^(table|server|service|jobs)(-[a-z]+)?\.ts$/, to: /^table\.ts$/ },
  { from: /^public\//, to: /^public\// },
  { from: /^console\//, to: /^console\/(resource|[\w-]+-field)\.tsx$/ },
  { from: /^(demo|factory)\.ts$|\.test\.tsx?$/, to: /^(table|rules|demo|factory)\.ts$/ },
]

/** Allowed files of a module. A long file is split by topic, for example `server-kept.ts`. */
const moduleFile =
  /^((module|routes|contract|table|rules|server|service|jobs|demo|factory)\.ts|(contract|rules|server|service|jobs)-[a-z]+\.ts|[\w-]+\.test\.tsx?|(console|public)\/[\w-]+(\.tsx?|\.test\.tsx?|\.module\.css))$/

const namelessFile = /^(utils?|helpers?|managers?|common|index)\.\w+$/
const longestFile = 500

const findings = []
const complain = (file, sentence) => findings.push(`${file}: ${sentence}`)

const { files, graph } = readGraph(root, ['src', 'test', 'bench', 'scripts'])

const mayReach = (from, to) =>
  from.room === 'wiring' ||
  from.room === 'outside' ||
  from.room === to.room ||
  (directions[from.room]?.includes(to.room) ?? false)

for (const file of files) {
  const { room, module, place } = locateFile(file)
  if (!(room in directions) && room !== 'wiring' && room !== 'outside') complain(file, 'no room of that name.')
  if (module !== undefined && !moduleFile.test(place)) complain(file, 'not in the closed list of a module’s files.')
  if (namelessFile.test(basename(file))) complain(file, 'the name says nothing; name it after what it holds.')
  if (!/\.(ts|tsx|js|mjs|css)$/.test(file)) continue
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
  if (lines > longestFile) complain(file, `${lines} lines; ${longestFile} are the most.`)
}

for (const [file, imports] of graph) {
  const from = locateFile(file)
  for (const { to: specifier, file: target } of imports) {
    if (!target) continue
    if (!existsSync(join(root, target))) complain(file, `imports ${specifier}, which is not there.`)
    const to = locateFile(target)
    // Tests may import any part of the product.
    if (!isTest(file) && !mayReach(from, to))
      complain(file, `imports ${specifier}: ${from.room} may not import ${to.room}.`)
    if (from.module && to.module && `${from.room}/${from.module}` !== `${to.room}/${to.module}`) {
      const open = allowedModuleImports.some((door) => door.from.test(from.place) && door.to.test(to.place))
      if (!open) complain(file, `imports ${specifier}: of another module only contract.ts and service.ts may be.`)
    }
  }
}

/** Returns every file that runs when `file` is imported, with the import path to it. */
const reached = (file) => {
  const ways = new Map([[file, [file]]])
  for (const [current, way] of ways)
    for (const { file: next, erased } of graph.get(current) ?? [])
      if (next && !erased && !ways.has(next)) ways.set(next, [...way, next])
  return ways
}

/** Packages that run both in the browser and on the server. */
const anywhere = /^(zod|temporal-polyfill|es-hangul)(\/|$)/

for (const file of graph.keys()) {
  if (!/^(contract|rules)(-[a-z]+)?\.ts$/.test(locateFile(file).place)) continue
  for (const [current, way] of reached(file))
    for (const { package: name, erased } of graph.get(current) ?? [])
      if (name && !erased && !anywhere.test(name))
        complain(file, `must run anywhere, but reaches ${name} (${way.join(' → ')}).`)
}

for (const [file, way] of reached('src/main.ts'))
  if (file.endsWith('.tsx')) complain('src/main.ts', `Node cannot run ${file} (${way.join(' → ')}).`)

/** Returns a cycle of static imports through a file; undefined if there is none. */
const cycleFrom = (start) => {
  const ways = new Map([[start, [start]]])
  for (const [current, way] of ways)
    for (const { file: next, erased, later } of graph.get(current) ?? []) {
      if (!next || erased || later) continue
      if (next === start) return way
      if (!ways.has(next)) ways.set(next, [...way, next])
    }
  return undefined
}

const inCycle = new Set()
for (const file of graph.keys()) {
  const cycle = inCycle.has(file) ? undefined : cycleFrom(file)
  if (!cycle) continue
  for (const one of cycle) inCycle.add(one)
  complain(file, `imports itself in a circle (${[...cycle, file].join(' → ')}).`)
}

if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exit(1)
}
console.log(`${graph.size} files import in the right direction.`)
