import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BidAttempt, decideBid, incrementAt, type LotRules, type LotStanding, minimumNextBid } from './rules.ts'
import { type HistoryRow, standingWithoutBidder } from './rules-void.ts'

const rules: LotRules = {
  start: 100_000,
  reserve: 300_000,
  increments: [
    { from: 0, step: 10_000 },
    { from: 300_000, step: 20_000 },
    { from: 1_000_000, step: 50_000 },
  ],
  window: 120_000,
  extension: 120_000,
  hardEnd: 1_600_000,
}
const opened: LotStanding = { price: null, leader: null, maximum: null, endsAt: 1_000_000 }

const play = (offers: readonly BidAttempt[], from = rules) => {
  let standing = opened
  const refused: (string | null)[] = []
  const lines = offers.flatMap((offer) => {
    const verdict = decideBid(from, standing, offer)
    refused.push('refused' in verdict ? verdict.refused : null)
    if ('refused' in verdict) return []
    standing = verdict.standing
    return verdict.lines
  })
  return { standing, refused, lines }
}

const open = (bidder: number, amount: number, at = 0): BidAttempt => ({ bidder, kind: 'open', amount, at })
const upTo = (bidder: number, amount: number, at = 0): BidAttempt => ({ bidder, kind: 'maximum', amount, at })

describe('a bid', () => {
  it('must reach the start price, then one increment above the price', () => {
    expect(play([open(1, 99_999)]).refused).toEqual(['too_low'])
    expect(play([open(1, 100_000), open(2, 109_999)]).refused).toEqual([null, 'too_low'])
    expect(play([open(1, 100_000), open(2, 110_000)]).standing).toMatchObject({ price: 110_000, leader: 2 })
    expect([incrementAt(rules.increments, 299_999), incrementAt(rules.increments, 300_000)]).toEqual([10_000, 20_000])
  })

  it('is answered by a maximum with the smallest increment, and beats it by one increment', () => {
    const result = play([upTo(1, 250_000), open(2, 150_000)])
    expect(result.standing).toMatchObject({ price: 160_000, leader: 1, maximum: 250_000 })
    expect(result.lines.map(({ kind, price }) => [kind, price])).toEqual([
      ['maximum', 100_000],
      ['open', 150_000],
      ['automatic', 160_000],
    ])
    const beaten = play([upTo(1, 250_000), upTo(2, 280_000)])
    expect(beaten.standing).toMatchObject({ price: 260_000, leader: 2 })
    expect(beaten.lines[1]).toEqual({ bidder: 1, kind: 'automatic', price: 250_000, leader: 1 })
  })

  it('loses to an equal earlier maximum', () => {
    for (const equal of [open(2, 250_000), upTo(2, 250_000)])
      expect(play([upTo(1, 250_000), equal]).standing).toMatchObject({ price: 250_000, leader: 1 })
  })

  it('of the leader only raises the maximum, and changes price and end only when it meets the reserve', () => {
    const late = 990_000
    expect(play([open(1, 100_000), open(1, 200_000)]).refused[1]).toBe('leading')
    expect(play([upTo(1, 200_000), upTo(1, 200_000)]).refused[1]).toBe('not_higher')
    const below = play([upTo(1, 200_000), upTo(1, 290_000, late)])
    expect(below.standing).toEqual({ price: 100_000, leader: 1, maximum: 290_000, endsAt: 1_000_000 })
    const result = play([upTo(1, 200_000), upTo(1, 400_000, late)])
    expect(result.standing).toEqual({ price: 300_000, leader: 1, maximum: 400_000, endsAt: late + 120_000 })
  })

  it('extends the end only within the closing window, and never past the hard end', () => {
    expect(play([open(1, 100_000, 879_999)]).standing.endsAt).toBe(1_000_000)
    expect(play([open(1, 100_000, 999_999)]).standing.endsAt).toBe(1_119_999)
    expect(play([open(1, 100_000, 1_000_000)]).refused).toEqual(['ended'])
    const many = Array.from({ length: 20 }, (_, index) =>
      open((index % 2) + 1, 100_000 + index * 10_000, 999_999 + index * 60_000),
    )
    expect(play(many).standing.endsAt).toBe(1_600_000)
    expect(play([open(1, 100_000), open(2, 100_001, 999_999)]).standing.endsAt).toBe(1_000_000)
  })
})

