// Everything: checks, unit and API tests, browser and accessibility tests. The last line counts them all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { build, has, install, run } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'daecheong-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

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
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, file)}`]
  const { code } = await run('vitest', args, { env: { NODE_ENV: 'test', ...env } })
  const counts = counted(file, ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
    passed: numPassedTests,
    failed: numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)),
  }))
  return counts
}

const browserTests = async () => {
  const file = 'browser.json'
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    env: { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, file) },
  })
  return counted(file, ({ stats }) => {
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
await installBrowser()
const results = [await check(), await unitTests('embedded')]
const server = otherServer()
if (server) {
  console.log(`\nWhat asks a database, on the installed PostgreSQL${server.TEST_POOLER ? ', through pgbouncer' : ''}`)
  results.push(await unitTests('server', server))
}
await build()
results.push(await browserTests())
const sum = (key) => results.reduce((total, counts) => total + counts[key], 0)
process.exitCode = sum('failed') === 0 ? 0 : 1
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
