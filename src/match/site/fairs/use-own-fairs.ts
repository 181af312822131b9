import { useEffect, useState } from 'react'
import { useMember } from '#content/site/use-member.ts'
import type { MyFair } from '#match/participants/contract.ts'

/** What the browser knows of the member's own fairs: nothing for visitors, and until the answer is here. */
export const useOwnFairs = (): readonly MyFair[] => {
  const member = useMember()
  const [fairs, setFairs] = useState<readonly MyFair[]>([])
  useEffect(() => {
    if (!member) return
    let isOpen = true
    // The client of members comes when somebody is logged in: most readers never need it.
    import('./read-own-fairs.ts')
      .then(({ readOwnFairs }) => readOwnFairs())
      .then((own) => {
        if (isOpen) setFairs(own)
      })
      // The page says what everybody may know; the own part is at `/me/fairs` too.
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [member])
  return fairs
}
