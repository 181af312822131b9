import { useCallback, useEffect, useRef, useState } from 'react'
import { type ChainCheck, canVerify, verifyChain } from '#auction/bids/rules-fingerprint.ts'
import { languageTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import type { BidLine } from '../../../bids/contract.ts'

/** Maximum rows in one answer for earlier rows. */
export const maxHistoryRows = 500

interface History {
  /** Latest first, without gaps; undefined until the first answer. */
  lines: readonly BidLine[] | undefined
  check: ChainCheck | undefined
  isFailed: boolean
  /** Loads rows before the oldest loaded one. */
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

/** Merges known rows and an answer; drops rows that are separated from newer ones by a gap. */
export const mergeHistory = (loaded: readonly BidLine[], answered: readonly BidLine[]): BidLine[] => {
  const bySeq = new Map([...loaded, ...answered].map((line) => [line.seq, line]))
  const lines = [...bySeq.values()].toSorted((a, b) => b.seq - a.seq)
  const gap = lines.findIndex(({ seq }, index) => index > 0 && (lines[index - 1]?.seq ?? 0) - seq > 1)
  // A void also marks the bidder's rows that were loaded before it.
  const voidRows = lines.filter(({ kind }) => kind === 'void')
  return (gap < 0 ? lines : lines.slice(0, gap)).map((line) =>
    !line.voided && voidRows.some(({ bidder, seq }) => bidder === line.bidder && line.seq < seq)
      ? { ...line, voided: true }
      : line,
  )
}

/**
 * Loads the history of a lot, follows it as rows are added, and verifies every fingerprint in the browser. `loadsAll`:
 * load back to the first row.
 */
export const useBidHistory = (work: string, rows: number | undefined, loadsAll = false): History => {
  const [lines, setLines] = useState<readonly BidLine[]>()
  const [check, setCheck] = useState<ChainCheck>()
  const [isFailed, setFailed] = useState(false)
  const loaded = useRef<{ work: string; lines: readonly BidLine[] }>({ work, lines: [] })
  const mergeAnswer = useCallback(
    async (answered: readonly BidLine[], signal: AbortSignal) => {
      const joined = mergeHistory(loaded.current.work === work ? loaded.current.lines : [], answered)
      loaded.current = { work, lines: joined }
      const counted = canVerify() ? await verifyChain(work, joined) : undefined
      // Another answer was merged meanwhile and verifies all rows.
      if (signal.aborted || loaded.current.lines !== joined) return
      setLines(joined)
      setCheck(counted)
      setFailed(false)
    },
    [work],
  )
  const loadEarlier = useCallback(
    async (signal: AbortSignal, toFirst: boolean) => {
      for (;;) {
        const oldest = loaded.current.lines.at(-1)?.seq ?? 1
        if (oldest === 1) return
        await mergeAnswer(await read(work, `?limit=${maxHistoryRows}&before=${oldest}`, signal), signal)
        if (!toFirst) return
      }
    },
    [work, mergeAnswer],
  )
  useEffect(() => {
    if (rows === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    // Load only newer rows. More rows than one answer holds leave a gap, which `mergeHistory` resolves.
    const latest = loaded.current.work === work ? loaded.current.lines[0]?.seq : undefined
    read(work, latest === undefined ? '' : `?after=${latest}`, signal)
      .then((answered) => mergeAnswer(answered, signal))
      .then(() => (loadsAll ? loadEarlier(signal, true) : undefined))
      .catch(() => {
        if (!signal.aborted) setFailed(true)
      })
    return () => leaving.abort()
  }, [work, rows, loadsAll, mergeAnswer, loadEarlier])
  const readEarlier = useCallback(() => {
    loadEarlier(new AbortController().signal, false).catch(() => setFailed(true))
  }, [loadEarlier])
  return { lines, check, isFailed, readEarlier }
}
