// Import graph of the sources, read with Vite's parser: includes TypeScript and JSX, and marks type-only imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

const isCode = (file) => /\.(ts|tsx|js|mjs)$/.test(file)
export const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('test/')

/** Layers whose folders are features. `pageFolders` are folders in them that hold the pages of a product instead. */
const featureLayers = new Set(['platform', 'people', 'content', 'firm', 'match', 'auction', 'shop', 'trade'])
const pageFolders = new Set(['site', 'account'])

/**
 * Splits a path: `src/content/popups/console/popup-list.tsx` has layer `content`, feature `popups` and path
 * `console/popup-list.tsx` within it. Only the folder `console` holds two layers.
 */
export const locateFile = (file) => {
  const [top, first, second, ...rest] = file.split('/')
  if (top !== 'src') return { layer: 'outside' }
  if (second === undefined || first === 'product-tests') return { layer: 'wiring' }
  if (first === 'console') return { layer: `console/${second}` }
  if (!featureLayers.has(first) || pageFolders.has(second)) return { layer: first }
  return { layer: first, feature: second, place: rest.join('/') }
}

/**
 * Returns the files of `folders` below a project's root, and the imports of each code file: `{ to, file | package |
 * messages, erased, later }`. `erased`: types only; `later`: a dynamic import.
 */
export const readGraph = (root, folders) => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const aliases = Object.entries(imports).map(([name, target]) => [name, target.browser ?? target])

  const filesOf = (folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(normalize(join(root, '/')).length))
      : []

  /** Resolves an import to a file of the project, `messages`, or the name of a package. */
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

  const files = folders.flatMap(filesOf)
  return { files, graph: new Map(files.filter(isCode).map((file) => [file, importsOf(file)])) }
}
