import { CallRefused } from '#kit/client.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import { companies } from '#people/companies/contract.ts'
import { users } from '#people/users/contract.ts'
import { promptOnce } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { coupons, type MemberCoupon } from '../../coupons/contract.ts'
import { goods } from '../../goods/contract.ts'
import { type OrderTotals, OrderTotals as SlipShape } from '../../money/contract.ts'
import { orders } from '../../orders/contract.ts'
import { points } from '../../points/contract.ts'
import { isLoggedIn, readCart } from '../cart/cart-requests.ts'
import { guestToken } from '../cart/cart-store.ts'
import { storeTicket } from '../find-order/order-tickets.ts'
import type { Draft } from './checkout-draft.ts'
import { type Item, selectItems } from './checkout-items.ts'

/** API calls of the checkout, loaded only on that page. */
const [userClient, companyClient, couponClient, goodsClient, orderClient, pointClient] = [
  clientOf(users),
  clientOf(companies),
  clientOf(coupons),
  clientOf(goods),
  clientOf(orders),
  clientOf(points),
]

/** Product bought directly, without the cart. */
export interface DirectPurchase {
  product: string
  option: string
  quantity: number
}

export interface CheckoutBasis {
  items: Item[]
  levelRate: number
  levelTitle: string
  coupons: MemberCoupon[]
  balance: number
  /** Points that expire next. */
  expiring: { at: string; amount: number } | null
  /** Buyer from the account; null for a guest. */
  buyer: { name: string; phone: string; email: string } | null
  /** Recipient of the tax invoice for a company member; null for others. */
  company: { businessNumber: string; name: string; ceo: string; address: string } | null
}

const readItems = async (
  direct: DirectPurchase | null,
): Promise<Pick<CheckoutBasis, 'items' | 'levelRate' | 'levelTitle'>> => {
  if (!direct) {
    const cart = await readCart()
    return {
      items: selectItems(cart?.lines ?? []),
      levelRate: cart?.levelRate ?? 0,
      levelTitle: cart?.levelTitle ?? '',
    }
  }
  const params = { id: direct.product }
  const [{ product }, choice] = await Promise.all([goodsClient.open({ params }), goodsClient.choice({ params })])
  const option = choice.options.find(({ _id }) => _id === direct.option)
  const { levelRate, levelTitle } = choice
  if (!option || option.stock === 0) return { items: [], levelRate, levelTitle }
  const { _id, name, picture, discount, delivery, deliveryFee, pointRate } = product
  const quantity = option.stock > 10 ? direct.quantity : Math.min(direct.quantity, option.stock)
  const item = { price: option.price, discount, quantity, delivery, deliveryFee, pointRate, product: _id }
  return { items: [{ ...item, option: option._id, name, picture }], levelRate, levelTitle }
}

/** Reads the items of the order and the member's coupons and points. */
export const readBasis = async (direct: DirectPurchase | null): Promise<CheckoutBasis> => {
  if (!isLoggedIn()) {
    const { items, ...level } = await readItems(direct)
    // Guests earn no points.
    const plain = items.map((item) => ({ ...item, pointRate: 0 }))
    return { items: plain, ...level, coupons: [], balance: 0, expiring: null, buyer: null, company: null }
  }
  const [items, own, ledger, { me }] = await Promise.all([
    readItems(direct),
    readAllPages('coupons', (page) => couponClient.mine({ query: { ...page, usable: 'true' } })),
    pointClient.mine({ query: { limit: 1 } }),
    userClient.me(),
  ])
  const { company } = me.kind === 'COMPANY' ? await companyClient.company() : { company: null }
  return {
    ...items,
    coupons: own.coupons,
    balance: ledger.balance,
    expiring: ledger.expiring,
    buyer: { name: me.name, phone: me.phone ? formatPhone(me.phone) : '', email: me.email ?? '' },
    company: company && { ...company, businessNumber: formatBusinessNumber(company.businessNumber) },
  }
}

interface PlaceOptions {
  key: string
  items: readonly Item[]
  draft: Draft
  coupon: string | null
  points: number
  total: number
  isDirect: boolean
  /** The totals were calculated for a member, so a guest must not place this order. */
  isMembers: boolean
}

export type PlaceResult =
  | { is: 'placed'; order: Order; place: string }
  /** The key has already placed an order with other content, whose answer was lost. */
  | { is: 'made' }
  /** Errors by field path; `slip` if the server calculates another total. */
  | { is: 'refused'; message: string; fields: Record<string, string>; slip: OrderTotals | null }

const parseTotals = (current: unknown): OrderTotals | null => {
  const slip = (current as { slip?: unknown } | undefined)?.slip ?? current
  const parsed = SlipShape.safeParse(slip)
  return parsed.success ? parsed.data : null
}

/** Places the order. Repeating the call with the same key returns the same order. */
export const placeOrder = async ({
  key,
  items,
  draft,
  isDirect,
  isMembers,
  ...options
}: PlaceOptions): Promise<PlaceResult> => {
  // The session may have expired on this page, with the password dialog dismissed.
  if (isMembers && !isLoggedIn() && !(await promptOnce()))
    return { is: 'refused', message: m.error_session_expired(), fields: {}, slip: null }
  try {
    const { order } = await orderClient.place({
      body: {
        key,
        lines: items.map(({ option, quantity }) => ({ option, quantity })),
        buyer: { name: draft['buyer.name'], phone: draft['buyer.phone'], email: draft['buyer.email'] },
        way: draft.way,
        to:
          draft.way === 'pickup'
            ? null
            : {
                name: draft['to.name'] || draft['buyer.name'],
                phone: draft['to.phone'] || draft['buyer.phone'],
                postcode: draft['to.postcode'],
                address: draft['to.address'],
                detail: draft['to.detail'],
              },
        memo: draft.memo,
        payment: draft.payment,
        depositor: draft.payment === 'bank' ? draft.depositor : '',
        // The card company issues the receipt.
        receipt:
          draft.receipt === 'none' || draft.receipt === 'tax' || draft.payment === 'card'
            ? null
            : { kind: draft.receipt, number: draft['receipt.number'] },
        taxInvoice:
          draft.receipt === 'tax' && draft.payment === 'bank'
            ? {
                businessNumber: draft['taxInvoice.businessNumber'],
                company: draft['taxInvoice.company'],
                ceo: draft['taxInvoice.ceo'],
                address: draft['taxInvoice.address'],
                businessType: draft['taxInvoice.businessType'],
                businessItem: draft['taxInvoice.businessItem'],
                email: draft['taxInvoice.email'],
              }
            : null,
        agreed: true,
        cart: isLoggedIn() || isDirect ? null : guestToken(),
        ...options,
      },
    })
    if (order.ticket) storeTicket(order.number, order.ticket)
    // Refresh the count in the header; the order is placed even if this fails.
    await readCart().catch(() => undefined)
    return { is: 'placed', order, place: order.ticket ? order.number : order._id }
  } catch (failed) {
    if (!(failed instanceof CallRefused)) throw failed
    const { code, fields = {}, current } = failed.refusal
    if (code === 'key_reused') return { is: 'made' }
    return { is: 'refused', message: failed.message, fields, slip: parseTotals(current) }
  }
}
