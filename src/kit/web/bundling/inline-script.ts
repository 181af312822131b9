import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const ending = '?script'

/**
 * Compiles a program for `import text from './program.ts?script'` into one line of JavaScript for an inline script
 * element. It is not a module: a remaining import or export, other than of types, fails the build.
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

/** Vite plugin for such imports. */
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
