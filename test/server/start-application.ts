import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags, productEntry } from '../../scripts/setup/prepare-product.mjs'
import { copyPreparedData } from './prepared-data.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Application {
  /** Origin, without a trailing slash. */
  url: string
  dataDirectory: string
  process: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Passwords of the demo accounts by username. */
  passwords: Record<string, string>
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>
}

export interface ApplicationOptions {
  /** Kept if given, and initially empty; otherwise a temporary folder with the demo data, removed by `stop`. */
  dataDirectory?: string
  /** Environment variables; PORT defaults to 0. */
  environment?: Record<string, string>
}

/** Start time-out in ms: on a busy machine, creating the database alone takes a minute. */
const startPatience = 240_000

/** Starts the built product as a user would, in a separate process and folder, on a free port. */
export const startApplication = async (options: ApplicationOptions = {}): Promise<Application> => {
  const temporary = options.dataDirectory ? undefined : await mkdtemp(join(tmpdir(), 'daecheong-'))
  // PostgreSQL may run under another account, which must reach its folder below.
  if (temporary) await chmod(temporary, 0o711)
  const dataDirectory = options.dataDirectory ?? join(temporary ?? '', 'data')
  if (temporary) await copyPreparedData(dataDirectory)
  const child = spawn(process.execPath, [...nodeFlags, productEntry], {
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

type Account = Pick<Application, 'url' | 'passwords'>

/** Tokens of an open session. */
export interface OpenSession {
  refreshToken: string
  accessToken: string
}

/** Cached refresh tokens, by product and then by username and password. */
const opened = new WeakMap<Account, Map<string, string>>()

/** Logs in with Basic, as an API client does; always opens a new session. */
export const openSession = async ({ url, passwords }: Account, username: string): Promise<OpenSession> => {
  const basic = Buffer.from(`${username}:${passwords[username]}`).toString('base64')
  const answer = await fetch(`${url}/api/auth/refreshToken`, { headers: { authorization: `Basic ${basic}` } })
  if (!answer.ok) throw new Error(`Logging in as ${username}: ${answer.status} ${await answer.text()}`)
  const { refreshToken } = (await answer.json()) as { refreshToken: string }
  const accessToken = await renewAccess(url, refreshToken)
  if (!accessToken) throw new Error(`The new session of ${username} is refused`)
  return { refreshToken, accessToken }
}

/** Exchanges a refresh token; null if its session has ended. */
const renewAccess = async (url: string, refreshToken: string): Promise<string | null> => {
  const answer = await fetch(`${url}/api/auth/accessToken`, { headers: { authorization: `Bearer ${refreshToken}` } })
  if (answer.status === 401) return null
  if (!answer.ok) throw new Error(`Renewing access: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}

/**
 * Returns an account's session that all tests on this product share: verifying a password takes longer than most tests.
 * An ended session is replaced.
 */
export const sharedSession = async (product: Account, username: string): Promise<OpenSession> => {
  const sessions = opened.get(product) ?? new Map<string, string>()
  opened.set(product, sessions)
  const key = `${username}:${product.passwords[username]}`
  const refreshToken = sessions.get(key)
  const accessToken = refreshToken && (await renewAccess(product.url, refreshToken))
  if (refreshToken && accessToken) return { refreshToken, accessToken }
  const session = await openSession(product, username)
  sessions.set(key, session.refreshToken)
  return session
}

/** Returns the authorization header of an account. */
export const logIn = async (product: Account, username: string): Promise<{ authorization: string }> => {
  const { accessToken } = await sharedSession(product, username)
  return { authorization: `Bearer ${accessToken}` }
}
