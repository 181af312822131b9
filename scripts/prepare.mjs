// Runs on the machine's own Node (20.10 or newer) before anything is installed: Node's built-in modules only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdsDevelopment, isComplete } from './packages.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')

/** The Node of package.json, on which everything but these scripts runs. */
export const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

/**
 * How the product runs on it: 32 MB for what a request leaves behind, so that it is swept a few times a second and
 * not hundreds of times. Without it a cached page takes a sixth more processor time (docs/decisions/0007).
 */
export const nodeFlags = ['--max-semi-space-size=32']

/**
 * How it takes memory from glibc, which reads this once, before the program: two pools instead of eight for each
 * processor, and what is large by itself, so that it goes back to the system when it is let go of. Without it the
 * buffers of compressed pages stay with the process for good (docs/decisions/0022).
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const environment = (extra = {}) => ({ ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra })

/**
 * Runs a program of node_modules/.bin (or of the machine) in the project and gives its exit code; signals are passed
 * on. `quiet` keeps its output, to be shown when it fails.
 */
export const run = (program, args = [], { env = {}, quiet = false, cwd = root } = {}) =>
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

/** Whether the machine has that program. */
export const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs quietly and ends this script with the output when it fails. */
export const must = async (what, program, args, options = {}) => {
  const { code, signal, output } = await run(program, args, { ...options, quiet: true })
  if (code === 0) return output
  if (signal) process.exit(1)
  console.error(`${output.trim()}\n\n${what} failed.`)
  process.exit(1)
}

// npm's shell passes no signal on. When that shell is gone, npm was ended, and this script has to end too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The packages that a lock file names; none when it is not there. */
const packagesOf = (path) => {
  try {
    return readJson(path).packages
  } catch {
    return {}
  }
}

const wanted = () => packagesOf('package-lock.json')
const present = () => packagesOf('node_modules/.package-lock.json')
const isInstalled = (development) => '' in wanted() && isComplete(wanted(), present(), { development })

const nodeRuns = () => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number(stdout?.match(/^v(\d+)\./)?.[1] ?? 0) >= 24
}

/** npm as the caller runs it, so that its settings and version are the same. */
const npm = () => {
  const path = process.env.npm_execpath
  return path?.endsWith('npm-cli.js') ? [process.execPath, [path]] : ['npm', []]
}

/**
 * Removes 250 MB that no program here reads: headers for compiling add-ons, a font in forms that no page uses, and the
 * source maps of packages. Once after each install; `npm ci` takes the mark away with everything else.
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
 * Installs what is missing; `development` adds what only tests and checks need. Nothing is done, and nothing is asked
 * of the network, when all is there. What is there already stays: a product may be running on it.
 */
export const install = async ({ development }) => {
  if (!isInstalled(development) || !nodeRuns()) await alone(() => addMissing(development))
  removeUnread()
}

const addMissing = async (development) => {
  if (!isInstalled(development)) {
    console.log('Installing packages (once; a minute or two) …')
    rmSync(join(root, 'node_modules', '.unread-removed'), { force: true })
    const [program, args] = npm()
    // `npm ci` removes node_modules first.
    const way = Object.keys(present()).length > 0 ? ['install', '--no-save'] : ['ci']
    // Said either way, since NODE_ENV or npm's settings may say the other.
    const kinds = development || holdsDevelopment(wanted(), present()) ? '--include=dev' : '--omit=dev'
    await must('Installing', program, [...args, ...way, kinds, '--no-audit', '--no-fund', '--loglevel=error'])
  }
  // The package `node` fetches its binary in an install script, which may be switched off.
  if (!nodeRuns()) {
    const script = createRequire(join(root, 'package.json')).resolve('node/installArchSpecificPackage.js')
    await must('Installing Node 24', process.execPath, [script], { cwd: join(root, 'node_modules', 'node') })
  }
  if (!nodeRuns()) {
    console.error('Node 24 could not be installed. Install it on this machine, then remove node_modules and try again.')
    process.exit(1)
  }
}

/** The product as it was built: what `npm start` runs. */
export const product = join(root, 'build', 'product', 'main.js')

/** SHA-256 of files and folders, their names included; tests do not count. */
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
 * Runs `make` unless its result was made from the same sources before; one copy of these scripts at a time. `result` is a
 * file it makes, `record` the file that keeps the hash.
 */
const makeOnce = async ({ sources, result, record }, make) => {
  const isMade = (hash) => existsSync(result) && existsSync(record) && readFileSync(record, 'utf8') === hash
  if (isMade(hashOf(sources))) return
  await alone(async () => {
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

/** Compiles the message catalogues when they changed: 10 s of processor time. */
export const compileMessages = () =>
  makeOnce(messages, () => {
    console.log('Compiling the messages …')
    return must('Compiling the messages', 'paraglide-js', [
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
    'scripts/bundle.mjs',
    'messages',
    'project.inlang/settings.json',
    'package.json',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'tsconfig.json',
  ],
  result: product,
  record: join(root, 'build', 'sources.sha256'),
}

/** Builds the pages and the server when their sources changed since the last build. */
export const build = async () => {
  await compileMessages()
  await makeOnce(pages, async () => {
    console.log('Building the pages …')
    const env = { NODE_ENV: 'production' }
    await must('The build', 'react-router', ['build'], { env })
    await must('The build of the server', node, ['scripts/bundle.mjs'], { env })
  })
}

/** Lets one copy of these scripts at a time change the project's folder; the others wait for it. */
const alone = async (work) => {
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
