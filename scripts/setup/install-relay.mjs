// TURN relay for browsers that cannot reach each other directly.
import { existsSync } from 'node:fs'
import { installDebianPackages } from './install-debian-packages.mjs'

const relay = '/usr/bin/turnserver'

/** Installs coturn from Debian's packages and returns its path; throws if it is unavailable. */
export const installRelay = async () => {
  const problem = existsSync(relay) ? '' : await installDebianPackages(['coturn'])
  if (!existsSync(relay)) throw new Error(`There is no ${relay}: the relay is tested with coturn.\n${problem}`)
  return relay
}
