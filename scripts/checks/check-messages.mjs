// Checks that the three languages match. Korean defines the keys; no key may be missing, empty, unused or duplicated,
// and placeholders must be the same in every language: Paraglide would silently fall back to Korean.
// A key belongs to the catalogue of the feature that uses it. A key used by several features belongs to the lowest shared
// layer that uses it (kit, ui, session, console), else to their product, else to `common`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest, locateFile } from './import-graph.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
const { baseLocale, locales } = settings
const patterns = settings['plugin.inlang.messageFormat'].pathPattern

const findings = []

/** Returns every key of a language with its text and file. */
const readCatalogue = (locale) => {
  const catalogue = new Map()
  for (const pattern of patterns) {
    const path = pattern.replace('{locale}', locale).replace(/^\.\//, '')
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(root, path), 'utf8')))) {
      if (key.startsWith('$')) continue
      if (catalogue.has(key)) findings.push(`${path}: ${key} is in ${catalogue.get(key).path} too.`)
      catalogue.set(key, { path, text: typeof text === 'string' ? text : JSON.stringify(text) })
    }
  }
  return catalogue
}

const catalogues = new Map(locales.map((locale) => [locale, readCatalogue(locale)]))
const korean = catalogues.get(baseLocale)

const placeholders = (text) => [...new Set(text.match(/\{\s*[a-zA-Z]\w*\s*\}/g) ?? [])].sort().join(' ')

for (const [locale, catalogue] of catalogues) {
  for (const [key, { path, text }] of catalogue) {
    if (text.trim() === '') findings.push(`${path}: ${key} is empty.`)
    if (!korean.has(key)) findings.push(`${path}: ${key} is not in ${baseLocale}.`)
  }
  for (const [key, { path, text }] of korean) {
    const there = catalogue.get(key)
    const here = path.replace(`/${baseLocale}/`, `/${locale}/`)
    if (!there) findings.push(`${here}: ${key} is missing.`)
    else if (there.path !== here) findings.push(`${there.path}: ${key} belongs in ${here}.`)
    else if (placeholders(there.text) !== placeholders(text))
      findings.push(
        `${here}: ${key} has ${placeholders(there.text) || 'no placeholder'}, not ${placeholders(text) || 'none'}.`,
      )
  }
}

const sources = ['src', 'test']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((path) => /\.(ts|tsx|js)$/.test(path))

/** Maps each key, or prefix of a computed key (`popup_state_${state}`), to the features and layers that use it. */
const users = new Map()
const beginnings = new Map()
const note = (uses, name, place) => {
  if (!uses.has(name)) uses.set(name, new Set())
  if (place) uses.get(name).add(place)
}
for (const path of sources) {
  const source = readFileSync(join(root, path), 'utf8')
  const { layer, feature } = locateFile(path)
  const place = isTest(path) || layer === 'wiring' ? undefined : feature ? `${layer}/${feature}` : layer
  for (const name of source.match(/[a-z][a-z0-9]*(_[a-z0-9]+)+/g) ?? []) note(users, name, place)
  for (const [, start] of source.matchAll(/[`](\w+_)\$\{/g)) note(beginnings, start, place)
}

/** Layers whose catalogues every layer above may use. */
const shared = ['kit', 'ui', 'session', 'console/kit']
const nameOf = (place) => ({ 'console/kit': 'console', 'console/shell': 'shell' })[place] ?? place.split('/').at(-1)

const catalogueOf = (places) => {
  const low = shared.find((layer) => places.includes(layer))
  if (low) return nameOf(low)
  if (places.length === 1) return nameOf(places[0])
  const layers = new Set(places.map((place) => (place.startsWith('console/') ? place : place.split('/')[0])))
  return layers.size === 1 ? [...layers][0] : 'common'
}

for (const [key, { path }] of korean) {
  const started = [...beginnings.keys()].filter((start) => key.startsWith(start))
  if (!users.has(key) && started.length === 0) {
    findings.push(`${path}: ${key} is not used.`)
    continue
  }
  const places = new Set([...(users.get(key) ?? []), ...started.flatMap((start) => [...beginnings.get(start)])])
  if (places.size === 0) continue
  const right = `messages/${baseLocale}/${catalogueOf([...places])}.json`
  if (path !== right) findings.push(`${path}: ${key} belongs in ${right}: it is used by ${[...places].join(', ')}.`)
}

for (const locale of locales)
  for (const name of readdirSync(join(root, 'messages', locale)))
    if (!patterns.includes(`./messages/{locale}/${name}`))
      findings.push(`messages/${locale}/${name}: not listed in project.inlang/settings.json.`)

if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exit(1)
}
console.log(`${korean.size} messages in ${locales.length} languages.`)
