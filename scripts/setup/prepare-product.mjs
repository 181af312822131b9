// Runs on the machine's own Node (20.10 or newer) before anything is installed, so it uses Node's built-in modules
// only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasDevelopmentPackages, isInstallComplete } from './installed-packages.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')

/** The Node binary of package.json, which runs everything except these scripts. */
export const nodeBinary = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

/**
 * Node flags of the product. A young generation of 32 MB for short-lived objects is collected a few times a second
 * instead of hundreds of times; without it a cached page takes a sixth more CPU time (docs/decisions/0007).
 */
export const nodeFlags = ['--max-semi-space-size=32']

/**
 * glibc malloc settings, read once at process start. Two arenas instead of eight per processor, and separate mappings
 * for large blocks, so that they return to the system when freed. Without them the buffers of compressed pages stay in
 * the process forever (docs/decisions/0022).
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const environment = (extra = {}) => ({ ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra })

/**
 * Runs a program of node_modules/.bin (or of the machine) in the project and resolves to its exit code, signal and
 * output; passes signals on. `quiet` captures the output instead of printing it.
 */
export const runProgram = (program, args = [], { env = {}, quiet = false, cwd = root } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: environment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    const pass = (signal) => child.kill(signal)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    child.once('error', (error) => {
      output += error.message
    })
    child.once('close', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve({ code: code ?? 1, signal, output })
    })
  })

/** True if the machine has the program. */
export const hasProgram = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs a program quietly; on failure prints its output and exits. */
export const runOrExit = async (what, program, args, options = {}) => {
  const { code, signal, output } = await runProgram(program, args, { ...options, quiet: true })
  if (code === 0) return output
  if (signal) process.exit(1)
  console.error(`${output.trim()}\n\n${what} failed.`)
  process.exit(1)
}

// npm's shell does not pass signals on. If that shell is gone, npm was ended and this script must exit too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Packages of a lock file; {} if it does not exist. */
const packagesOf = (path) => {
  try {
    return readJson(path).packages
  } catch {
    return {}
  }
}

const wanted = () => packagesOf('package-lock.json')
const present = () => packagesOf('node_modules/.package-lock.json')
const isInstalled = (development) => '' in wanted() && isInstallComplete(wanted(), present(), { development })

const nodeRuns = () => {
  const { stdout } = spawnSync(nodeBinary, ['--version'], { encoding: 'utf8' })
  return Number(stdout?.match(/^v(\d+)\./)?.[1] ?? 0) >= 24
}

/** Command and arguments of the npm that the caller runs, to use the same settings and version. */
const npm = () => {
  const path = process.env.npm_execpath
  return path?.endsWith('npm-cli.js') ? [process.execPath, [path]] : ['npm', []]
}

/**
 * Removes 250 MB that the product never reads: headers for compiling add-ons, unused formats of a font, and source maps
 * of packages. Runs once after each install; `npm ci` also removes the marker file.
 */
const removeUnread = () => {
  const packages = join(root, 'node_modules')
  const mark = join(packages, '.unread-removed')
  if (existsSync(mark)) return
  const platforms = join(packages, 'node', 'node_modules')
  const headers = existsSync(platforms) ? readdirSync(platforms).map((name) => join(platforms, name, 'include')) : []
  const fonts = ['dist/public', 'dist/web/static'].map((path) => join(packages, 'pretendard', path))
  const maps = readdirSync(packages, { recursive: true })
    .filter((path) => /\.(?:[mc]?[jt]s|css)\.map$/.test(path))
    .map((path) => join(packages, path))
  const unread = [...headers, ...fonts, ...maps].filter((path) => existsSync(path))
  for (const path of unread) rmSync(path, { recursive: true, force: true })
  writeFileSync(mark, '')
}

/**
 * Installs missing packages; `development` includes those for tests and checks. Does nothing, and does not use the
 * network, if everything is there. Keeps what is installed: a product may be running on it.
 */
