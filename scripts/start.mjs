// Installs and builds what is missing or out of date, then runs the product and restarts it if it is killed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  build,
  compileMessages,
  install,
  mallocSettings,
  nodeBinary,
  nodeFlags,
  productEntry,
  root,
  runProgram,
} from './setup/prepare-product.mjs'

/** Node's compile cache: a fifth less CPU time at each start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const environment = { ...mallocSettings, ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled }

/** Creates the database at the first start. If this fails, the product tries again and reports the reason. */
const createFirstData = async () => {
  if (process.env.DATABASE_URL || existsSync(resolve(root, process.env.DATA_DIR ?? 'data'))) return
  console.log('Filling the database …')
  await runProgram(nodeBinary, [join(root, 'src', 'seed-database.ts')], { quiet: true, env: environment })
}

await install({ development: false })
await compileMessages()
await Promise.all([build(), createFirstData()])

/** Delay in ms before a killed product is restarted; doubled while it does not become ready. */
const firstDelay = 100
const longestDelay = 10_000

let child
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true
    if (!child?.kill('SIGTERM')) process.exit(0)
  })

/** Runs the product once. `wasReady` distinguishes a failed start from a later crash. */
const runProduct = () =>
  new Promise((resolve) => {
    let wasReady = false
    // The IPC channel tells the product when this process is gone, however it ended.
    child = spawn(nodeBinary, [...nodeFlags, productEntry], {
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
