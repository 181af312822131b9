// Installs and builds what is missing or older than its sources, then runs the product and starts it again if it is
// killed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, compileMessages, install, memorySettings, node, nodeFlags, product, root, run } from './prepare.mjs'

/** Node keeps what it makes of the sources: a fifth less processor time at each start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const environment = { ...memorySettings, ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled }

/** Makes the database of a first start. Where it fails, the product tries again and gives the reason. */
const prepareFirstData = async () => {
  if (process.env.DATABASE_URL || existsSync(resolve(root, process.env.DATA_DIR ?? 'data'))) return
  console.log('Filling the database …')
  await run(node, [join(root, 'src', 'first-data.ts')], { quiet: true, env: environment })
}

await install({ development: false })
await compileMessages()
await Promise.all([build(), prepareFirstData()])

/** Milliseconds before a product that was killed is started again; doubled while it does not come up. */
const firstDelay = 100
const longestDelay = 10_000

let child
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true
    if (!child?.kill('SIGTERM')) process.exit(0)
  })

/** Runs the product once; `wasReady` tells a start that failed from a product that broke. */
const runProduct = () =>
  new Promise((resolve) => {
    let wasReady = false
    // The channel tells the product when this process is gone, whatever ended it.
    child = spawn(node, [...nodeFlags, product], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment,
    })
    child.on('message', (message) => {
      if (message === 'ready') wasReady = true
    })
    child.once('exit', (code, signal) => {
      child = undefined
      resolve({ code, signal, wasReady })
    })
  })

for (let delay = firstDelay, everReady = false; ; ) {
  const { code, signal, wasReady } = await runProduct()
  everReady ||= wasReady
  if (stopping || code === 0 || (!everReady && !signal)) process.exit(code ?? 0)
  console.error(`The product ended (${signal ?? `exit code ${code}`}) and is started again.`)
  delay = wasReady ? firstDelay : Math.min(delay * 2, longestDelay)
  await new Promise((resolve) => setTimeout(resolve, delay))
  if (stopping) process.exit(0)
}
