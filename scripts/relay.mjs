// The relay (TURN) through which two browsers meet that cannot reach each other.
import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

const relay = '/usr/bin/turnserver'

/** Installs coturn where Debian's packages can be had and returns its path; throws where there is none. */
export const installRelay = async () => {
  const problem = existsSync(relay) ? '' : await installPackages(['coturn'])
  if (!existsSync(relay)) throw new Error(`There is no ${relay}: the relay is tested with coturn.\n${problem}`)
  return relay
}
