// Checks that each class that code reads from a CSS module (`styles.row`) is defined there: an undefined class is
// silently `undefined`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the names of the classes that a CSS file defines. */
export const findClasses = (css) => {
  const selectors = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)|@layer [^;{]*/g, ' ')
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name))
}

/** Returns the classes that a code file reads from CSS modules: `{ module, name, line }`, with `module` as imported. */
export const findClassUses = (path, source) => {
  const { program } = parseSync(path, source)
  const modules = new Map()
  for (const node of program.body)
    if (node.type === 'ImportDeclaration' && node.source.value.endsWith('.module.css'))
      for (const { local } of node.specifiers) modules.set(local.name, node.source.value)
  const uses = []
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    const module = node.type === 'MemberExpression' ? modules.get(node.object.name) : undefined
    const name = node.computed ? node.property?.value : node.property?.name
    // A name that is calculated (`styles[tone]`) is not known here.
    if (module && typeof name === 'string')
      uses.push({ module, name, line: source.slice(0, node.start).split('\n').length })
    for (const part of Object.values(node)) walk(part)
  }
  if (modules.size > 0) walk(program)
  return uses
}

/** Returns findings as `file:line: .class is not defined in module`. `folder` is relative to `base`. */
export const checkStyles = (base, folder) => {
  const aliases = Object.entries(JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')).imports ?? {})
  const resolve = (path, specifier) => {
    if (specifier.startsWith('.')) return join(dirname(path), specifier)
    const [name, target] = aliases.find(([alias]) => specifier.startsWith(alias.replace('*', ''))) ?? []
    return name ? join(target.replace('*', specifier.slice(name.length - 1))) : specifier
  }
  return readdirSync(join(base, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(base, path), 'utf8')
      if (!source.includes('.module.css')) return []
      return findClassUses(path, source).flatMap(({ module, name, line }) => {
        const file = resolve(path, module)
        if (!existsSync(join(base, file))) return [`${path}:${line}: ${module} does not exist.`]
        return findClasses(readFileSync(join(base, file), 'utf8')).has(name)
          ? []
          : [`${path}:${line}: .${name} is not defined in ${file}.`]
      })
    })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const findings = checkStyles(root, 'src')
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exit(1)
}
