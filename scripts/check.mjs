// Runs all static checks: one line for each check that passes, the findings of each that fails.
import { pathToFileURL } from 'node:url'
import { compileMessages, install, nodeBinary, runProgram } from './setup/prepare-product.mjs'

/** The order matters: a later check reads what an earlier one generates. */
const checks = [
  ['types of routes', 'react-router', ['typegen']],
  ['types', 'tsc', ['-p', '.']],
  ['format and lint', 'biome', ['check', '.']],
  ['import directions', nodeBinary, ['scripts/checks/check-imports.mjs']],
  ['classes of styles', nodeBinary, ['scripts/checks/check-styles.mjs']],
  ['messages', nodeBinary, ['scripts/checks/check-messages.mjs']],
  ['words of comments', nodeBinary, ['scripts/checks/check-words.mjs']],
  ['words of texts', nodeBinary, ['scripts/checks/check-voice.mjs']],
  ['nothing unused', 'knip', ['--no-progress']],
]

/** Runs all checks, also after a failure; returns the numbers of passed and failed checks. */
export const runChecks = async () => {
  const counts = { passed: 0, failed: 0 }
  await compileMessages()
  for (const [name, program, args] of checks) {
    const { code, output } = await runProgram(program, args, { quiet: true })
    if (code === 0) counts.passed += 1
    else counts.failed += 1
    console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n\n${output.trim()}\n`)
  }
  return counts
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await install({ development: true })
  const { failed } = await runChecks()
  process.exit(failed === 0 ? 0 : 1)
}
