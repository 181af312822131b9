import { useCallback, useEffect, useState } from 'react'
import { useMember } from '#content/site/use-member.ts'
import type { OwnLot } from '../../bids/contract.ts'
import type { Entry } from '../../programs/contract.ts'

/** What the browser keeps of an own lot: the rest is the same for everybody. */
export type OwnOnLot = Pick<OwnLot, 'bidder' | 'highest' | 'maximum' | 'outcome' | 'sale'>

/** What is the member's own in a programme. */
export interface Own {
  isMember: boolean
  /** Whether the account may bid; undefined for visitors and until the answer is here. */
  entry: Entry | undefined
  lots: ReadonlyMap<string, OwnOnLot>
  /** What went wrong when it was asked for. */
  error: string | undefined
  reload: () => void
  setEntry: (entry: Entry) => void
}

const none: ReadonlyMap<string, OwnOnLot> = new Map()

/** Asks for what is one's own in a programme: nothing for visitors. */
export const useOwn = (program: string): Own => {
  const isMember = useMember()
  const [round, setRound] = useState(0)
  const [entry, setEntry] = useState<Entry>()
  const [lots, setLots] = useState(none)
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another question
  useEffect(() => {
    if (!isMember) return
    let isOpen = true
    // The client of members comes when somebody is logged in: most readers never need it.
    import('./member-calls.ts')
      .then(({ readOwn }) => readOwn(program))
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
