import { useSyncExternalStore } from 'react'
import { type Connection, currentConnection, watchConnection } from './connection-state.ts'
import { currentSession, type Session, watchSession } from './session-tokens.ts'

const nobody = () => null
const held: Connection = { held: true, retryAt: 0 }

/** Session of this tab; null without one and on the server. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, currentSession, nobody)

/** Connection state of the server. */
export const useConnection = (): Connection => useSyncExternalStore(watchConnection, currentConnection, () => held)
