import type { ReactNode } from 'react'
import { FactList } from '#console/kit/parts/fact-list.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { m } from '#messages/messages.js'
import type { ConsoleOrder } from '../contract-desk.ts'
import { trackingPage } from '../shipping/rules-carriers.ts'
import styles from './order-screen.module.css'
import { formatWon, receiptLabels } from './resource.tsx'

/** Rows of the totals in the order in which discounts apply; rows without a discount are omitted. */
const listTotals = ({ slip, levelTitle, couponTitle }: ConsoleOrder): [string, number][] => [
  [m.orders_slip_goods({ count: slip.quantity }), slip.goods],
  ...([
    [m.orders_slip_product(), -slip.productDiscount],
    [levelTitle ? `${m.orders_slip_level()} · ${levelTitle}` : m.orders_slip_level(), -slip.levelDiscount],
    [couponTitle ? `${m.orders_slip_coupon()} · ${couponTitle}` : m.orders_slip_coupon(), -slip.couponDiscount],
    [m.orders_slip_points(), -slip.points],
  ].filter(([, amount]) => amount !== 0) as [string, number][]),
  [m.orders_slip_delivery(), slip.delivery],
]

const formatSigned = (amount: number) => (amount < 0 ? `−${formatWon(-amount)}` : formatWon(amount))

/** Order lines with the totals below. */
export function OrderLines({ order }: { order: ConsoleOrder }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the screen is scrolled by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={m.orders_good()}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th>{m.orders_good()}</th>
              <th>{m.orders_quantity()}</th>
              <th>{m.orders_price()}</th>
              <th>{m.orders_line_paid()}</th>
              <th>{m.orders_returns()}</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={line._id}>
                <td>
                  <span className={styles.good}>
                    <Thumbnail picture={line.picture} width={36} height={36} />
                    <span>
                      {line.name}
                      <small>{line.values.join(' · ')}</small>
                    </span>
                  </span>
                </td>
                <td data-label={m.orders_quantity()}>{line.quantity}</td>
                <td data-label={m.orders_price()}>{formatWon(line.reduced)}</td>
                <td data-label={m.orders_line_paid()}>{formatWon(line.paid)}</td>
                <td data-label={m.orders_returns()}>{line.returning || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className={styles.totals} aria-label={m.orders_slip()}>
        {listTotals(order).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatSigned(amount)}</dd>
          </div>
        ))}
        <div data-total="">
          <dt>{m.orders_total()}</dt>
          <dd>{formatWon(order.slip.total)}</dd>
        </div>
        <div>
          <dt>{m.orders_slip_vat()}</dt>
          <dd>{formatWon(order.slip.vat)}</dd>
        </div>
        {order.refunded > 0 && (
          <div>
            <dt>{m.orders_refunded()}</dt>
            <dd>{formatSigned(-order.refunded)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Delivery address and the customer's note. */
export function OrderFacts({ order }: { order: ConsoleOrder }) {
  const { to, pickup } = order
  const page = trackingPage(order.carrier, order.tracking)
  const facts: [string, ReactNode][] = [
    [m.orders_to(), to ? [to.name, to.phone, `(${to.postcode}) ${to.address} ${to.detail}`.trim()].join(' · ') : ''],
    [
      m.orders_way_pickup(),
      pickup ? m.orders_pickup_facts({ place: pickup.place, hours: `${pickup.from}–${pickup.to}` }) : '',
    ],
    [m.orders_memo(), order.memo],
    [m.orders_depositor(), order.depositor],
    [m.orders_receipt(), order.receipt && `${receiptLabels[order.receipt.kind]()} ${order.receipt.number}`],
    [
      m.orders_tracking(),
      order.tracking && (
        <>
          {order.carrier} {order.tracking}{' '}
          {page && (
            <a href={page} target="_blank" rel="noopener noreferrer">
              {m.orders_parcel_page()}
            </a>
          )}
        </>
      ),
    ],
  ]
  return (
    <section className={styles.part}>
      <h2>{m.orders_facts()}</h2>
      <FactList facts={facts} className={styles.facts} />
    </section>
  )
}
