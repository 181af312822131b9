// Checks, unit and API tests, browser and accessibility tests; the last line counts them all.
//   npm test                    everything that must hold on every change
//   npm test -- popups forms    only tests with one of these words in their path, without the checks
//   npm run test:deep           what is slow: races, kills, other servers, relays, all languages of a story
// A test is slow when it carries the tag `deep` (`@deep` in the browser): docs/testing.md says which do.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runChecks } from './check.mjs'
import { createMemoryFolder } from './setup/create-memory-folder.mjs'
import { installBrowser } from './setup/install-browser.mjs'
import { installDebianPackages } from './setup/install-debian-packages.mjs'
import { build, compileMessages, hasProgram, install, root, runProgram } from './setup/prepare-product.mjs'

/** Budget in seconds: in CI a longer run fails even if every test passed. */
const budget = 20 * 60

const folder = mkdtempSync(join(tmpdir(), 'daecheong-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const testing = { NODE_ENV: 'test', ...createMemoryFolder() }

const isDeep = process.argv[2] === '--deep'
const words = process.argv.slice(isDeep ? 3 : 2)
const isWhole = words.length === 0

const isDeepFile = (path) => /'deep'|@deep|@module-tag deep|#test\/suites/.test(readFileSync(join(root, path), 'utf8'))

const findTests = (folders, ending) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => path.endsWith(ending) && (isWhole || words.some((word) => path.includes(word))))
    // A deep run opens only unit tests of files with deep ones: creating a database for nothing is slow.
    .filter((path) => !isDeep || ending === '.spec.ts' || isDeepFile(path))

const unitFiles = findTests(['src', 'scripts'], '.test.ts')
const browserFiles = findTests(['test/pages', 'test/e2e'], '.spec.ts')
if (unitFiles.length + browserFiles.length === 0) {
  console.error(
    `No ${isDeep ? 'deep ' : ''}test has ${words.join(' or ')} in its path: nothing below src/, scripts/, test/pages/ or test/e2e/.`,
  )
  process.exit(1)
}

/** Prints what will run and an estimate of its duration on two idle cores. */
const announce = () => {
  const parts = [
    isWhole && !isDeep && 'checks',
    unitFiles.length > 0 && `${unitFiles.length} files of unit and API tests`,
    browserFiles.length > 0 && `a build and ${browserFiles.length} files of browser tests`,
  ].filter(Boolean)
  const seconds = isDeep
    ? unitFiles.length * 8 + browserFiles.length * 20 + (isWhole ? 300 : 0)
    : unitFiles.length * 1.1 + browserFiles.length * 5.5 + (isWhole ? 60 : browserFiles.length > 0 ? 70 : 10)
  console.log(
    `${isDeep ? 'Deep tests' : 'Tests'}: ${parts.join(', ')}; about ${Math.ceil(seconds / 60)} min on two cores.`,
  )
}

/** Seconds per test file, for the list of the slowest. */
const secondsByFile = new Map()
const addSeconds = (path = '', milliseconds = 0) => {
  const name = relative(root, path)
  secondsByFile.set(name, (secondsByFile.get(name) ?? 0) + milliseconds / 1000)
}

/** Counts the results in a reporter's file; a run without results counts as one failure. */
const countResults = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** Runs the unit and API tests; `selection` is vitest's arguments. */
const runUnitTests = async (name, selection, env = {}) => {
  const file = `${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, file)}`]
  const { code } = await runProgram('vitest', ['run', ...selection, ...reporters], { env: { ...testing, ...env } })
  return countResults(file, ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults = [] }) => {
    for (const { name: path, startTime, endTime } of testResults) addSeconds(path, endTime - startTime)
    return {
      passed: numPassedTests,
      failed: numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)),
    }
  })
}

const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** Milliseconds of every test of a suite, as nested by Playwright's JSON reporter. */
const durationsOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ tests = [] }) => tests.flatMap(({ results = [] }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(durationsOf),
]

const runBrowserTests = async () => {
  const file = 'browser.json'
  // The deep run repeats all journeys, because it runs axe on every state they reach.
  const args = ['test', ...(isWhole ? [] : browserFiles), ...(isDeep ? [] : ['--grep-invert=@deep'])]
  const { code } = await runProgram('playwright', [...args, '--reporter=list,json'], {
    env: { ...testing, ...(isDeep && { TEST_DEEP: '1' }), PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, file) },
  })
  return countResults(file, ({ config, stats, suites = [] }) => {
    for (const suite of suites) addSeconds(join(config.rootDir, suite.file ?? ''), sumOf(durationsOf(suite)))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky || (code === 0 ? 0 : 1) }
  })
}

/**
 * Returns the environment for tests on Debian's PostgreSQL behind a pooler; null if they cannot be installed.
 * Listening, migrations and jobs bypass the pooler on the same server, so one run tests both.
 */
const prepareOtherServer = async () => {
  const isThere = () => existsSync('/usr/lib/postgresql') && hasProgram('pgbouncer')
  const problem = isThere() ? '' : await installDebianPackages(['postgresql', 'pgbouncer'])
  if (isThere()) return { TEST_SERVER: 'installed', TEST_POOLER: 'pgbouncer' }
  console.error(`Without PostgreSQL and pgbouncer of the system, nothing is tested on another server.\n${problem}`)
  return null
}

announce()
await install({ development: true })
// Runs in parallel: apt waits for the network, the checks for the CPU.
const browserInstalled = browserFiles.length > 0 ? installBrowser() : undefined
const results = []
await compileMessages()

const checkAndBuild = async () => {
  if (isWhole && !isDeep) results.push(await runChecks())
  await browserInstalled
  if (browserFiles.length > 0) await build()
}
const testUnits = async () => {
  const selection = isDeep ? [...unitFiles, '--tags-filter=deep'] : [...words, '--tags-filter=!deep']
  if (unitFiles.length > 0) results.push(await runUnitTests('embedded', selection))
  const server = isWhole && isDeep ? await prepareOtherServer() : null
  if (!server) return
  console.log('\nAll that depends on the server, on the installed PostgreSQL through pgbouncer')
  results.push(await runUnitTests('server', [], server))
}
await Promise.all([checkAndBuild(), testUnits()])
if (browserFiles.length > 0) results.push(await runBrowserTests())

const count = (key) => sumOf(results.map((counts) => counts[key]))
const seconds = Math.round(performance.now() / 1000)
let failed = count('failed')
if (isWhole) {
  const slowest = [...secondsByFile].sort(([, one], [, other]) => other - one).slice(0, 15)
  console.log(`\n${seconds} s. The slowest files, in seconds:`)
  for (const [name, each] of slowest) console.log(`${each.toFixed(0).padStart(5)} ${name}`)
  if (process.env.CI && !isDeep && seconds > budget) {
    console.error(`\nThe run took more than its budget of ${budget} s. Make a test faster, or tag it as deep.`)
    failed += 1
  }
}
process.exitCode = failed === 0 ? 0 : 1
console.log(`\n${count('passed')} passed, ${failed} failed`)
