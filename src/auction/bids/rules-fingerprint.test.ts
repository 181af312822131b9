import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '#auction/bids/rules-fingerprint.ts'
import { replayChain } from '#auction/bids/rules-replay.ts'
import type { Chain } from './contract.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../docs/auction-replay.mjs')
const work = '019c0000-0000-7000-8000-000000000001'
const [began, due] = ['2026-11-27T01:00:00.000Z', '2026-11-27T02:00:00.000Z'].map(Date.parse) as [number, number]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forged-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Row = Chain['rows'][number]
type RowInput = Pick<Row, 'bidder' | 'kind' | 'price' | 'leader'> & { amount: number; nonce?: string }

const sha = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const commitmentOf = (nonce: string, amount: number) => sha(Buffer.from(nonce, 'hex'), String(amount))
const at = (seq: number) => new Date(began + seq * 60_000).toISOString()

/** Creates a row in the exact format, as a dishonest auction house would. */
const seal = ({ nonce, ...input }: RowInput, seq: number, previous: string): Row => {
  const commitment = input.kind === 'maximum' ? commitmentOf(nonce ?? '', input.amount) : null
  const parts = ['v1', work, seq, input.bidder, input.kind, commitment ?? input.amount, input.price, input.leader]
  const hash = sha(Buffer.from(previous, 'hex'), [...parts, due, Date.parse(at(seq))].join('|'))
  return {
    seq,
    ...input,
    commitment,
    nonce: nonce ?? null,
    endsAt: new Date(due).toISOString(),
    at: at(seq),
    previous,
    hash,
  }
}

const sealAll = (inputs: readonly RowInput[]): Row[] => {
  const rows: Row[] = []
  for (const one of inputs) rows.push(seal(one, rows.length + 1, rows.at(-1)?.hash ?? ''))
  return rows
}

const chainOf = (rows: Row[], price: number, leader: number): Chain => {
  const end = new Date(due).toISOString()
  const increments = [{ from: 0, step: 10_000 }]
  const ends = { dueAt: end, hardEnd: end, windowSeconds: 0, extensionSeconds: 0 }
  return {
    version: 1,
    work,
    lot: 1,
    rules: { start: 100_000, reserve: null, increments, ...ends },
    pauses: [],
    rows,
    closed: { state: 'sold', at: end, price, leader },
  }
}

/** Verdicts of the script and of the browser's check. */
const judge = async (chain: Chain) => {
  const file = join(folder, 'chain.json')
  await writeFile(file, JSON.stringify(chain))
  const output = await run(process.execPath, [script, file]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || stderr,
  )
  const { broken } = await verifyChain(work, chain.rows)
  return { output: output, browser: broken?.seq ?? replayChain(chain)?.seq ?? null }
}

describe('a forged chain', () => {
  // The last byte of the nonce is the ASCII digit 9.
  const nonce = `${'5a'.repeat(15)}39`
  const maximum = { bidder: 1, kind: 'maximum', price: 100_000, leader: 1 } as const
  const honest = sealAll([{ ...maximum, amount: 130_000, nonce }])

  it('passes if it follows the rules', async () => {
    expect(await judge(chainOf(honest, 100_000, 1))).toEqual({
      output: '1 rows hold: sold, 100000\n',
      browser: null,
    })
  })

  it('fails if a digit moves between nonce and amount to claim another maximum than the committed one', async () => {
    const bought = { ...maximum, amount: 9_130_000, nonce: nonce.slice(0, -2) }
    // Nonce and amount concatenate to the same bytes, so commitment and fingerprint are the same.
    const forged = sealAll([bought])
    expect(forged[0]?.hash).toBe(honest[0]?.hash)
    const shorter = await judge(chainOf(forged, 100_000, 1))
    expect(shorter.output).toContain('row 1: the fingerprint is broken')
    expect(shorter.browser).toBe(1)
    const higher = { ...maximum, bidder: 2, price: 140_000, leader: 2 }
    const honestRows = sealAll([
      { ...maximum, amount: 130_000, nonce },
      { ...higher, amount: 1_300_000, nonce },
    ])
    const moved = honestRows.map((row) => (row.seq === 2 ? { ...row, nonce: `${nonce}31`, amount: 300_000 } : row))
    const results = await judge(chainOf(moved, 140_000, 2))
    expect(results.output).toContain('row 2: the fingerprint is broken')
    expect(results.browser).toBe(2)
  })

  it('fails if a row is inserted between two rows with receipts', async () => {
    const rows = sealAll([
      { bidder: 1, kind: 'open', amount: 100_000, price: 100_000, leader: 1 },
      { bidder: 2, kind: 'open', amount: 110_000, price: 110_000, leader: 2 },
      { bidder: 1, kind: 'open', amount: 130_000, price: 130_000, leader: 1 },
    ])
    expect((await judge(chainOf(rows, 130_000, 1))).output).toContain('3 rows hold')
    // The forged row claims to be the first, so it follows none; the later rows match the bidders' receipts.
    const between = seal({ bidder: 3, kind: 'open', amount: 120_000, price: 120_000, leader: 3 }, 1, '')
    const late = { ...between, at: at(2) }
    const text = ['v1', work, 1, 3, 'open', 120_000, 120_000, 3, due, Date.parse(late.at)].join('|')
    const [first, second, third] = rows as [Row, Row, Row]
    const forged = await judge(chainOf([first, second, { ...late, hash: sha(text) }, third], 130_000, 1))
    expect(forged.output).toContain('row 1: the fingerprint is broken')
    expect(forged.browser).toBe(1)
  })
})
