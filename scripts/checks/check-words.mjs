// Checks that comments avoid the phrases below, which a maintainer would not search for. Strings and names are ignored.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const phrases = /\b(whoever|stands|stood|lies there|for so long|speaks for)\b/i

/** Returns the comments of a file with the offset of their text. */
const commentsOf = (path, source) =>
  path.endsWith('.css')
    ? [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ index, 0: value }) => ({ start: index, value }))
    : parseSync(path, source).comments.map(({ start, value }) => ({ start, value }))

/** Returns findings as `file:line: "phrase"`. The extension of `path` selects the parser. */
export const findPhrases = (path, source) =>
  commentsOf(path, source).flatMap(({ start, value }) =>
    value.split('\n').flatMap((line, index) => {
      const [phrase] = line.match(phrases) ?? []
      const number = source.slice(0, start).split('\n').length + index
      return phrase ? [`${path}:${number}: "${phrase}"`] : []
    }),
  )

const check = () =>
  ['src', 'test', 'bench', 'scripts']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => /\.(tsx?|m?js|css)$/.test(path) && !path.startsWith('scripts/checks/check-words.'))
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