export const install = async ({ development }) => {
  if (!isInstalled(development) || !nodeRuns()) await withLock(() => addMissing(development))
  removeUnread()
}

const addMissing = async (development) => {
  if (!isInstalled(development)) {
    console.log('Installing packages (once; a minute or two) …')
    rmSync(join(root, 'node_modules', '.unread-removed'), { force: true })
    const [program, args] = npm()
    // `npm ci` removes node_modules first.
    const way = Object.keys(present()).length > 0 ? ['install', '--no-save'] : ['ci']
    // Always explicit: NODE_ENV or npm's settings may say otherwise.
    const kinds = development || hasDevelopmentPackages(wanted(), present()) ? '--include=dev' : '--omit=dev'
    await runOrExit('Installing', program, [...args, ...way, kinds, '--no-audit', '--no-fund', '--loglevel=error'])
  }
  // The package `node` downloads its binary in an install script, which may be disabled.
  if (!nodeRuns()) {
    const script = createRequire(join(root, 'package.json')).resolve('node/installArchSpecificPackage.js')
    await runOrExit('Installing Node 24', process.execPath, [script], { cwd: join(root, 'node_modules', 'node') })
  }
  if (!nodeRuns()) {
    console.error('Node 24 could not be installed. Install it on this machine, then remove node_modules and try again.')
    process.exit(1)
  }
}

/** Entry point of the built product, run by `npm start`. */
export const productEntry = join(root, 'build', 'product', 'main.js')

/** SHA-256 of files and folders, names included; ignores tests. */
const hashOf = (paths) => {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name))
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(readFileSync(full))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/**
 * Runs `make` unless its result was made from the same sources before. Holds a lock, so that only one process makes it.
 * `result` is a file that it makes, `record` the file with the hash of the sources.
 */
const buildOnce = async ({ sources, result, record }, make) => {
  const isMade = (hash) => existsSync(result) && existsSync(record) && readFileSync(record, 'utf8') === hash
  if (isMade(hashOf(sources))) return
  await withLock(async () => {
    const hash = hashOf(sources)
    if (isMade(hash)) return
    await make()
    writeFileSync(record, hash)
  })
}

const messages = {
  sources: ['messages', 'project.inlang/settings.json', 'package-lock.json'],
  result: join(root, '.generated', 'messages', 'messages.js'),
  record: join(root, '.generated', 'messages.sha256'),
}

/** Compiles the message catalogues if they changed: 10 s of CPU time. */
export const compileMessages = () =>
  buildOnce(messages, () => {
    console.log('Compiling the messages …')
    return runOrExit('Compiling the messages', 'paraglide-js', [
      'compile',
      '--project',
      './project.inlang',
      '--outdir',
      './.generated/messages',
      '--strategy',
      'globalVariable',
      'baseLocale',
    ])
  })

/** Sources of the built pages and the built server. */
const pages = {
  sources: [
    'src',
    'scripts/setup/bundle-server.mjs',
    'messages',
    'project.inlang/settings.json',
    'package.json',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'tsconfig.json',
  ],
  result: productEntry,
  record: join(root, 'build', 'sources.sha256'),
}

/** Builds the pages and the server if their sources changed since the last build. */
export const build = async () => {
  await compileMessages()
  await buildOnce(pages, async () => {
    console.log('Building the pages …')
    const env = { NODE_ENV: 'production' }
    await runOrExit('The build', 'react-router', ['build'], { env })
    await runOrExit('The build of the server', nodeBinary, ['scripts/setup/bundle-server.mjs'], { env })
  })
}

/** Runs `work` under a lock, so that only one process at a time changes the project's folder; others wait. */
const withLock = async (work) => {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `daecheong-prepare-${name}-${process.getuid?.() ?? 0}`)
  let said = false
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld(lock)) rmSync(lock, { force: true })
      else {
        if (!said) console.log('Waiting for another copy that installs or builds …')
        said = true
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

const isHeld = (lock) => {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
