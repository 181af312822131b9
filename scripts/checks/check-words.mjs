// Checks that comments of code and SQL, test titles and decision records avoid the phrases below, which a reader has to
// read twice or a maintainer would not search for. Other strings, names and words in backticks are ignored.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const phrases =
  /\b(whoever|whomever|nobody|somebody|anybody|stands|stood|lies there|for so long|speaks for|(?<=(?:^|[.:;] )[*\s/-]*)(?:Whose|Whom|Where one|None that))\b/i

const matchesOf = (source, pattern) =>
  [...source.matchAll(pattern)].map(({ index, 0: value }) => ({ start: index, value }))

/** Returns the texts of a file that are checked, each with its offset. */
const textsOf = (path, source) => {
  if (path.endsWith('.md')) return [{ start: 0, value: source }]
  if (path.endsWith('.css')) return matchesOf(source, /\/\*[\s\S]*?\*\//g)
  if (path.endsWith('.sql')) return matchesOf(source, /--.*/g)
  const titles = /\.(test|spec)\.tsx?$/.test(path)
    ? matchesOf(source, /(?<=\b(?:it|test|describe)(?:\.\w+)*\()(['"`])(?:(?!\1).)+\1/g)
    : []
  return [...parseSync(path, source).comments.map(({ start, value }) => ({ start, value })), ...titles]
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
