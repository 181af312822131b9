import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags, product } from '../scripts/prepare.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))

export interface Application {
  /** Origin, without a slash at its end. */
  url: string
  dataDirectory: string
  process: ChildProcess
  /** What it has printed. */
  output(): string
  /** Passwords of the demonstration's accounts by username. */
  passwords: Record<string, string>
  /** SIGTERM, then waits until it is gone. */
  stop(): Promise<void>
}

export interface ApplicationOptions {
  /** Kept when given; otherwise a temporary folder that goes with `stop`. */
  dataDirectory?: string
  /** Settings of the environment; PORT is 0 unless given. */
  environment?: Record<string, string>
}

/** Milliseconds: on a machine with much else to do the first database alone takes a minute. */
const startPatience = 240_000

/** Starts the built product as a user would, in a process and folder of its own, on a free port. */
export const startApplication = async (options: ApplicationOptions = {}): Promise<Application> => {
  const temporary = options.dataDirectory ? undefined : await mkdtemp(join(tmpdir(), 'daecheong-'))
  const dataDirectory = options.dataDirectory ?? temporary ?? ''
  const child = spawn(process.execPath, [...nodeFlags, product], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: '0',
      DATA_DIR: dataDirectory,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time.\n${output.join('')}`)), startPatience)
    const read = (chunk: Buffer) => {
      output.push(String(chunk))
      const port = /ready at http:\/\/localhost:(\d+)/.exec(output.join(''))?.[1]
      if (!port) return
      clearTimeout(timer)
      resolve(`http://localhost:${port}`)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(`It ended before it was ready.\n${output.join('')}`)))
  })
  const accounts = await readFile(join(dataDirectory, 'demo-accounts.json'), 'utf8').then(
    (text) => JSON.parse(text) as { username: string; password: string }[],
    () => [],
  )
  return {
    url,
    dataDirectory,
    process: child,
    output: () => output.join(''),
    passwords: Object.fromEntries(accounts.map(({ username, password }) => [username, password])),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await ended
      }
      if (temporary) await rm(temporary, { recursive: true, force: true })
    },
  }
}

/** Logs in over HTTP as a program would; answers the headers of an authorised call. */
export const logIn = async (
  { url, passwords }: Pick<Application, 'url' | 'passwords'>,
  username: string,
): Promise<{ authorization: string }> => {
  const basic = Buffer.from(`${username}:${passwords[username]}`).toString('base64')
  const call = async (path: string, authorization: string) => {
    const response = await fetch(url + path, { headers: { authorization } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const { refreshToken } = await call('/api/auth/refreshToken', `Basic ${basic}`)
  const { accessToken } = await call('/api/auth/accessToken', `Bearer ${refreshToken}`)
  return { authorization: `Bearer ${accessToken}` }
}
