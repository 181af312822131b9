// node auction-replay.mjs chain.json: tells the bids of a closed lot again, by the rules in docs/auction-proof.md.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { work, rules, pauses, rows, closed } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const ms = Date.parse
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const fail = (seq, what) => process.exit(console.log(`row ${seq}: ${what}`) ?? 1)
const rested = (at) => pauses.filter(({ to }) => ms(to) <= at).reduce((sum, { from, to }) => sum + ms(to) - ms(from), 0)
const all = rested(Number.POSITIVE_INFINITY)
const step = (price) => rules.increments.filter(({ from }) => from <= price).at(-1).step
const lift = (price, most) => (rules.reserve > price && most >= rules.reserve ? rules.reserve : price)

/** Where the lot is after a bid, and the rows that the bid makes; undefined where the rules refuse it. */
const meet = ({ price, leader, most }, { bidder, kind, amount }) => {
  const [isRaise, next] = [bidder === leader, price === null ? rules.start : price + step(price)]
  if (isRaise ? kind === 'open' || amount <= most : amount < next) return
  const leads = leader === 0 || amount > most
  const least = leader === 0 ? rules.start : Math.min(amount, most + step(most))
  const bid = kind === 'open' ? amount : lift(isRaise ? price : least, amount)
  const answer = lift(Math.min(most, amount + step(amount)), most)
  const beaten = leads && !isRaise && leader !== 0 && most > price ? [[leader, 'automatic', most, leader]] : []
  const lost = [bidder, kind, amount, leader]
  if (!leads) return { price: answer, leader, most, made: [lost, [leader, 'automatic', answer, leader]] }
  return { price: bid, leader: bidder, most: amount, made: [...beaten, [bidder, kind, bid, bidder]] }
}
/** Without the bids of those who are out; who would lead anyway goes as far as the bid says. */
const again = (lot, offer) => meet(lot, lot.leader === offer.bidder ? { ...offer, kind: 'maximum' } : offer) ?? lot

const empty = { price: null, leader: 0, most: 0, made: [] }
let [lot, end, expected, offers] = [empty, ms(rules.dueAt) - all, [], []]
for (const [index, { seq, bidder, kind, amount, price, leader, nonce, previous, hash, ...row }] of rows.entries()) {
  const [at, sum] = [ms(row.at), kind === 'maximum' ? sha(Buffer.from(nonce ?? '', 'hex'), String(amount)) : amount]
  const text = ['v1', work, seq, bidder, kind, sum, price, leader, ms(row.endsAt), at].join('|')
  const isJoined = seq === index + 1 && previous === (rows[index - 1]?.hash ?? '')
  // Of a longer or shorter nonce, digits of the amount could be bytes of the nonce.
  const isProved = kind !== 'maximum' || /^[0-9a-f]{32}$/.test(nonce)
  if (!isJoined || !isProved || sha(Buffer.from(previous, 'hex'), text) !== hash) fail(seq, 'the fingerprint is broken')
  if (at >= end + rested(at)) fail(seq, 'after the end')
  if (kind === 'void') {
    offers = offers.filter((offer) => offer.bidder !== bidder)
    lot = offers.reduce(again, empty)
    expected = [[bidder, 'void', lot.price ?? rules.start, lot.leader]]
  } else if (expected.length === 0) {
    // An automatic row comes before the bid that it answers where that bid is the higher one.
    const offer = kind === 'automatic' ? rows[index + 1] : { bidder, kind, amount }
    const next = meet(lot, offer) ?? fail(seq, 'refused by the rules')
    const later = Math.min(at - rested(at) + rules.extensionSeconds * 1000, ms(rules.hardEnd) - all)
    if (next.price !== lot.price && end + rested(at) - at <= rules.windowSeconds * 1000) end = Math.max(end, later)
    offers.push(offer)
    ;[lot, expected] = [next, [...next.made]]
  }
  if (String(expected.shift()) !== String([bidder, kind, price, leader])) fail(seq, 'another outcome')
  if (end + rested(at) !== ms(row.endsAt)) fail(seq, 'another end')
}
if (expected.length > 0 || closed.price !== lot.price || (closed.leader ?? 0) !== lot.leader)
  fail(rows.length, 'another result')
const isSold = lot.price !== null && lot.price >= (rules.reserve ?? rules.start)
if ((closed.state === 'sold') !== isSold || ms(closed.at) !== end + all) fail(rows.length, 'another close')
console.log(`${rows.length} rows hold: ${closed.state}, ${closed.price ?? 0}`)
