// The relay (TURN) through which two browsers meet that cannot reach each other.
import { existsSync } from 'node:fs'
import { has, run } from './prepare.mjs'

const relay = '/usr/bin/turnserver'

/** Sees to coturn: on Debian as root from its packages, elsewhere it has to be there; its path. Throws where it is not. */
export const installRelay = async () => {
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  let said = ''
  if (!existsSync(relay) && process.getuid?.() === 0 && has('apt-get')) {
    await run('apt-get', ['update', '-q'], options)
    const { output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'coturn'], options)
    said = output.trim()
  }
  if (!existsSync(relay)) throw new Error(`There is no ${relay}: the relay is tested with coturn.\n${said}`)
  return relay
}
