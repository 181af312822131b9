import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Picture } from '#ui/media/picture.tsx'
import type { MemberCoupon } from '../../coupons/contract.ts'
import { calculateTotals, findBestCoupon, withoutDelivery } from '../../money/rules.ts'
import { formatPercent, formatWon } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { cardPath, cartPath, homePath, orderPath } from '../layout/shop-paths.ts'
import { shopContext } from '../loader-context.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { createTotalsNotes, createTotalsRows } from '../parts/total-rows.ts'
import { Totals, TotalsBar } from '../parts/totals.tsx'
import { AddressPart } from './address-part.tsx'
import {
  blank,
  type Draft,
  type FieldName,
  orderKey,
  readDraft,
  removeDraft,
  removeOrderKey,
  storeDraft,
} from './checkout-draft.ts'
import { fieldLabel, validateCheckout } from './checkout-errors.ts'
import styles from './checkout-page.module.css'
import type { CheckoutBasis, DirectPurchase } from './checkout-requests.ts'
import { DiscountPart, formatCouponDiscount } from './discount-part.tsx'
import { PaymentPart } from './payment-part.tsx'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_checkout())

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { conditions } = await shopContext(context).api.conditions.published()
  return { conditions }
}

const day = 86_400_000

/** Reads a direct purchase from the URL; null for the cart. */
const parseDirectPurchase = (search: URLSearchParams): DirectPurchase | null => {
  const [product, option, quantity] = [search.get('product'), search.get('option'), Number(search.get('quantity'))]
  return product && option && Number.isInteger(quantity) && quantity > 0 ? { product, option, quantity } : null
}

