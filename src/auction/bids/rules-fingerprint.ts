import type { BidLine } from './contract.ts'

/** The fields that a fingerprint covers (docs/auction-proof.md). */
type Row = Pick<
  BidLine,
  | 'seq'
  | 'bidder'
  | 'kind'
  | 'amount'
  | 'price'
  | 'leader'
  | 'endsAt'
  | 'at'
  | 'commitment'
  | 'nonce'
  | 'previous'
  | 'hash'
>

const noncePattern = /^[0-9a-f]{32}$/

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const parseHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16))

const sha256 = async (before: string, text: string): Promise<string> => {
  const [start, words] = [parseHex(before), new TextEncoder().encode(text)]
  const whole = new Uint8Array(start.length + words.length)
  whole.set(start)
  whole.set(words, start.length)
  return hex(await crypto.subtle.digest('SHA-256', whole))
}

const fingerprintOf = (work: string, row: Row): Promise<string> => {
  const amount = row.kind === 'maximum' ? row.commitment : row.amount
  const parts = ['v1', work, row.seq, row.bidder, row.kind, amount, row.price, row.leader]
  return sha256(row.previous, [...parts, Date.parse(row.endsAt), Date.parse(row.at)].join('|'))
}

/** Result of checking a chain: a row is broken if its fingerprint does not match its content or the row before it. */
export interface ChainCheck {
  rows: number
  /** First broken row with its stated and its computed fingerprint; null if all rows hold. */
  broken: { seq: number; said: string; counted: string } | null
}

/** True if fingerprints can be computed: browsers offer Web Crypto on https only. */
export const canVerify = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** Recomputes every fingerprint; rows may be in any order. Rows before the first given one are not checked. */
export const verifyChain = async (work: string, lines: readonly Row[]): Promise<ChainCheck> => {
  const rows = lines.toSorted((a, b) => a.seq - b.seq)
  const first = rows[0]?.seq ?? 1
  let previous = first === 1 ? '' : (rows[0]?.previous ?? '')
  for (const [index, row] of rows.entries()) {
    const reportBroken = (counted: string) => ({ rows: rows.length, broken: { seq: row.seq, said: row.hash, counted } })
    if (row.seq !== index + first || row.previous !== previous) return reportBroken(previous)
    const counted = await fingerprintOf(work, row)
    if (counted !== row.hash) return reportBroken(counted)
    // Once the lot is closed, a maximum bid is revealed and must match its commitment.
    if (row.kind === 'maximum' && row.nonce !== null && row.amount !== null) {
      const commitment = await sha256(row.nonce, String(row.amount))
      // With a nonce of another length, digits of the amount could be moved into the nonce.
      if (commitment !== row.commitment || !noncePattern.test(row.nonce)) return reportBroken(commitment)
    }
    previous = row.hash
  }
  return { rows: rows.length, broken: null }
}
