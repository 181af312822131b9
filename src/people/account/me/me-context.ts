import { createContext, useContext, useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { m } from '#messages/messages.js'
import type { Me } from '#people/users/contract.ts'

export const MeContext = createContext<{ me: Me; change: (me: Me) => void } | null>(null)

/** Returns the logged-in account, which all pages below the layout share. */
export const useMe = () => {
  const context = useContext(MeContext)
  if (!context) throw new Error('useMe is used outside of the member pages')
  return context
}

/** Parts of the page with unsaved changes. */
const unsavedForms = new Set<string>()

/** Warns before the user leaves with unsaved input: on closing the page here, on navigation in `LeaveGuard`. */
export const useLeaveWarning = (isChanged: boolean): void => {
  const part = useId()
  useEffect(() => {
    if (!isChanged) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    unsavedForms.add(part)
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => {
      unsavedForms.delete(part)
      window.removeEventListener('beforeunload', askBeforeUnload)
    }
  }, [isChanged, part])
}

/** Render it once around all pages: with several blockers the router consults only the last one. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsavedForms.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(m.me_leave())) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return null
}
