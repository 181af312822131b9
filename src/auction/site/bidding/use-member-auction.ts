import { useCallback, useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { errorMessage } from '#session/error-message.ts'
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

const noLots: ReadonlyMap<string, MemberLotState> = new Map()

interface MemberData {
  program: string
  entry: Registration
  lots: ReadonlyMap<string, MemberLotState>
}

/** Data of an auction that may be shown: none after log-out, and none of another auction while its own is loading. */
export const selectMemberData = (
  loaded: MemberData | undefined,
  { program, isMember }: { program: string; isMember: boolean },
): Partial<Pick<MemberData, 'entry' | 'lots'>> => (isMember && loaded?.program === program ? loaded : {})

/** Loads the member's data for an auction; loads nothing for visitors. */
export const useMemberAuction = (program: string): MemberAuction => {
  const isMember = useLoggedIn()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<MemberData>()
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isMember) return
    let isCurrent = true
    // Imported after log-in: most visitors never need it.
    import('./member-requests.ts')
      .then(({ readMemberAuction }) => readMemberAuction(program))
      .then(({ entry, lots }) => {
        if (!isCurrent) return
        setLoaded({ program, entry, lots: new Map(lots.map((line) => [line.work._id, line])) })
        setError(undefined)
      })
      .catch((failed: unknown) => {
        if (isCurrent) setError(errorMessage(failed))
      })
    return () => {
      isCurrent = false
    }
  }, [isMember, program, attempt])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account must not see the data of the one before
  useEffect(
    () => () => {
      setLoaded(undefined)
      setError(undefined)
    },
    [isMember, program],
  )
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const setEntry = useCallback(
    (entry: Registration) => setLoaded((current) => (current ? { ...current, entry } : current)),
    [],
  )
  const { entry, lots = noLots } = selectMemberData(loaded, { program, isMember })
  return { isMember, entry, lots, error, reload, setEntry }
}
