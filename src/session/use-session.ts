import { useSyncExternalStore } from 'react'
import { type Connection, currentConnection, watchConnection } from './connection-state.ts'
import { currentSession, type Session, watchSession } from './session-tokens.ts'

const nobody = () => null
const held: Connection = { held: true, retryAt: 0 }

/** Who is logged in in this tab; null on the server and while nobody is. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, currentSession, nobody)

/** Whether the server is reached. */
export const useConnection = (): Connection => useSyncExternalStore(watchConnection, currentConnection, () => held)
