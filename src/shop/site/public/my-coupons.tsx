import { type SyntheticEvent, useState } from 'react'
import { formatLongDate } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { coupons, type MemberCoupon } from '../../coupons/contract.ts'
import { formatCouponDiscount } from '../checkout/discount-part.tsx'
import { formatWon } from '../format/format-sums.ts'
import styles from './my-shop.module.css'

const client = clientOf(coupons)
const load = () => readAllPages('coupons', (query) => client.mine({ query }))

const stateWords: Record<MemberCoupon['state'], () => string> = {
  usable: m.shop_coupon_usable,
  coming: m.shop_coupon_coming,
  used: m.shop_coupon_used,
  ended: m.shop_coupon_ended,
}

/** Member's coupons, used ones included, and a form to claim one by code. */
export default function MyCoupons() {
  const { value, error, reload } = useLoaded(load)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const claim = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    if (!code) return setFault(m.shop_coupon_code_needed())
    setBusy(true)
    setFault('')
    setAnnouncement('')
    try {
      const { coupon } = await client.claim({ body: { code } })
      setAnnouncement(m.shop_coupon_claimed({ title: coupon.title }))
      form.reset()
      reload()
    } catch (failed) {
      setFault(errorMessage(failed))
    }
    setBusy(false)
  }
  return (
    <>
      <h1 className={parts.title}>{m.shop_coupon()}</h1>
      <form className={styles.claim} noValidate onSubmit={(event) => void claim(event)}>
        <TextField
          name="code"
          label={m.shop_coupon_code()}
          error={fault || undefined}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Button type="submit" look="outline" busy={isBusy}>
          {m.shop_coupon_claim()}
        </Button>
      </form>
      <p role="status" className={parts.said}>
        {announcement}
      </p>
      {!value && <LoadState error={error} reload={reload} />}
      {value?.coupons.length === 0 && <p>{m.shop_coupon_no()}</p>}
      <ul className={styles.coupons}>
        {value?.coupons.map((coupon) => (
          <li key={coupon._id} data-state={coupon.state}>
            <b>{formatCouponDiscount(coupon)}</b>
            <div>
              <p lang={foreignLang(coupon.lang)}>{coupon.title}</p>
              <p className={parts.meta}>
                {coupon.least > 0 && <>{m.shop_coupon_least({ sum: formatWon(coupon.least) })} · </>}
                {formatLongDate(coupon.startsAt)} – {formatLongDate(coupon.endsAt)}
              </p>
              <p className={parts.meta}>
                {stateWords[coupon.state]()} {coupon.order}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
