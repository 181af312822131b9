import { useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import type { MyFair } from '#match/participants/contract.ts'

/** Returns the member's own fairs; empty for visitors and until loaded. */
export const useOwnFairs = (): readonly MyFair[] => {
  const member = useLoggedIn()
  const [fairs, setFairs] = useState<readonly MyFair[]>([])
  useEffect(() => {
    if (!member) return
    let isOpen = true
    // The member client is loaded only for logged-in users; most visitors never need it.
    import('./read-own-fairs.ts')
      .then(({ readOwnFairs }) => readOwnFairs())
      .then((own) => {
        if (isOpen) setFairs(own)
      })
      // Ignore errors: the public page stays usable, and `/me/fairs` shows the member's fairs too.
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [member])
  return fairs
}
