// Runs the benches named on the command line, or all, with the Node version of package.json.
import { installBrowser } from './setup/install-browser.mjs'
import { build, compileMessages, install, nodeBinary, runProgram } from './setup/prepare-product.mjs'

const named = process.argv.slice(2)
await install({ development: true })
if (named.length === 0 || named.includes('page')) await installBrowser()
await compileMessages()
await build()
const { code } = await runProgram(nodeBinary, ['bench/run-benches.ts', ...named])
process.exit(code)
