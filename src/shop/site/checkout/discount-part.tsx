import { formatNearDate } from '#content/site/site-shell/format-dates.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { MemberCoupon } from '../../coupons/contract.ts'
import { calculateCouponDiscount } from '../../money/rules.ts'
import { formatDiscount, formatPercent, formatWon } from '../format/format-sums.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import type { CheckoutBasis } from './checkout-requests.ts'

interface DiscountPartProps {
  basis: CheckoutBasis
  /** Amount in won to which coupons apply. */
  sum: number
  coupon: MemberCoupon | null
  isBest: boolean
  onCoupon: (coupon: MemberCoupon | null) => void
  points: string
  /** Maximum number of points for this order. */
  maxPoints: number
  minPoints: number
  error: string | undefined
  onPoints: (points: string) => void
}

/** Formats the discount of a coupon. */
export const formatCouponDiscount = ({ kind, value, cap }: MemberCoupon): string =>
  kind === 'amount'
    ? formatWon(value)
    : cap === null
      ? formatPercent(value)
      : m.shop_coupon_rate_cap({ rate: formatPercent(value), sum: groupDigits(cap) })

/** Coupons and points of a member; the coupon with the largest discount is preselected. */
export function DiscountPart(props: DiscountPartProps) {
  const { basis, sum, coupon, isBest, onCoupon, points, maxPoints, minPoints, error, onPoints } = props
  return (
    <section className={page.part} aria-labelledby="part-discount">
      <h2 id="part-discount">{m.shop_checkout_discount()}</h2>
      <div className={fields.fields}>
        <fieldset className={fields.choice}>
          <legend>
            {m.shop_coupon()} {coupon && isBest && <span className={fields.quiet}>{m.shop_coupon_best()}</span>}
          </legend>
          {basis.coupons.map((one) => {
            const off = calculateCouponDiscount(one, sum)
            return (
              <label key={one._id} className={fields.tile}>
                <input
                  type="radio"
                  name="coupon"
                  checked={coupon?._id === one._id}
                  disabled={off === 0}
                  onChange={() => onCoupon(one)}
                />
                <span>
                  <span lang={foreignLang(one.lang)}>{one.title}</span>
                  <small>
                    {off === 0
                      ? m.shop_coupon_least({ sum: formatWon(one.least) })
                      : m.shop_coupon_until({
                          terms: formatCouponDiscount(one),
                          day: formatNearDate(one.endsAt, Date.now()),
                        })}
                  </small>
                </span>
                {off > 0 && <b>{formatDiscount(off)}</b>}
              </label>
            )
          })}
          <label className={fields.tile}>
            <input type="radio" name="coupon" checked={coupon === null} onChange={() => onCoupon(null)} />
            <span>{basis.coupons.length > 0 ? m.shop_coupon_none() : m.shop_coupon_no()}</span>
          </label>
        </fieldset>
        <div className={fields.stack}>
          <TextField
            label={m.shop_points()}
            name="points"
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            value={points}
            disabled={basis.balance <= 0}
            error={error}
            hint={
              basis.expiring
                ? m.shop_points_hint_expiring({
                    least: groupDigits(minPoints),
                    day: formatNearDate(basis.expiring.at, Date.now()),
                    amount: groupDigits(basis.expiring.amount),
                  })
                : m.shop_points_hint({ least: groupDigits(minPoints) })
            }
            onChange={({ target }) => onPoints(target.value.replace(/[^\d,]/g, ''))}
          />
          <Button
            look="outline"
            low
            disabled={maxPoints === 0 || basis.balance < Math.max(minPoints, 1)}
            onClick={() => onPoints(String(Math.min(basis.balance, maxPoints)))}
          >
            {m.shop_points_all({ amount: groupDigits(Math.max(basis.balance, 0)) })}
          </Button>
        </div>
      </div>
    </section>
  )
}
