import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Account } from './embedded-account.ts'

const run = promisify(execFile)

/** The PostgreSQL this release runs; a cluster of another major version is refused with a sentence. */
const major = '18'

/**
 * Makes the cluster when it is not there. It is made beside its place and renamed, so that an interruption leaves no
 * half cluster. `durable` false skips what only matters after a power failure (tests).
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
  await account.own(unfinished)
  const initdb = account.spawn(
    'initdb',
    [
      ['-D', unfinished],
      ['--username=postgres', '--encoding=UTF8', '--no-instructions', durable ? [] : '--no-sync'].flat(),
      ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${characterType}`],
      // Nobody but the owner can enter the socket's folder; there is no other way in.
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

/** A socket's whole path may have 107 bytes on Linux, 103 on macOS (unix(7)), its name takes 16 of them. */
const longestFolder = 103 - 16

/**
 * Makes the folder of the database's socket, open to its owner alone: in the data directory, or in the system's
 * folder for temporary files when the path would be too long for a socket.
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
  await account.own(folder)
  return folder
}

/** Signals of postgres(1) and the milliseconds a server has after each. */
type Patience = [NodeJS.Signals, number][]

/** Fast shutdown, immediate shutdown (recovers at the next start), and the end. */
const firmly: Patience = [
  ['SIGINT', 3000],
  ['SIGQUIT', 1000],
  ['SIGKILL', 500],
]

/** First lets the clients that are just leaving go: cut, they would call it an error. */
const politely: Patience = [['SIGTERM', 300], ...firmly]

/** Ends a postmaster. `gone` says whether it has ended. */
export const endPostmaster = async (
  pid: number,
  gone: () => boolean | Promise<boolean>,
  patience = politely,
): Promise<void> => {
  for (const [signal, milliseconds] of patience) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await wait(20)) if (await gone()) return
  }
}

/**
 * Stops a server that a killed application left running on this cluster. The process named by postmaster.pid is
 * touched only when it is that server: numbers are given out again.
 */
export const stopLeftOver = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const path = join(cluster, 'postmaster.pid')
  const [first = '', ...rest] = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid <= 1) return
  if (await isPostmaster(pid, cluster)) {
    log(`A database left running by an earlier copy is stopped first (process ${pid}).`)
    await endPostmaster(pid, async () => !(await isPostmaster(pid, cluster)), firmly)
  } else if (isRunning(pid)) {
    // PostgreSQL would wait for the stranger with that number; its parent's number it takes for its own. The rest of
    // the file stays: by it a new server knows whether others still hold the old one's memory.
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
 * Ends server processes that outlived their killed postmaster: they hold its shared memory and keep a new one from
 * starting. PostgreSQL's own do so by themselves unless they hang.
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
