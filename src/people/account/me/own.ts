import { createContext, useContext, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { m } from '#messages/messages.js'
import type { Me } from '#people/users/contract.ts'

export const MeContext = createContext<{ me: Me; change: (me: Me) => void } | null>(null)

/** The account that is logged in, as the pages below share it. */
export const useMe = () => {
  const own = useContext(MeContext)
  if (!own) throw new Error('Outside of my page')
  return own
}

/** Asks before one leaves with unsaved input, within the pages and by closing them. */
export const useLeaveQuestion = (isChanged: boolean): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(m.me_leave())) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
}