describe('random bids', () => {
  const offer = fc.record({
    bidder: fc.integer({ min: 1, max: 5 }),
    kind: fc.constantFrom('open' as const, 'maximum' as const),
    amount: fc.oneof(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 9, max: 60 }).map((n) => n * 10_000),
    ),
    wait: fc.integer({ min: 0, max: 90_000 }),
  })
  const offers = fc.array(offer, { minLength: 1, maxLength: 40 }).map((list) => {
    let at = 0
    return list.map(({ wait, ...rest }): BidAttempt => {
      at += wait
      return { ...rest, at }
    })
  })

  it('never lower the price, exceed a maximum, undercut an increment or move the end back', () => {
    fc.assert(
      fc.property(offers, (list) => {
        let standing = opened
        for (const one of list) {
          const verdict = decideBid(rules, standing, one)
          if ('refused' in verdict) continue
          const { price, maximum, endsAt, leader } = verdict.standing
          if (price === null || maximum === null) throw new Error('A taken bid has a price.')
          expect(price).toBeGreaterThanOrEqual(standing.price ?? rules.start)
          expect(price).toBeLessThanOrEqual(maximum)
          expect(endsAt).toBeGreaterThanOrEqual(standing.endsAt)
          expect(endsAt).toBeLessThanOrEqual(rules.hardEnd)
          if (one.bidder !== standing.leader)
            expect(one.amount).toBeGreaterThanOrEqual(minimumNextBid(rules, standing.price))
          expect(verdict.lines.at(-1)).toMatchObject({ price, leader })
          standing = verdict.standing
        }
      }),
      { numRuns: 500 },
    )
  })

  it('make the highest amount lead, the earlier of equal ones', () => {
    fc.assert(
      fc.property(offers, (list) => {
        const { standing, refused } = play(list)
        const accepted = list.filter((_, index) => refused[index] === null)
        const best = Math.max(0, ...accepted.map(({ amount }) => amount))
        expect(standing.leader).toBe(accepted.find(({ amount }) => amount === best)?.bidder ?? null)
      }),
      { numRuns: 500 },
    )
  })

  it('give the same result after a void as without the bidder, in any order of several voids', () => {
    const without = (rows: readonly HistoryRow[], bidder: number) => standingWithoutBidder(rules, rows, bidder)
    const out = (rows: readonly HistoryRow[], bidder: number): HistoryRow[] => [
      ...rows,
      { bidder, kind: 'void', amount: 1, seq: rows.length + 1 },
    ]
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), (list, first, second) => {
        const { refused } = play(list)
        const rows: HistoryRow[] = list
          .filter((_, index) => refused[index] === null)
          .map(({ bidder, kind, amount }, index) => ({ bidder, kind, amount, seq: index + 1 }))
        const left = without(rows, first)
        expect(left.leader).not.toBe(first)
        const others = rows.filter(({ bidder }) => bidder !== first)
        expect(left).toEqual(without(others, first))
        expect(left.leader === null).toBe(others.length === 0)
        if (left.price !== null) {
          expect(left.price).toBeGreaterThanOrEqual(rules.start)
          expect(left.price).toBeLessThanOrEqual(Math.max(...others.map(({ amount }) => amount)))
          expect(left.maximum).toBe(Math.max(...others.map(({ amount }) => amount)))
        }
        expect(without(out(rows, first), second)).toEqual(without(out(rows, second), first))
      }),
      { numRuns: 300 },
    )
  })

  it('are refused at or after the end with a stopped or jumping clock, and only bids move the end', () => {
    const jumping = fc.array(
      offer.chain((one) => fc.integer({ min: 0, max: 2_000_000 }).map((at): BidAttempt => ({ ...one, at }))),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(jumping, (list) => {
        let standing = opened
        for (const one of list) {
          const verdict = decideBid(rules, standing, one)
          if (one.at >= standing.endsAt) expect(verdict).toEqual({ refused: 'ended' })
          if ('refused' in verdict) continue
          const { endsAt, price } = verdict.standing
          if (endsAt !== standing.endsAt) {
            expect(price).not.toBe(standing.price)
            expect(standing.endsAt - one.at).toBeLessThanOrEqual(rules.window)
            expect(endsAt).toBe(Math.min(one.at + rules.extension, rules.hardEnd))
          }
          standing = verdict.standing
        }
      }),
      { numRuns: 500 },
    )
  })
})
