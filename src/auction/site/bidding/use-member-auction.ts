import { useCallback, useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import type { Registration } from '../../auctions/contract.ts'
import type { MemberLot } from '../../bids/contract.ts'

/** The member's part of a lot; everything else is the same for all visitors. */
export type MemberLotState = Pick<MemberLot, 'bidder' | 'highest' | 'maximum' | 'outcome' | 'sale'>

/** The member's registration and bids in an auction. */
export interface MemberAuction {
  isMember: boolean
  /** Registration; undefined for visitors and until loaded. */
  entry: Registration | undefined
  lots: ReadonlyMap<string, MemberLotState>
  /** Message if loading failed. */
  error: string | undefined
  reload: () => void
  setEntry: (entry: Registration) => void
}

const none: ReadonlyMap<string, MemberLotState> = new Map()

/** Loads the member's data for an auction; loads nothing for visitors. */
export const useMemberAuction = (program: string): MemberAuction => {
  const isMember = useLoggedIn()
  const [round, setRound] = useState(0)
  const [entry, setEntry] = useState<Registration>()
  const [lots, setLots] = useState(none)
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another question
  useEffect(() => {
    if (!isMember) return
    let isOpen = true
    // Imported after log-in: most visitors never need it.
    import('./member-requests.ts')
      .then(({ readMemberAuction }) => readMemberAuction(program))
      .then((own) => {
        if (!isOpen) return
        setEntry(own.entry)
        setLots(new Map(own.lots.map((line) => [line.work._id, line])))
        setError(undefined)
      })
      .catch((failed: unknown) => {
        if (isOpen) setError(failed instanceof Error ? failed.message : String(failed))
      })
    return () => {
      isOpen = false
    }
  }, [isMember, program, round])
  const reload = useCallback(() => setRound((known) => known + 1), [])
  return { isMember, entry, lots: isMember ? lots : none, error, reload, setEntry }
}
