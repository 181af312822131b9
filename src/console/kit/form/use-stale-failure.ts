import { useEffect, useRef } from 'react'
import { ServerUnreached } from '#session/send.ts'
import { useConnection } from '#session/use-session.ts'

/**
 * Takes the message of a save that did not reach the server away when the connection is back: nothing is wrong any more,
 * and what was typed waits to be saved. Answers the function that is told of every failure.
 */
export const useStaleFailure = (clear: () => void): ((error: unknown) => void) => {
  const { held } = useConnection()
  const isUnreached = useRef(false)
  useEffect(() => {
    if (!held || !isUnreached.current) return
    isUnreached.current = false
    clear()
  }, [held, clear])
  return (error) => {
    isUnreached.current = error instanceof ServerUnreached
  }
}
