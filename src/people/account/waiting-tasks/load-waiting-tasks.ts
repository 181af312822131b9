import { users } from '#people/users/contract.ts'
import { backgroundClientOf } from '#session/session.ts'
import { findSession } from '#session/session-tokens.ts'
import { areTasksFresh, storeWaitingTasks } from './waiting-tasks.ts'

const client = backgroundClientOf(users)

/**
 * Loads the member's waiting tasks unless they were loaded less than `within` ms ago. Fails silently: a badge is no
 * reason to disturb the page.
 */
export const loadWaitingTasks = async (within = 0): Promise<void> => {
  if (areTasksFresh(within)) return
  const session = await findSession()
  // A request with an expired session would open the password prompt.
  if (!session || session.expiresAt < Date.now()) return
  await client.overview().then(
    ({ waits }) => storeWaitingTasks(waits),
    () => undefined,
  )
}
