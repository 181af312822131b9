// Checks that comments of code and SQL, test titles, descriptions of the API, errors of database functions and decision
// records avoid the phrases below, which a reader has to read twice or a maintainer would not search for. Other strings,
// names and words in backticks are ignored.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const phrases =
  /\b(whoever|whomever|nobody|somebody|anybody|stands|stood|lies there|for so long|speaks for|(?<=(?:^|[.:;] )[*\s/-]*)(?:Whose|Whom|Where one|None that))\b/i

const matchesOf = (source, pattern) =>
  [...source.matchAll(pattern)].map(({ index, 0: value }) => ({ start: index, value }))

/** Returns the name at the root of a callee: `it` for `it.each(cases)(…)`. */
const rootName = (callee) => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  if (callee.type === 'CallExpression') return rootName(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? rootName(callee.tag) : ''
}

const isDescription = (callee) => callee.type === 'MemberExpression' && callee.property.name === 'describe'

/** Returns the titles of tests, and the descriptions of the API: `.describe('…')` and `summary: '…'` of routes. */
const sentencesOf = (path, program) => {
  const isTest = /\.(test|spec)\.tsx?$/.test(path)
  const isContract = /(^|\/)contract(-[\w-]+)?\.ts$/.test(path)
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!node || typeof node !== 'object') return
    if (node.type === 'CallExpression') {
      const isTitle = isTest && ['it', 'test', 'describe'].includes(rootName(node.callee))
      if (isTitle || (isContract && isDescription(node.callee))) found.push(node.arguments[0])
    }
    if (isContract && node.type === 'Property' && node.key.name === 'summary') found.push(node.value)
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found.filter((node) => ['Literal', 'TemplateLiteral'].includes(node?.type))
}

/** Returns the texts of a file that are checked, each with its offset. */
const textsOf = (path, source) => {
  if (path.endsWith('.md')) return [{ start: 0, value: source }]
  if (path.endsWith('.css')) return matchesOf(source, /\/\*[\s\S]*?\*\//g)
  if (path.endsWith('.sql')) return matchesOf(source, /--.*|(?<=RAISE EXCEPTION )'[^']*'/g)
  const { comments, program } = parseSync(path, source)
  const sentences = sentencesOf(path, program).map(({ start, end }) => ({ start, value: source.slice(start, end) }))
  return [...comments.map(({ start, value }) => ({ start, value })), ...sentences]
}

/** Returns findings as `file:line: "phrase"`. The extension of `path` selects the parser. */
export const findPhrases = (path, source) =>
  textsOf(path, source).flatMap(({ start, value }) =>
    value.split('\n').flatMap((line, index) => {
      const [phrase] = line.replace(/(?!^)`[^`]*`/g, '').match(phrases) ?? []
      const number = source.slice(0, start).split('\n').length + index
      return phrase ? [`${path}:${number}: "${phrase}"`] : []
    }),
  )

const check = () =>
  ['src', 'test', 'bench', 'scripts', 'database', 'docs/decisions']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => /\.(tsx?|m?js|css|sql|md)$/.test(path) && !path.startsWith('scripts/checks/check-words.'))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      // Parsing is slow: only parse files that contain a phrase.
      return phrases.test(source) ? findPhrases(path, source) : []
    })

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const findings = check()
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exit(1)
}
