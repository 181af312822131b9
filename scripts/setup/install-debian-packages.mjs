import { hasProgram, runProgram } from './prepare-product.mjs'

/**
 * Installs Debian packages without starting their services; does nothing on another system or without root. Returns
 * apt's output if it failed, otherwise '': callers decide whether they can do without.
 */
export const installDebianPackages = async (packages) => {
  if (process.getuid?.() !== 0 || !hasProgram('apt-get')) return ''
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } }
  await runProgram('apt-get', ['update', '-q'], options)
  const { code, output } = await runProgram(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    options,
  )
  return code === 0 ? '' : output.trim()
}
