import { type MetaFunction, useParams } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { formatLongDate, formatTime, formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import type { Order as OrderRecord } from '#shop/orders/contract-records.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ExchangeList } from '../claim/exchange-list.tsx'
import { FindForm } from '../find-order/find-order-form.tsx'
import { formatWon } from '../format/format-sums.ts'
import { createPrivatePageMeta } from '../layout/page-head.ts'
import { cardPath } from '../layout/shop-paths.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import page from '../parts/page.module.css'
import { createTotalsNotes, createTotalsRows } from '../parts/total-rows.ts'
import { Totals } from '../parts/totals.tsx'
import { describeInvoice } from './invoice-labels.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderLines } from './order-lines.tsx'
import styles from './order-page.module.css'
import { OrderDocuments } from './order-papers.tsx'
import { OrderProgress } from './order-progress.tsx'
import { LargeParcelTracking } from './parcel-tracking.tsx'
import { PickupFacts } from './pickup-facts.tsx'
import { StateBadge } from './state-badge.tsx'
import { orderStateLabel } from './state-labels.ts'
import { TransferAccount } from './transfer-account.tsx'
import { useOrder } from './use-order.ts'

export const meta: MetaFunction = () => createPrivatePageMeta(m.shop_order_title())

/** Returns the page title: the next step of the order. */
const titleOf = (order: OrderRecord): string => {
  const { state, slip, payUntil } = order
  if (state === 'ordered' && order.payment === 'card') return m.shop_order_pay_card({ sum: formatWon(slip.total) })
  if (state === 'ordered') return m.shop_order_pay({ day: formatWeekday(payUntil), sum: formatWon(slip.total) })
  if (state === 'ready') return m.shop_order_ready()
  if (state === 'shipped') return m.shop_order_shipped()
  if (state === 'delivered') return order.way === 'pickup' ? m.shop_order_handed() : m.shop_order_delivered()
  if (state === 'confirmed') return m.shop_order_confirmed()
  if (state === 'cancelled') return order.cancelReason === 'unpaid' ? m.shop_order_unpaid() : m.shop_order_cancelled()
  return m.shop_order_preparing()
}

/** Order page, for the member or for a guest with number and contact. */
export default function Order() {
  const { order: name = '' } = useParams()
  const { order, error, set, reload } = useOrder(name)
  if (order === undefined || order === null)
    return (
      <div className={page.page}>
        <h1 className={page.title}>{m.shop_order_title()}</h1>
        {error && <LoadFailed reason={error} onAgain={reload} />}
        {order === undefined && !error && <p role="status">{m.shop_loading()}</p>}
        {order === null && (
          <>
            <p className={page.lead}>{m.shop_find_lead()}</p>
            <div className={page.beside}>
              <div>
                <FindForm number={/^s-/i.test(name) ? name : ''} onFound={set} />
              </div>
            </div>
          </>
        )}
      </div>
    )
  return (
    <div className={styles.page}>
      <Breadcrumbs crumbs={[{ title: m.shop_title(), to: '/shop' }, { title: order.number }]} />
      <div className={page.beside}>
        <div>
          <p>
            <StateBadge state={order.state} words={orderStateLabel(order)} />
          </p>
          <h1 className={page.title}>{titleOf(order)}</h1>
          {order.state === 'ordered' && (
            <p className={page.lead}>
              {order.payment === 'card'
                ? m.shop_order_pay_card_lead({ time: formatTime(order.payUntil) })
                : m.shop_order_pay_lead({ time: formatTime(order.payUntil) })}
            </p>
          )}
          {order.payment === 'card' && order.may.payOtherwise && (
            <div className={page.actions}>
              <ButtonLink to={localizePath(cardPath(name))} reloadDocument>
                {m.shop_checkout_send_card({ sum: formatWon(order.slip.total) })}
              </ButtonLink>
            </div>
          )}
          {order.refunded > 0 && (
            <p className={page.lead}>{m.shop_order_refunded({ sum: formatWon(order.refunded) })}</p>
          )}
          {order.pickup && order.state !== 'cancelled' && <PickupFacts pickup={order.pickup} />}
          {order.state === 'shipped' && <LargeParcelTracking carrier={order.carrier} tracking={order.tracking} />}
          {order.account && <TransferAccount account={order.account} total={order.slip.total} />}
          <section className={styles.part} aria-labelledby="progress">
            <h2 id="progress">{m.shop_progress()}</h2>
            <OrderProgress order={order} />
          </section>
          <ExchangeList order={order} onChange={reload} />
          <section className={styles.part} aria-labelledby="lines">
            <h2 id="lines">{m.shop_products()}</h2>
            <OrderLines lines={order.lines} />
          </section>
        </div>
        <div className={page.aside}>
          <Totals
            name={m.shop_slip_total()}
            total={order.slip.total}
            rows={createTotalsRows(order.slip, {
              level: order.levelTitle || undefined,
              coupon: order.couponTitle || undefined,
            })}
            // After a partial return, only the point ledger knows the points actually earned.
            notes={createTotalsNotes(
              order.refunded > 0 ? { ...order.slip, earns: 0 } : order.slip,
              order.state === 'confirmed',
            )}
          />
          <dl className={`${page.facts} ${styles.facts}`}>
            {order.to && (
              <div>
                <dt>{m.shop_fact_to()}</dt>
                <dd>
                  {[
                    order.to.name,
                    order.to.phone,
                    `(${order.to.postcode}) ${order.to.address} ${order.to.detail}`,
                  ].join(', ')}
                </dd>
              </div>
            )}
            {order.memo && (
              <div>
                <dt>{m.shop_field_memo()}</dt>
                <dd>{order.memo}</dd>
              </div>
            )}
            {order.receipt && (
              <div>
                <dt>{m.shop_receipt()}</dt>
                <dd>
                  {order.receipt.kind === 'income' ? m.shop_receipt_income() : m.shop_receipt_expense()}{' '}
                  {order.receipt.number}
                </dd>
              </div>
            )}
            {order.taxInvoice && (
              <div>
                <dt>{m.shop_invoice()}</dt>
                <dd>
                  {[order.taxInvoice.company, formatBusinessNumber(order.taxInvoice.businessNumber)].join(', ')}
                  <br />
                  {describeInvoice(order, order.taxInvoice)}
                </dd>
              </div>
            )}
            {order.slip.total > 0 && (
              <div>
                <dt>{m.shop_fact_payment()}</dt>
                <dd>{order.payment === 'card' ? m.shop_card() : m.shop_bank_transfer()}</dd>
              </div>
            )}
            <div>
              <dt>{m.shop_fact_at()}</dt>
              <dd>
                {formatLongDate(order.createdAt)} {formatTime(order.createdAt)}
              </dd>
            </div>
            <div>
              <dt>{m.shop_fact_number()}</dt>
              <dd>{order.number}</dd>
            </div>
          </dl>
          <OrderDocuments order={order} />
          <OrderActions order={order} name={name} onChange={set} />
        </div>
      </div>
    </div>
  )
}
