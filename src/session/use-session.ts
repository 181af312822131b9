import { useSyncExternalStore } from 'react'
import { type Connection, currentConnection, watchConnection } from './connection-state.ts'
import { currentSession, type Session, watchSession } from './session-tokens.ts'

const getServerSession = () => null
const connectedState: Connection = { isConnected: true, retryAt: 0 }

/** Session of this tab; null without one and on the server. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, currentSession, getServerSession)

/** Connection state of the server. */
export const useConnection = (): Connection =>
  useSyncExternalStore(watchConnection, currentConnection, () => connectedState)
