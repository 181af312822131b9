// The three catalogues say the same: Korean defines the keys; none is missing, empty, unused or given twice, and each
// has the same placeholders in every language. Paraglide would fall back to Korean in silence.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
const { baseLocale, locales } = settings
const patterns = settings['plugin.inlang.messageFormat'].pathPattern

const findings = []

/** Every key of a language with its text, and the file that has it. */
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
  .map((path) => readFileSync(join(root, path), 'utf8'))
const words = new Set(sources.flatMap((source) => source.match(/[a-z][a-z0-9]*(_[a-z0-9]+)+/g) ?? []))
/** Keys made of parts: `popup_state_${state}`. */
const beginnings = sources.flatMap((source) => [...source.matchAll(/[`](\w+_)\$\{/g)].map(([, start]) => start))

for (const [key, { path }] of korean)
  if (!words.has(key) && !beginnings.some((start) => key.startsWith(start)))
    findings.push(`${path}: ${key} is not used.`)

if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exit(1)
}
console.log(`${korean.size} messages in ${locales.length} languages.`)
