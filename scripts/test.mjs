// Everything: checks, unit and API tests, browser and accessibility tests. The last line counts them all.
// `npm test -- popups forms`: only tests with one of these words in their path, and no checks.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { installBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { build, compileMessages, has, install, root, run } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'daecheong-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const parts = process.argv.slice(2)

const testsIn = (folders, ending) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => path.endsWith(ending) && (parts.length === 0 || parts.some((part) => path.includes(part))))

const unitFiles = testsIn(['src', 'scripts'], '.test.ts')
const browserFiles = testsIn(['test/e2e'], '.spec.ts')
if (unitFiles.length + browserFiles.length === 0) {
  console.error(`No test has ${parts.join(' or ')} in its path: nothing below src/, scripts/ or test/e2e/.`)
  process.exit(1)
}

/** Seconds by file of tests, for the list of the slowest. */
const secondsByFile = new Map()
const addSeconds = (path = '', milliseconds = 0) => {
  const name = relative(root, path)
  secondsByFile.set(name, (secondsByFile.get(name) ?? 0) + milliseconds / 1000)
}

/** A run that ended without results counts as one failure. */
const counted = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** Unit and API tests; `env` names another server than the embedded one. */
const unitTests = async (name, env = {}) => {
  const file = `${name}.json`
  const args = ['run', ...parts, '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, file)}`]
  const { code } = await run('vitest', args, { env: { NODE_ENV: 'test', ...env } })
  return counted(file, ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults = [] }) => {
    for (const { name: path, startTime, endTime } of testResults) addSeconds(path, endTime - startTime)
    return {
      passed: numPassedTests,
      failed: numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)),
    }
  })
}

const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** Milliseconds of every run of every test of a suite, as Playwright's JSON reporter nests them. */
const durationsOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests = [] }) => tests.flatMap(({ results = [] }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(durationsOf),
]

const browserTests = async () => {
  const file = 'browser.json'
  const { code } = await run(
    'playwright',
    ['test', ...(parts.length > 0 ? browserFiles : []), '--reporter=list,json'],
    {
      env: { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, file) },
    },
  )
  return counted(file, ({ stats, suites = [] }) => {
    for (const suite of suites) addSeconds(join(root, 'test/e2e', suite.file ?? ''), sumOf(durationsOf(suite)))
    if (stats.flaky > 0) console.log(`${stats.flaky} browser tests passed only when tried again; they are named above.`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected || (code === 0 ? 0 : 1) }
  })
}

/**
 * Debian's PostgreSQL where it is installed, and the pooler in front of it where that is too: listening, migrations and
 * jobs go past the pooler to the same server, so one run is a test of both.
 */
const otherServer = () => {
  if (!existsSync('/usr/lib/postgresql')) return null
  return has('pgbouncer') ? { TEST_SERVER: 'installed', TEST_POOLER: 'pgbouncer' } : { TEST_SERVER: 'installed' }
}

await install({ development: true })
const results = []
if (parts.length === 0) results.push(await check())
else await compileMessages()
if (unitFiles.length > 0) results.push(await unitTests('embedded'))
const server = parts.length === 0 ? otherServer() : null
if (server) {
  console.log(
    `\nWhat depends on the server, on the installed PostgreSQL${server.TEST_POOLER ? ', through pgbouncer' : ''}`,
  )
  results.push(await unitTests('server', server))
}
if (browserFiles.length > 0) {
  await installBrowser()
  await build()
  results.push(await browserTests())
}
const sum = (key) => sumOf(results.map((counts) => counts[key]))
process.exitCode = sum('failed') === 0 ? 0 : 1
if (parts.length === 0) {
  const slowest = [...secondsByFile].sort(([, one], [, other]) => other - one).slice(0, 15)
  console.log(`\n${Math.round(performance.now() / 1000)} s. The slowest files, in seconds:`)
  for (const [name, seconds] of slowest) console.log(`${seconds.toFixed(0).padStart(5)} ${name}`)
}
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
