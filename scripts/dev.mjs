// Runs the product for development. Pages and screens reload automatically; the server restarts when one of its sources
// changes. `node --watch` would restart endlessly: it also sees the files that Vite writes beside its configuration.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { build, install, nodeBinary, root } from './setup/prepare-product.mjs'

await install({ development: true })
await build()

const start = () =>
  spawn(nodeBinary, ['src/main.ts'], { cwd: root, env: { ...process.env, NODE_ENV: 'development' }, stdio: 'inherit' })

let server = start()
let isStopping = false
let isRestarting = false
const stop = (signal) => {
  isStopping = true
  // A server that has exited already emits no further event.
  if (server.exitCode !== null || server.signalCode !== null) process.exit()
  server.kill(signal)
}
process.on('SIGINT', stop).on('SIGTERM', stop)

const follow = () =>
  server.once('exit', (code) => {
    if (isStopping) process.exit(code ?? 0)
    // A server that exits on its own has printed the reason; the next change restarts it.
    if (isRestarting) run()
  })
const run = () => {
  isRestarting = false
  server = start()
  follow()
}
follow()

/** Debounce in ms: several files saved together cause one restart. */
const together = 200
let timer
watch(join(root, 'src'), { recursive: true }, (_event, name) => {
  if (!name?.endsWith('.ts') || name.endsWith('.test.ts')) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    console.log(`\n${name} changed; starting again …`)
    if (server.exitCode !== null || server.signalCode !== null) return run()
    isRestarting = true
    server.kill('SIGTERM')
  }, together)
})
