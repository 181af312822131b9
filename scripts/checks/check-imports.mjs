// Checks the layout of folders and the direction of imports (README, "Layout").
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest, locateFile, readGraph } from './import-graph.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Layers of src/ and what each may import besides itself, lowest first. Products never import each other, so that one
 * can be deleted as a folder. Files directly in src/ connect everything and may import any layer.
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

/** Roles of files in a feature folder; a use case of a large feature is a folder with the same roles. */
const role = {
  contract: /^(?:[a-z-]+\/)?contract(-[a-z-]+)?\.ts$/,
  rules: /^(?:[a-z-]+\/)?rules(-[a-z-]+)?\.ts$/,
  table: /^(?:[a-z-]+\/)?table\.ts$/,
  server: /^(?:[a-z-]+\/)?server\/(?!handle-)[a-z0-9-]+\.ts$/,
  public: /^(?:[a-z-]+\/)?public\//,
  browser: /^(?:[a-z-]+\/)?(?:public|console)\//,
}

/** Files of another feature that a file may import. */
const doors = [
  { from: /./, to: role.contract },
  { from: /./, to: role.rules },
  { from: /^(?!(?:[a-z-]+\/)?(?:public|console)\/)/, to: role.server },
  { from: /(?:^|\/)(?:table\.ts|server\/)/, to: role.table },
  { from: role.browser, to: role.public },
  { from: role.browser, to: /^(?:[a-z-]+\/)?console\/(?:resource|[\w-]+-(?:resource|field))\.tsx$/ },
  {
    from: /(?:^|\/)(?:demo|factory)(-[a-z-]+)?\.ts$|\.test\.tsx?$/,
    to: /(?:^|\/)(table|rules|demo|factory)(-[a-z-]+)?\.ts$/,
  },
]

/** The closed list of a feature's files. Names in `server/` have two words or more, of which the first is a verb. */
const part = String.raw`(?:[a-z]+(?:-[a-z]+)*\/)?`
const featureFile = new RegExp(
  `^(?:${part}(?:module|contract|table|rules|routes|demo|factory)\\.ts` +
    `|${part}(?:contract|rules|demo)-[a-z]+(?:-[a-z]+){0,2}\\.ts` +
    String.raw`|${part}demo(?:-[a-z]+){0,3}\.json` +
    String.raw`|${part}[a-z\d-]+\.test\.tsx?` +
    String.raw`|${part}server\/[a-z\d]+(?:-[a-z\d]+)+(?:\.test)?\.ts` +
    String.raw`|${part}(?:console|public)\/(?:[a-z-]+\/)?[\w-]+(?:\.test)?(?:\.tsx?|\.module\.css))$`,
)

const namelessFile = /^(utils?|helpers?|managers?|common|misc|index)\.\w+$/
const longestFile = 500
const fullestFolder = 24

const findings = []
const complain = (file, sentence) => findings.push(`${file}: ${sentence}`)

const { files, graph } = readGraph(root, ['src', 'test', 'bench', 'scripts'])

const mayReach = (from, to) =>
  from.layer === 'wiring' ||
  from.layer === 'outside' ||
  from.layer === to.layer ||
  (directions[from.layer]?.includes(to.layer) ?? false)

const isSource = (file) => /\.(ts|tsx|js|mjs|css)$/.test(file)

const sizes = new Map()
for (const file of files.filter(isSource)) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
for (const [folder, count] of sizes)
  if (count > fullestFolder) complain(folder, `${count} source files; split it by use case (at most ${fullestFolder}).`)

for (const file of files) {
  const { layer, feature, place } = locateFile(file)
  if (!(layer in directions) && layer !== 'wiring' && layer !== 'outside') complain(file, 'unknown layer.')
  if (feature !== undefined && !featureFile.test(place)) complain(file, 'not in the closed list of a feature’s files.')
  if (namelessFile.test(basename(file))) complain(file, 'name it after what it holds.')
  if (!isSource(file)) continue
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1
  if (lines > longestFile) complain(file, `${lines} lines; at most ${longestFile}.`)
}

for (const [file, imports] of graph) {
  const from = locateFile(file)
  for (const { to: specifier, file: target } of imports) {
    if (!target) continue
    if (!existsSync(join(root, target))) complain(file, `imports ${specifier}, which does not exist.`)
    const to = locateFile(target)
    // A test may import any layer.
    if (!isTest(file) && !mayReach(from, to))
      complain(file, `imports ${specifier}: ${from.layer} may not import ${to.layer}.`)
    if (from.feature && to.feature && `${from.layer}/${from.feature}` !== `${to.layer}/${to.feature}`) {
      const isOpen = doors.some((door) => door.from.test(from.place) && door.to.test(to.place))
      if (!isOpen) complain(file, `imports ${specifier}: not open to another feature.`)
    }
  }
}

/** Returns everything that runs when `file` is imported, each with the path of imports that leads there. */
const reachedFrom = (file) => {
  const paths = new Map([[file, [file]]])
  for (const [current, path] of paths)
    for (const { file: next, erased } of graph.get(current) ?? [])
      if (next && !erased && !paths.has(next)) paths.set(next, [...path, next])
  return paths
}

/** Packages that run in the browser as well as on the server. */
const anywhere = /^(zod|temporal-polyfill|es-hangul)(\/|$)/

for (const file of graph.keys()) {
  const { place = '' } = locateFile(file)
  if (!role.contract.test(place) && !role.rules.test(place)) continue
  for (const [current, path] of reachedFrom(file))
    for (const { package: name, erased } of graph.get(current) ?? [])
      if (name && !erased && !anywhere.test(name))
        complain(file, `must run in browsers, but reaches ${name} (${path.join(' → ')}).`)
}

for (const [file, path] of reachedFrom('src/main.ts'))
  if (file.endsWith('.tsx')) complain('src/main.ts', `Node cannot run ${file} (${path.join(' → ')}).`)

/**
 * Mutual types that remain: a request context carries the module registry, and the functions of a module take a
 * context.
 */
const mutualTypes = /^src\/kit\//

/** Returns a path of imports from a file back to itself; dynamic imports do not count, type imports only on request. */
const cycleFrom = (start, withTypes) => {
  const paths = new Map([[start, [start]]])
  for (const [current, path] of paths)
    for (const { file: next, erased, later } of graph.get(current) ?? []) {
      if (!next || later || (erased && !withTypes)) continue
      if (next === start) return path
      if (!paths.has(next)) paths.set(next, [...path, next])
    }
  return undefined
}

for (const withTypes of [false, true]) {
  const inCycle = new Set()
  for (const file of graph.keys()) {
    if (withTypes && mutualTypes.test(file)) continue
    const cycle = inCycle.has(file) ? undefined : cycleFrom(file, withTypes)
    if (!cycle) continue
    for (const one of cycle) inCycle.add(one)
    complain(file, `imports itself in a circle (${[...cycle, file].join(' → ')}).`)
  }
}

if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exit(1)
}
console.log(`${graph.size} files follow the layout.`)
