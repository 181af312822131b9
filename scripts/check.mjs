// Everything that can be said about the sources without running them: one line for each check that is good, the
// findings of one that is not.
import { pathToFileURL } from 'node:url'
import { compileMessages, install, node, run } from './prepare.mjs'

/** In this order: a later check reads what an earlier one makes. */
const checks = [
  ['types of routes', 'react-router', ['typegen']],
  ['types', 'tsc', ['-p', '.']],
  ['format and lint', 'biome', ['check', '.']],
  ['import directions', node, ['scripts/check-imports.mjs']],
  ['messages', node, ['scripts/check-messages.mjs']],
  ['words of comments', node, ['scripts/check-words.mjs']],
  ['words of texts', node, ['scripts/check-voice.mjs']],
  ['nothing unused', 'knip', ['--no-progress']],
]

/** Runs all checks, also after one that fails; gives how many passed and failed. */
export const check = async () => {
  const counts = { passed: 0, failed: 0 }
  await compileMessages()
  for (const [name, program, args] of checks) {
    const { code, output } = await run(program, args, { quiet: true })
    if (code === 0) counts.passed += 1
    else counts.failed += 1
    console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n\n${output.trim()}\n`)
  }
  return counts
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await install({ development: true })
  const { failed } = await check()
  process.exit(failed === 0 ? 0 : 1)
}
