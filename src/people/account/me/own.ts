import { createContext, useContext, useEffect, useId } from 'react'
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

/** Parts of the page that have something unsaved. */
const unsaved = new Set<string>()

/** Asks before one leaves with unsaved input, within the pages and by closing them: `LeaveGuard` asks. */
export const useLeaveQuestion = (isChanged: boolean): void => {
  const part = useId()
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(part)
    window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(part)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isChanged, part])
}

/** Once around the pages: of several blockers the router asks the last one alone, whatever the others have unsaved. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(m.me_leave())) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return null
}
