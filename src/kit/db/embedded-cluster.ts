import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Account } from './embedded-account.ts'

const run = promisify(execFile)

/** Major version of PostgreSQL in this release; a cluster of another version is refused with an error. */
const major = '18'

/**
 * Creates the cluster if it is missing. It is created in a temporary folder and renamed, so that an interruption leaves
 * no partial cluster. `durable: false` skips what only matters after a power failure (tests).
 */
export const makeCluster = async (account: Account, durable: boolean): Promise<void> => {
  const { cluster } = account
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === major) return
  if (version !== undefined)
    throw new Error(`The database in ${cluster} was made by PostgreSQL ${version.trim()}, this release runs ${major}.`)
  if ((await readdir(cluster).catch(() => [])).length > 0)
    throw new Error(`The folder ${cluster} is there but holds no database. Move it away, or set DATA_DIR.`)

  const parent = dirname(cluster)
  await removeUnfinished(parent, basename(cluster))
  const unfinished = await mkdtemp(`${cluster}.new-`)
  await account.takeOwnership(unfinished)
  const initdb = account.spawn(
    'initdb',
    [
      ['-D', unfinished],
      ['--username=postgres', '--encoding=UTF8', '--no-instructions', durable ? [] : '--no-sync'].flat(),
      ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${characterType}`],
      // Safe because only the owner can enter the socket's folder, and there is no TCP access.
      ['--auth-local=trust', '--auth-host=reject'],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  initdb.stderr?.setEncoding('utf8').on('data', (part: string) => {
    complaint += part
  })
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`The database could not be made in ${cluster}: ${complaint.trim()}`)
  await rename(unfinished, cluster)
  if (durable) await syncFolder(parent)
}

const characterType = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'

const removeUnfinished = async (parent: string, name: string): Promise<void> => {
  for (const entry of await readdir(parent))
    if (entry.startsWith(`${name}.new-`)) await rm(join(parent, entry), { recursive: true, force: true, maxRetries: 5 })
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/**
 * Maximum bytes of the folder's path: a socket path may have 107 bytes on Linux and 103 on macOS (unix(7)), and the
 * socket's name takes 16.
 */
const longestFolder = 103 - 16

/**
 * Creates the folder of the database socket, accessible to its owner only: in the data directory, or in the system's
 * temporary folder if the path would be too long for a socket.
 */
export const makeSocketFolder = async (account: Account, dataDirectory: string): Promise<string> => {
  const near = join(dataDirectory, 'run')
  let folder = near
  if (Buffer.byteLength(near) <= longestFolder) {
    await rm(near, { recursive: true, force: true })
    await mkdir(near, { mode: 0o700 })
  } else {
    const temporary = Buffer.byteLength(tmpdir()) <= longestFolder - 20 ? tmpdir() : '/tmp'
    folder = await mkdtemp(join(temporary, 'daecheong-'))
  }
  await account.takeOwnership(folder)
  return folder
}

/** Shutdown signals of postgres(1), each with the milliseconds to wait after it. */
type ShutdownSteps = [NodeJS.Signals, number][]

/** Fast shutdown, immediate shutdown (recovers at the next start), then kill. */
const fastShutdown: ShutdownSteps = [
  ['SIGINT', 3000],
  ['SIGQUIT', 1000],
  ['SIGKILL', 500],
]

/** First a smart shutdown, so that clients that are already disconnecting see no error. */
const smartShutdown: ShutdownSteps = [['SIGTERM', 300], ...fastShutdown]

/** Stops a postmaster. `hasEnded` returns true once it has ended. */
export const endPostmaster = async (
  pid: number,
  hasEnded: () => boolean | Promise<boolean>,
  steps = smartShutdown,
): Promise<void> => {
  for (const [signal, milliseconds] of steps) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await wait(20)) if (await hasEnded()) return
  }
}

/**
 * Stops a server that a killed application left running on this cluster. The process in postmaster.pid is stopped only
 * if it really is that server, because process ids are reused.
 */
export const stopLeftoverServer = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const path = join(cluster, 'postmaster.pid')
  const [first = '', ...rest] = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 1) return
  if (await isPostmaster(pid, cluster)) {
    log(`A database left running by an earlier copy is stopped first (process ${pid}).`)
    await endPostmaster(pid, async () => !(await isPostmaster(pid, cluster)), fastShutdown)
  } else if (isRunning(pid)) {
    // PostgreSQL would refuse to start because of the unrelated process with that id, but it ignores its parent's id.
    // Keep the rest of the file: a new server uses it to check whether other processes still hold the old shared
    // memory.
    await writeFile(path, [process.pid, ...rest].join('\n'))
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const isPostmaster = async (pid: number, cluster: string): Promise<boolean> => {
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      : (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))).stdout
          .trim()
          .split(' -D ')
          .flatMap((part, index) => (index ? ['-D', part.split(' -c ')[0] ?? ''] : [part]))
  return basename(command[0] ?? '') === 'postgres' && command[command.indexOf('-D') + 1] === cluster
}

/**
 * Kills server processes that outlived their postmaster: they hold its shared memory and prevent a new one from
 * starting. They normally exit on their own unless they hang.
 */
export const endOrphans = async (cluster: string): Promise<void> => {
  if (process.platform !== 'linux') return
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const [folder, program] = await Promise.all(
      ['cwd', 'exe'].map((name) => readlink(`/proc/${entry}/${name}`).catch(() => '')),
    )
    if (folder === cluster && basename(program ?? '') === 'postgres') process.kill(Number(entry), 'SIGKILL')
  }
}
