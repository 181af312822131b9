import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { endWithOwner } from '#kit/db/embedded-server.ts'

/** A server for one test run. */
export interface TestServer {
  /** URL of a user that may create databases. */
  url: string
  stop(): Promise<void>
}

const user = 'daecheong'
const debianFolder = '/usr/lib/postgresql'

/** Folder of the oldest PostgreSQL from version 15 installed as on Debian; undefined if there is none. */
export const installedServer = (): string | undefined => {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const version = versions.filter((major) => major >= 15).sort((a, b) => a - b)[0]
  const home = join(debianFolder, String(version))
  return existsSync(join(home, 'bin/postgres')) ? home : undefined
}

const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--']
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Neither program runs as root: use another user through a user namespace, or else by its uid. */
const hasNamespaces = isRoot && spawnSync('unshare', [...namespace, 'true']).status === 0

const start = (program: string, args: string[]): ChildProcess => {
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  if (!isRoot) return spawn(program, args, { stdio: [...stdio] })
  return hasNamespaces
    ? spawn('unshare', [...namespace, program, ...args], { stdio: [...stdio] })
    : spawn(program, args, { stdio: [...stdio], uid: nobody, gid: nobody })
}

const makeFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `daecheong-${name}-`))
  if (isRoot && !hasNamespaces) await chown(folder, nobody, nobody)
  await chmod(folder, 0o700)
  return folder
}

/** Collects a program's output, to report why it ended. */
const listenTo = (child: ChildProcess): (() => string) => {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    output = (output + part).slice(-4000)
  })
  return () => output.trim()
}

/** Waits until the server accepts a connection; throws with its output if it exits first. */
const waitForAnswer = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (child.exitCode !== null) break
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.end()
    } catch {
      await wait(25)
    }
  }
  throw new Error(`The server for the tests does not answer: ${output()}`)
}

/** Stops the process on demand, and when this process is killed. */
const stopper = (child: ChildProcess, folder: string): (() => Promise<void>) => {
  const ended = once(child, 'exit')
  if (child.pid !== undefined) endWithOwner(child.pid, ended)
  return async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
}

const at = (folder: string, name: string, database = 'postgres') =>
  `postgres://${name}@localhost/${database}?host=${encodeURIComponent(folder)}`

/** Starts an installed PostgreSQL on an empty cluster, reachable only through its socket. */
export const startInstalledServer = async (home: string): Promise<TestServer> => {
  const folder = await makeFolder('server')
  const cluster = join(folder, 'cluster')
  const initdb = start(join(home, 'bin/initdb'), [
    ...['-D', cluster, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ])
  const complaint = listenTo(initdb)
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`The cluster for the tests could not be made: ${complaint()}`)
  const settings = { listen_addresses: '', unix_socket_directories: folder, max_connections: 500, fsync: 'off' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = start(join(home, 'bin/postgres'), ['-D', cluster, ...options])
  const stop = stopper(child, folder)
  try {
    await waitForAnswer(at(folder, 'postgres'), child, listenTo(child))
    const client = new pg.Client(at(folder, 'postgres'))
    await client.connect()
    await client.query(`CREATE ROLE ${user} LOGIN CREATEDB`)
    await client.query(`CREATE DATABASE ${user} OWNER ${user}`)
    await client.end()
    return { url: at(folder, user, user), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts pgbouncer in transaction mode in front of the server at `url`; returns its URL of the same database. */
export const startPooler = async (url: string): Promise<TestServer> => {
  const { host, port, database = user, user: name = user } = new pg.Client(url)
  const folder = await makeFolder('pooler')
  const sockets = join(folder, 'sockets')
  await mkdir(sockets)
  await writeFile(join(folder, 'users.txt'), `"${name}" ""\n`)
  const settings = {
    listen_addr: '',
    listen_port: 5432,
    unix_socket_dir: sockets,
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    max_client_conn: 1000,
    default_pool_size: 20,
    logfile: join(folder, 'pgbouncer.log'),
    pidfile: join(folder, 'pgbouncer.pid'),
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  if (isRoot && !hasNamespaces) for (const path of [sockets, file]) await chown(path, nobody, nobody)
  const child = start('pgbouncer', [file])
  const stop = stopper(child, folder)
  try {
    await waitForAnswer(at(sockets, name, database), child, listenTo(child))
    return { url: at(sockets, name, database), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
