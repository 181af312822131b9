// The rules of files and imports (README, "How it is laid out"), over the import graph as Vite's own parser
// reads it: TypeScript and JSX included, type-only imports told apart.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports)

/**
 * What each room of src/ may import besides itself, lowest first. Products never import each other, so that one can be
 * deleted as a folder. Files directly in src/ wire everything and may import it all.
 */
const base = ['ui', 'kit', 'messages']
const browser = ['session', ...base]
const product = ['content', 'people', 'platform', 'console/kit', ...browser]
const directions = {
  kit: ['messages'],
  ui: ['messages'],
  session: base,
  'console/kit': browser,
  platform: ['console/kit', ...browser],
  people: ['platform', 'console/kit', ...browser],
  'console/shell': ['people', 'platform', 'console/kit', ...browser],
  content: ['people', 'platform', 'console/kit', ...browser],
  firm: product,
  match: product,
  auction: product,
  shop: product,
}

/** Rooms whose folders are modules, and the folders there that are none: pages of a product. */
const moduleRooms = new Set(['platform', 'people', 'content', 'firm', 'match', 'auction', 'shop'])
const pageFolders = new Set(['site', 'account'])

/** What a file of one module may import from another module. */
const doors = [
  { from: /.*/, to: /^(contract|service)\.ts$/ },
  { from: /^(table|server|service|jobs)\.ts$/, to: /^table\.ts$/ },
  { from: /^console\//, to: /^console\/(resource|[\w-]+-field)\.tsx$/ },
  { from: /^(demo|factory)\.ts$|\.test\.tsx?$/, to: /^(table|rules|demo|factory)\.ts$/ },
]

/** The closed list of a module's files; one that grows long is split by its matter: `server-kept.ts`. */
const moduleFile =
  /^((module|routes|contract|table|rules|server|service|jobs|demo|factory)\.ts|(server|service|jobs)-[a-z]+\.ts|[\w-]+\.test\.tsx?|(console|public)\/[\w-]+(\.tsx?|\.test\.tsx?|\.module\.css))$/

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

/**
 * `src/content/popups/console/list.tsx` is room `content`, module `popups`, place `console/list.tsx`; only `console` has
 * two rooms in one folder.
 */
const placeOf = (file) => {
  const [top, first, second, ...rest] = file.split('/')
  if (top !== 'src') return { room: 'outside' }
  if (second === undefined) return { room: 'wiring' }
  if (first === 'console') return { room: `console/${second}` }
  if (!moduleRooms.has(first) || pageFolders.has(second)) return { room: first }
  return { room: first, module: second, place: rest.join('/') }
}

const mayReach = (from, to) =>
  from.room === 'wiring' ||
  from.room === 'outside' ||
  from.room === to.room ||
  (directions[from.room]?.includes(to.room) ?? false)

for (const file of files) {
  const { room, module, place } = placeOf(file)
  if (!(room in directions) && room !== 'wiring' && room !== 'outside') complain(file, 'no room of that name.')
  if (module !== undefined && !moduleFile.test(place)) complain(file, 'not in the closed list of a module’s files.')
  if (namelessFile.test(basename(file))) complain(file, 'the name says nothing; name it after what it holds.')
  if (!/\.(ts|tsx|js|mjs|css)$/.test(file)) continue
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
  if (lines > longestFile) complain(file, `${lines} lines; ${longestFile} are the most.`)
}

for (const [file, imports] of graph) {
  const from = placeOf(file)
  for (const { to: specifier, file: target } of imports) {
    if (!target) continue
    if (!existsSync(join(root, target))) complain(file, `imports ${specifier}, which is not there.`)
    const to = placeOf(target)
    // A test may import any part of the product, whatever folder it is in.
    if (!isTest(file) && !mayReach(from, to))
      complain(file, `imports ${specifier}: ${from.room} may not import ${to.room}.`)
    if (from.module && to.module && `${from.room}/${from.module}` !== `${to.room}/${to.module}`) {
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
  if (!/^(contract|rules)\.ts$/.test(placeOf(file).place)) continue
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
