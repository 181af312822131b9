import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The product as run by `npm start`: a child of the script that restarts it. */
export interface Product {
  url: string
  dataDirectory: string
  /** Process id of the script. */
  script: number
  /** Sends SIGTERM; returns the milliseconds until the script has exited. */
  stop(): Promise<number>
}

export interface ProductOptions {
  dataDirectory: string
  environment?: Record<string, string>
  /** Path that must answer 200 before the product counts as started. */
  until?: '/readyz' | '/'
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { dataDirectory, environment, until = '/readyz' } = options
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'fatal', PORT: String(port), DATA_DIR: dataDirectory, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    const startedAt = performance.now()
    child.kill('SIGTERM')
    await ended
    return performance.now() - startedAt
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilAnswered(url + until)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDirectory, script: child.pid ?? 0, stop }
}

/** Waits until an address answers 200, at most five minutes: the machine may be busy. */
const untilAnswered = async (url: string): Promise<void> => {
  for (const deadline = performance.now() + 300_000; ; await wait(20)) {
    const response = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined)
    if (response?.ok) return
    if (performance.now() > deadline) throw new Error(`${url} did not answer within five minutes.`)
  }
}

/** Process id of the product itself, which holds the lock of the data directory, not of the script above it. */
export const productPid = async (dataDirectory: string): Promise<number> =>
  JSON.parse(await readFile(join(dataDirectory, 'lock'), 'utf8')).pid

export const postmasterPid = async (dataDirectory: string): Promise<number> =>
  Number((await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Running child processes of a process (proc(5)). */
export const childrenOf = async (parent: number): Promise<number[]> => {
  const pids: number[] = []
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : ''
    // The fields after the name in parentheses are the state and the parent process id.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) pids.push(Number(entry))
  }
  return pids
}

/** Process ids of the postmaster and its children. */
export const serverPids = async (dataDirectory: string): Promise<number[]> => {
  const postmaster = await postmasterPid(dataDirectory)
  return [postmaster, ...(await childrenOf(postmaster))]
}
