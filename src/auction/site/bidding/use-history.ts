import { useEffect, useState } from 'react'
import { languageTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import type { BidLine } from '../../bids/contract.ts'
import { type Check, checkChain, mayCheck } from '../proof/fingerprint.ts'

interface History {
  /** The latest first; undefined until the first answer. */
  lines: readonly BidLine[] | undefined
  check: Check | undefined
  isFailed: boolean
}

/** The history of a lot, read on as rows are added, each fingerprint counted in this browser. */
export const useHistory = (work: string, rows: number | undefined): History => {
  const [lines, setLines] = useState<readonly BidLine[]>()
  const [check, setCheck] = useState<Check>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (rows === undefined) return
    const leaving = new AbortController()
    fetch(`/api/v1/auction/works/${work}/bids`, {
      headers: { 'accept-language': languageTag[getLocale()] },
      cache: 'no-store',
      signal: leaving.signal,
    })
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status))
        const { bids } = (await response.json()) as { bids: BidLine[] }
        const counted = mayCheck() ? await checkChain(work, bids) : undefined
        if (leaving.signal.aborted) return
        setLines(bids)
        setCheck(counted)
        setFailed(false)
      })
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true)
      })
    return () => leaving.abort()
  }, [work, rows])
  return { lines, check, isFailed }
}