/** Checkout on one page: address, coupon and points, payment, consent. */
export default function Checkout() {
  const { conditions } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isMember = useLoggedIn()
  const [basis, setBasis] = useState<CheckoutBasis>()
  const [draft, setDraft] = useState<Draft>(blank)
  const [coupon, setCoupon] = useState<MemberCoupon | null>()
  const [points, setPoints] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [announcement, setAnnouncement] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [until, setUntil] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const query = search.toString()

  const load = useCallback(async () => {
    try {
      const { readBasis } = await import('./checkout-requests.ts')
      const found = await readBasis(parseDirectPurchase(new URLSearchParams(query)))
      setBasis(found)
      const { buyer, company } = found
      setDraft((current) => ({
        ...current,
        'buyer.name': current['buyer.name'] || (buyer?.name ?? ''),
        'buyer.phone': current['buyer.phone'] || (buyer?.phone ?? ''),
        'buyer.email': current['buyer.email'] || (buyer?.email ?? ''),
        depositor: current.depositor || (buyer?.name ?? ''),
        // Prefill a company's invoice from its record without overwriting typed text.
        ...(company && {
          'taxInvoice.businessNumber': current['taxInvoice.businessNumber'] || company.businessNumber,
          'taxInvoice.company': current['taxInvoice.company'] || company.name,
          'taxInvoice.ceo': current['taxInvoice.ceo'] || company.ceo,
          'taxInvoice.address': current['taxInvoice.address'] || company.address,
          'taxInvoice.email': current['taxInvoice.email'] || (buyer?.email ?? ''),
        }),
      }))
    } catch (failed) {
      setAnnouncement(errorMessage(failed))
    }
  }, [query])
  useEffect(() => {
    const stored = { ...blank, ...readDraft() }
    // The payment method of the draft may not be offered any more.
    const payment = conditions.takesCards && (!conditions.takesTransfers || stored.payment === 'card') ? 'card' : 'bank'
    setDraft({ ...stored, payment, way: conditions.pickup ? stored.way : 'parcel' })
    setUntil(Date.now() + conditions.payDays * day)
  }, [conditions])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a member has another cart
  useEffect(() => void load(), [load, isMember])

  /** Clears the error of a field once it is edited, and the summary with the last error. */
  const forget = (name: string) => {
    if (!errors[name]) return
    const rest = Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name))
    setErrors(rest)
    if (Object.keys(rest).length === 0) setAnnouncement('')
  }
  const change = (name: FieldName, value: string) => {
    const next = { ...draft, [name]: value }
    setDraft(next)
    storeDraft(next)
    forget(name)
  }

  const items = (basis?.items ?? []).map((item) => (draft.way === 'pickup' ? withoutDelivery(item) : item))
  const terms = {
    levelRate: basis?.levelRate ?? 0,
    deliveryFee: conditions.deliveryFee,
    freeFrom: conditions.freeFrom,
  }
  const plain = calculateTotals(items, { ...terms, coupon: null, points: 0 })
  const sum = plain.goods - plain.productDiscount - plain.levelDiscount
  const best = findBestCoupon(basis?.coupons ?? [], sum)
  // If the chosen coupon is no longer usable, fall back to the best of the others.
  const chosen = coupon === null ? null : (basis?.coupons.find(({ _id }) => _id === coupon?._id) ?? best)
  const beforePoints = calculateTotals(items, { ...terms, coupon: chosen, points: 0 })
  const most = beforePoints.total - beforePoints.delivery
  // A balance is negative if points of a returned purchase were already spent.
  const balance = Math.max(basis?.balance ?? 0, 0)
  const usedPoints = Math.min(Number(points.replaceAll(',', '')) || 0, balance, most)
  const slip = calculateTotals(items, { ...terms, coupon: chosen, points: usedPoints })

  const showErrors = (message: string, found: Record<string, string>) => {
    setErrors(found)
    setAnnouncement(message)
    requestAnimationFrame(() => summary.current?.focus())
  }
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!basis) return
    const found = validateCheckout({ draft, isAgreed, points: usedPoints, minPoints: conditions.leastPoints })
    if (Object.keys(found).length > 0) return showErrors(m.shop_checkout_wrong(), found)
    setBusy(true)
    setAnnouncement('')
    setErrors({})
    try {
      const { placeOrder } = await import('./checkout-requests.ts')
      const answer = await placeOrder({
        key: orderKey(),
        items,
        draft,
        coupon: slip.couponDiscount > 0 ? (chosen?._id ?? null) : null,
        points: usedPoints,
        total: slip.total,
        isDirect: parseDirectPurchase(search) !== null,
        isMembers: basis.buyer !== null,
      })
      if (answer.is === 'placed') {
        removeDraft()
        // The provider's window needs a document with its own Content-Security-Policy.
        if (answer.order.payment === 'card') return window.location.assign(localizePath(cardPath(answer.place)))
        void navigate(localizePath(orderPath(answer.place)), { replace: true })
        return
      }
      if (answer.is === 'made') {
        removeOrderKey()
        showErrors(m.shop_checkout_made(), {})
        setBusy(false)
        return
      }
      // After any refusal, reload prices, stock and coupons.
      await load()
      showErrors(
        answer.slip && answer.slip.total !== slip.total
          ? m.shop_checkout_total({ before: formatWon(slip.total), now: formatWon(answer.slip.total) })
          : answer.message,
        answer.fields,
      )
    } catch (failed) {
      showErrors(errorMessage(failed), {})
    }
    setBusy(false)
  }

  const form = { draft, errors, change }
  const act = (
    <Button type="submit" busy={isBusy}>
      {draft.payment === 'card'
        ? m.shop_checkout_send_card({ sum: formatWon(slip.total) })
        : m.shop_checkout_send({ sum: formatWon(slip.total) })}
    </Button>
  )
  if (basis && items.length === 0 && !isBusy)
    return (
      <div className={page.page}>
        <h1 className={page.title}>{m.shop_checkout()}</h1>
        <div className={page.after}>
          <Notice
            title={announcement || m.shop_checkout_empty()}
            act={<TextLink to={localizePath(cartPath)}>{m.shop_cart()}</TextLink>}
          />
        </div>
      </div>
    )
  return (
    <form className={page.page} noValidate onSubmit={(event) => void send(event)}>
      <h1 className={page.title}>{m.shop_checkout()}</h1>
      <p className={page.lead}>{m.shop_checkout_lead()}</p>
      <div ref={summary} tabIndex={-1} role="alert" className={announcement ? page.error : styles.none}>
        {announcement}
        {Object.keys(errors).length > 0 && (
          <ul>
            {Object.entries(errors).map(([name, message]) => (
              <li key={name}>
                <button type="button" className={page.link} onClick={() => focusField(name)}>
                  {fieldLabel(name)}
                </button>{' '}
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {!basis && !announcement && <p role="status">{m.shop_loading()}</p>}
      {basis && (
        <div className={page.beside}>
          <div>
            <AddressPart key={basis.buyer ? 'member' : 'guest'} form={form} pickup={conditions.pickup} />
            {basis.buyer && (
              <DiscountPart
                basis={basis}
                sum={sum}
                coupon={chosen}
                isBest={chosen === best && coupon?._id !== chosen?._id}
                onCoupon={(next) => {
                  setCoupon(next)
                  forget('coupon')
                }}
                points={points}
                maxPoints={most}
                minPoints={conditions.leastPoints}
                error={errors.points}
                onPoints={(next) => {
                  setPoints(next)
                  forget('points')
                }}
              />
            )}
            <PaymentPart
              form={form}
              until={until}
              takesTransfers={conditions.takesTransfers}
              takesCards={conditions.takesCards}
              error={errors.payment}
            />
            <section className={page.part} aria-labelledby="part-consent">
              <h2 id="part-consent">{m.shop_checkout_consent()}</h2>
              <label className={fields.check}>
                <input
                  type="checkbox"
                  name="agreed"
                  checked={isAgreed}
                  aria-invalid={errors.agreed ? true : undefined}
                  onChange={({ target }) => {
                    setAgreed(target.checked)
                    forget('agreed')
                  }}
                />
                {m.shop_checkout_agree()}
              </label>
              {errors.agreed && <p className={fields.error}>{errors.agreed}</p>}
              <p className={fields.quiet}>
                <Link to={localizePath('/terms/privacy')} reloadDocument>
                  {m.shop_checkout_privacy()}
                </Link>
              </p>
            </section>
          </div>
          <div className={page.aside}>
            <div className={styles.items}>
              {items
                .slice(0, 3)
                .map(
                  ({ option, picture }) => picture && <Picture key={option} picture={picture} sizes="64px" alt="" />,
                )}
              <p>
                {m.shop_slip_goods({ kinds: slip.kinds, quantity: slip.quantity })}
                <Link to={localizePath(parseDirectPurchase(search) ? homePath : cartPath)}>
                  {parseDirectPurchase(search) ? m.shop_all_products() : m.shop_to_cart()}
                </Link>
              </p>
            </div>
            <Totals
              name={m.shop_slip_total()}
              total={slip.total}
              rows={createTotalsRows(slip, {
                level: m.shop_slip_level_why({ level: basis.levelTitle, rate: formatPercent(basis.levelRate) }),
                coupon: chosen
                  ? m.shop_slip_coupon_why({ title: chosen.title, terms: formatCouponDiscount(chosen) })
                  : undefined,
                points: m.shop_slip_points_left({ amount: formatWon(balance - slip.points) }),
                delivery:
                  conditions.freeFrom === null || draft.way === 'pickup'
                    ? undefined
                    : m.shop_slip_delivery_why({ sum: formatWon(conditions.freeFrom) }),
              })}
              notes={createTotalsNotes(slip)}
              act={act}
            >
              <p>{m.shop_checkout_once()}</p>
            </Totals>
          </div>
        </div>
      )}
      {basis && <TotalsBar name={m.shop_slip_total()} total={slip.total} act={act} />}
    </form>
  )
}

const focusField = (name: string) => {
  // Errors of a whole part focus its heading.
  const field = document.getElementsByName(name)[0] ?? document.getElementById(`part-${name}`)
  if (field instanceof HTMLElement) field.focus()
}
