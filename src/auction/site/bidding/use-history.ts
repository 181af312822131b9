import { useCallback, useEffect, useRef, useState } from 'react'
import { languageTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import type { BidLine } from '../../bids/contract.ts'
import { type Check, checkChain, mayCheck } from '../proof/fingerprint.ts'

/** Rows that one question for earlier ones is answered with at most. */
export const rowsAtOnce = 500

interface History {
  /** The latest first, without a gap; undefined until the first answer. */
  lines: readonly BidLine[] | undefined
  check: Check | undefined
  isFailed: boolean
  /** Reads rows before those that are here. */
  readEarlier: () => void
}

const read = async (work: string, part: string, signal: AbortSignal): Promise<BidLine[]> => {
  const response = await fetch(`/api/v1/auction/works/${work}/bids${part}`, {
    headers: { 'accept-language': languageTag[getLocale()] },
    cache: 'no-store',
    signal,
  })
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as { bids: BidLine[] }).bids
}

/** Known rows and an answer as one history; rows that have a gap to newer ones are let go. */
export const joinLines = (known: readonly BidLine[], answered: readonly BidLine[]): BidLine[] => {
  const bySeq = new Map([...known, ...answered].map((line) => [line.seq, line]))
  const lines = [...bySeq.values()].toSorted((a, b) => b.seq - a.seq)
  const gap = lines.findIndex(({ seq }, index) => index > 0 && (lines[index - 1]?.seq ?? 0) - seq > 1)
  // A row that takes somebody's bids out says so of rows that were read before it.
  const outs = lines.filter(({ kind }) => kind === 'void')
  return (gap < 0 ? lines : lines.slice(0, gap)).map((line) =>
    !line.voided && outs.some(({ bidder, seq }) => bidder === line.bidder && line.seq < seq)
      ? { ...line, voided: true }
      : line,
  )
}

/** The history of a lot, read on as rows are added, each fingerprint counted in this browser; `isWhole`: to its first row. */
export const useHistory = (work: string, rows: number | undefined, isWhole = false): History => {
  const [lines, setLines] = useState<readonly BidLine[]>()
  const [check, setCheck] = useState<Check>()
  const [isFailed, setFailed] = useState(false)
  const known = useRef<{ work: string; lines: readonly BidLine[] }>({ work, lines: [] })
  const take = useCallback(
    async (answered: readonly BidLine[], signal: AbortSignal) => {
      const joined = joinLines(known.current.work === work ? known.current.lines : [], answered)
      known.current = { work, lines: joined }
      const counted = mayCheck() ? await checkChain(work, joined) : undefined
      // Another answer was joined meanwhile: it counts them all.
      if (signal.aborted || known.current.lines !== joined) return
      setLines(joined)
      setCheck(counted)
      setFailed(false)
    },
    [work],
  )
  const readOn = useCallback(
    async (signal: AbortSignal, toFirst: boolean) => {
      for (;;) {
        const oldest = known.current.lines.at(-1)?.seq ?? 1
        if (oldest === 1) return
        await take(await read(work, `?limit=${rowsAtOnce}&before=${oldest}`, signal), signal)
        if (!toFirst) return
      }
    },
    [work, take],
  )
  useEffect(() => {
    if (rows === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    // Only what is newer than what is here; more than one answer has leaves a gap, which `joinLines` closes.
    const latest = known.current.work === work ? known.current.lines[0]?.seq : undefined
    read(work, latest === undefined ? '' : `?after=${latest}`, signal)
      .then((answered) => take(answered, signal))
      .then(() => (isWhole ? readOn(signal, true) : undefined))
      .catch(() => {
        if (!signal.aborted) setFailed(true)
      })
    return () => leaving.abort()
  }, [work, rows, isWhole, take, readOn])
  const readEarlier = useCallback(() => {
    readOn(new AbortController().signal, false).catch(() => setFailed(true))
  }, [readOn])
  return { lines, check, isFailed, readEarlier }
}
