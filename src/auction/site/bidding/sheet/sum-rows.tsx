import { m } from '#messages/messages.js'
import type { BuyerTotal } from '../../../auctions/rules.ts'
import { formatWon } from '../../format/format-amounts.ts'

/** Premium and VAT as rows of a list. `premium`: hundredths of a percent; absent if unknown. */
export function SumRows({ sum, premium }: { sum: BuyerTotal; premium?: number }) {
  return (
    <>
      <div>
        <dt>{premium === undefined ? m.auction_premium_plain() : m.auction_premium({ premium: premium / 100 })}</dt>
        <dd>{formatWon(sum.premium)}</dd>
      </div>
      <div>
        <dt>{m.auction_vat()}</dt>
        <dd>{formatWon(sum.vat)}</dd>
      </div>
    </>
  )
}
