import { users } from '#people/users/contract.ts'
import { backgroundClientOf } from '#session/session.ts'
import { findSession } from '#session/tokens.ts'
import { areWaitsFresh, keepWaits } from './waits.ts'

const client = backgroundClientOf(users)

/**
 * Asks what waits for the member, unless that is known since less than `within` milliseconds. Says nothing where it
 * cannot be had: a count is no reason to disturb a page.
 */
export const readWaits = async (within = 0): Promise<void> => {
  if (areWaitsFresh(within)) return
  const session = await findSession()
  // An ended session would ask for the password.
  if (!session || session.expiresAt < Date.now()) return
  await client.overview().then(
    ({ waits }) => keepWaits(waits),
    () => undefined,
  )
}
