import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './embedded-binaries.ts'

const run = promisify(execFile)

/** Operating system account that runs PostgreSQL, with the paths of its programs and cluster. */
export interface Account {
  /** Folder with `bin`, `lib` and `share`, readable by the account. */
  home: string
  /** Folder of the cluster; it may not exist yet. */
  cluster: string
  spawn(program: 'initdb' | 'postgres', args: string[], options: SpawnOptions): ChildProcess
  /** Transfers a file or folder created by this process to the account (chown). */
  takeOwnership(path: string): Promise<void>
}

/**
 * Uid that owns the cluster when root cannot create user namespaces (containers); no distribution assigns this number.
 */
const unprivileged = 54_329

/** Database folder used when the account cannot reach the data directory. */
const fallbackHome = '/var/lib/daecheong'

const intoNamespace = ['--user', '--map-user=1000', '--map-group=1000', '--']

// Ignore the caller's PG… variables and locale.
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C', TZ: 'UTC' }

/**
 * Chooses the account to run PostgreSQL, which refuses to run as root. A normal user runs it directly. Root runs it in
 * a user namespace without privileges or, if namespaces are forbidden, under an unprivileged uid. An existing cluster
 * runs as its owner. Throws an error of one sentence if no way works.
 */
export const chooseAccount = async (
  binaries: Binaries,
  dataDirectory: string,
  log: (line: string) => void,
): Promise<Account> => {
  const cluster = join(dataDirectory, 'postgres')
  const owner = await ownerOf(cluster)
  const self = process.getuid?.()
  if (self === undefined)
    throw new Error('The embedded database needs Linux or macOS. Name a PostgreSQL server in DATABASE_URL.')
  if (self !== 0) {
    if (owner !== undefined && owner !== self)
      throw new Error(
        `The database in ${cluster} belongs to another user (uid ${owner}). Start as that user, or set DATA_DIR.`,
      )
    return account(binaries.home, cluster, (file, args, options) => spawn(file, args, options))
  }

  const fallback = join(fallbackHome, createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16), 'postgres')
  const usesFallback = owner === undefined && (await ownerOf(fallback)) !== undefined
  if (!usesFallback && !owner && (await namespaceReaches(binaries.home, dataDirectory)))
    return account(binaries.home, cluster, (file, args, options) =>
      spawn('unshare', [...intoNamespace, file, ...args], options),
    )

  const uid = owner || unprivileged
  const reachable = !usesFallback && (await reaches(uid, dataDirectory))
  const chosen = reachable ? cluster : fallback
  if (!reachable) {
    if (owner !== undefined)
      throw new Error(
        `The database in ${cluster} cannot be reached by the account it must run under (uid ${uid}): ` +
          'every folder above it must be open to it (chmod o+x).',
      )
    log(`${dataDirectory} is closed to accounts other than root, so the database is kept in ${fallback}.`)
    for (const folder of [fallbackHome, join(fallback, '..')]) await makePassable(folder)
  }
  // Root created the cluster in a user namespace, but namespaces are forbidden here.
  if (owner === 0) await run('chown', ['-R', `${uid}:${uid}`, cluster])
  const home = (await reaches(uid, join(binaries.home, 'bin'))) ? binaries.home : await copyHome(binaries)
  return account(home, chosen, (file, args, options) => spawn(file, args, { ...options, uid, gid: uid }), uid)
}

const account = (
  home: string,
  cluster: string,
  start: (file: string, args: string[], options: SpawnOptions) => ChildProcess,
  uid?: number,
): Account => ({
  home,
  cluster,
  spawn: (program, args, options) =>
    start(join(home, 'bin', program), args, { ...options, env: environment, detached: true, cwd: '/' }),
  takeOwnership: async (path) => {
    if (uid !== undefined) await chown(path, uid, uid)
  },
})

const ownerOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.uid

const succeeds = (file: string, args: string[], options = {}): Promise<boolean> =>
  run(file, args, options).then(
    () => true,
    () => false,
  )

const namespaceReaches = (home: string, directory: string): Promise<boolean> =>
  succeeds('unshare', [...intoNamespace, 'sh', '-c', 'test -x "$1" && test -x "$2"', 'sh', home, directory])

const reaches = (uid: number, directory: string): Promise<boolean> =>
  succeeds('sh', ['-c', 'test -x "$1"', 'sh', directory], { uid, gid: uid, cwd: '/' })

/** Creates a folder that other accounts can traverse; `mkdir` alone would apply the umask. */
const makePassable = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
}

const copyHome = async (binaries: Binaries): Promise<string> => {
  const home = join(fallbackHome, `postgresql-${binaries.version}`)
  if (await stat(home).catch(() => undefined)) return home
  await makePassable(fallbackHome)
  const partial = await mkdtemp(`${home}.`)
  await cp(binaries.home, partial, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await run('chmod', ['755', partial])
  await rename(partial, home).catch(() => rm(partial, { recursive: true, force: true }))
  return home
}
