import { useEffect, useRef } from 'react'
import { ServerUnreached } from '#session/send-request.ts'
import { useConnection } from '#session/use-session.ts'

/** Clears a "server unreachable" error once the connection is back. Returns the function to call with every failure. */
export const useClearFailure = (clear: () => void): ((error: unknown) => void) => {
  const { isConnected } = useConnection()
  const isUnreached = useRef(false)
  useEffect(() => {
    if (!isConnected || !isUnreached.current) return
    isUnreached.current = false
    clear()
  }, [isConnected, clear])
  return (error) => {
    isUnreached.current = error instanceof ServerUnreached
  }
}
