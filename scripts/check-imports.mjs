// The house's rules of files and imports (README, "How it is laid out"), over the import graph as Vite's own parser
// reads it: TypeScript and JSX included, type-only imports told apart.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports)

/** What each part of src/ may import besides itself. Files directly in src/ wire everything and may import it all. */
const directions = {
  kit: ['messages'],
  ui: ['messages'],
  modules: ['kit', 'ui', 'messages'],
  account: ['modules', 'kit', 'ui', 'messages'],
  console: ['account', 'modules', 'kit', 'ui', 'messages'],
  site: ['account', 'modules', 'kit', 'ui', 'messages'],
}

/** Screens of a module are made of the parts of the face they are shown in. */
const screens = { console: ['console', 'account'], public: ['site', 'account'] }

/** What a file of one module may import from another module. */
const doors = [
  { from: /.*/, to: /^(contract|service)\.ts$/ },
  { from: /^(table|server|service|jobs)\.ts$/, to: /^table\.ts$/ },
  { from: /^(demo|factory)\.ts$|\.test\.tsx?$/, to: /^(table|rules|demo|factory)\.ts$/ },
]

/** The closed list of a module's files; one that grows long is split by its matter: `server-kept.ts`. */
const moduleFile =
  /^((contract|table|rules|server|service|jobs|demo|factory)\.ts|(server|service|jobs)-[a-z]+\.ts|[\w-]+\.test\.tsx?|(console|public)\/[\w-]+(\.tsx|\.test\.tsx|\.module\.css))$/

const namelessFile = /^(utils?|helpers?|managers?|common|index)\.\w+$/
const longestFile = 500

const findings = []
const complain = (file, sentence) => findings.push(`${file}: ${sentence}`)

const filesOf = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => normalize(join(entry.parentPath ?? entry.path, entry.name)).slice(root.length))
    : []

const isCode = (file) => /\.(ts|tsx|js|mjs)$/.test(file)
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('test/')

const files = ['src', 'test', 'bench', 'scripts'].flatMap(filesOf)

/** Where an import leads: a file of ours, `messages`, or the name of a package. */
const resolve = (file, specifier) => {
  if (specifier.startsWith('.')) return { file: join(dirname(file), specifier.split('?')[0]) }
  const alias = aliases.find(([name]) => specifier.startsWith(name.replace('*', '')))
  if (!alias) return { package: specifier }
  const target = normalize(alias[1].replace('*', specifier.slice(alias[0].length - 1).split('?')[0]))
  return target.startsWith('.generated/messages') ? { messages: true } : { file: target }
}

const importsOf = (file) => {
  const source = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const found = []
  for (const { moduleRequest, entries } of module.staticImports)
    found.push({ to: moduleRequest.value, erased: entries.length > 0 && entries.every((entry) => entry.isType) })
  for (const { entries } of module.staticExports)
    for (const entry of entries)
      if (entry.moduleRequest) found.push({ to: entry.moduleRequest.value, erased: entry.isType })
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = source.slice(moduleRequest.start, moduleRequest.end).match(/^(['"])(.*)\1$/)
    if (literal) found.push({ to: literal[2], erased: false, later: true })
  }
  return found.map((one) => ({ ...one, ...resolve(file, one.to) }))
}

const graph = new Map(files.filter(isCode).map((file) => [file, importsOf(file)]))

/** `src/modules/popups/console/list.tsx` is part `modules`, house `popups`, place `console/list.tsx`. */
const placeOf = (file) => {
  const [top, part, house, ...rest] = file.split('/')
  if (top !== 'src') return { part: 'outside' }
  if (house === undefined) return { part: 'wiring' }
  return part === 'modules' ? { part, house, place: rest.join('/') } : { part }
}

const mayReach = (from, to) => {
  if (from.part === 'wiring' || from.part === 'outside' || from.part === to.part) return true
  const face = from.place?.split('/')[0]
  return directions[from.part]?.includes(to.part) || screens[face]?.includes(to.part) || false
}

for (const file of files) {
  const { house, place } = placeOf(file)
  if (house !== undefined && !moduleFile.test(place)) complain(file, 'not in the closed list of a module’s files.')
  if (namelessFile.test(basename(file))) complain(file, 'the name says nothing; name it after what it holds.')
  if (!/\.(ts|tsx|js|mjs|css)$/.test(file)) continue
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
  if (lines > longestFile) complain(file, `${lines} lines; ${longestFile} are the most.`)
}

for (const [file, imports] of graph) {
  const from = placeOf(file)
  for (const { to: specifier, file: target, messages } of imports) {
    if (messages && from.part in directions && !directions[from.part].includes('messages'))
      complain(file, `${from.part} may not import the messages.`)
    if (!target) continue
    if (!existsSync(join(root, target))) complain(file, `imports ${specifier}, which is not there.`)
    const to = placeOf(target)
    // A test goes through the whole product, whatever part it stands beside.
    if (!isTest(file) && !mayReach(from, to))
      complain(file, `imports ${specifier}: ${from.part} may not import ${to.part}.`)
    if (from.house && to.house && from.house !== to.house) {
      const open = doors.some((door) => door.from.test(from.place) && door.to.test(to.place))
      if (!open) complain(file, `imports ${specifier}: of another module only contract.ts and service.ts may be.`)
    }
  }
}

/** Everything that runs when `file` is imported, with the way there. */
const reached = (file) => {
  const ways = new Map([[file, [file]]])
  for (const [current, way] of ways)
    for (const { file: next, erased } of graph.get(current) ?? [])
      if (next && !erased && !ways.has(next)) ways.set(next, [...way, next])
  return ways
}

/** Packages that run in the browser as well as on the server. */
const anywhere = /^(zod|temporal-polyfill|es-hangul)(\/|$)/

for (const file of graph.keys()) {
  if (!/^src\/modules\/[\w-]+\/(contract|rules)\.ts$/.test(file)) continue
  for (const [current, way] of reached(file))
    for (const { package: name, erased } of graph.get(current) ?? [])
      if (name && !erased && !anywhere.test(name))
        complain(file, `must run anywhere, but reaches ${name} (${way.join(' → ')}).`)
}

for (const [file, way] of reached('src/main.ts'))
  if (file.endsWith('.tsx')) complain('src/main.ts', `Node cannot run ${file} (${way.join(' → ')}).`)

/** A way from a file back to itself over imports that run at once. */
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
