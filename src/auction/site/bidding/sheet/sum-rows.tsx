import { m } from '#messages/messages.js'
import type { Sum } from '../../../auctions/rules.ts'
import { won } from '../../format/format-amounts.ts'

/** Premium and VAT as rows of a list. `premium`: hundredths of a percent; absent if unknown. */
export function SumRows({ sum, premium }: { sum: Sum; premium?: number }) {
  return (
    <>
      <div>
        <dt>{premium === undefined ? m.auction_premium_plain() : m.auction_premium({ premium: premium / 100 })}</dt>
        <dd>{won(sum.premium)}</dd>
      </div>
      <div>
        <dt>{m.auction_vat()}</dt>
        <dd>{won(sum.vat)}</dd>
      </div>
    </>
  )
}
