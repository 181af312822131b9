import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const ending = '?script'

/**
 * `import text from './program.ts?script'` gives a program as one line of JavaScript, to be put into a page as a script
 * element. It is no module: an import or export that is left, other than of types, ends the build.
 */
export const inlineScript = async (file: string, source: string): Promise<string> => {
  const { code: plain } = await transformWithOxc(source, file, { target: 'es2022', sourcemap: false })
  const script = plain.replace(/^export \{\};?$/m, '')
  const { code, errors } = await minify(file.replace(/\.ts$/, '.js'), script, {
    module: false,
    compress: { target: 'es2022' },
    codegen: { removeWhitespace: true },
  })
  if (errors.length > 0 || /(?:^|[;}])(?:import|export)\b(?!\()/.test(code))
    throw new Error(`${file} is no script: ${errors[0]?.message ?? 'it imports or exports'}`)
  return code.trim()
}

/** Makes such imports work; the server's pages are rendered by what Vite builds. */
export const inlineScripts: Plugin = {
  name: 'inline-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(ending)) return null
    const file = id.slice(0, -ending.length)
    this.addWatchFile(file)
    return `export default ${JSON.stringify(await inlineScript(file, await readFile(file, 'utf8')))}`
  },
}
