// Runs the product for development: it starts again when a source changes.
import { build, install, node, run } from './prepare.mjs'

await install({ development: true })
await build()
const { code } = await run(node, ['--watch', 'src/main.ts'], { env: { NODE_ENV: 'development' } })
process.exit(code)
