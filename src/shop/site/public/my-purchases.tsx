import { useState } from 'react'
import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { clientOf } from '#session/session.ts'
import type { OrderSummary } from '#shop/orders/contract-records.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { orders } from '../../orders/contract.ts'
import { formatWon } from '../format/format-sums.ts'
import { orderPath, productPath } from '../layout/shop-paths.ts'
import { ParcelTracking } from '../order/parcel-tracking.tsx'
import { StateBadge } from '../order/state-badge.tsx'
import { orderStateLabel } from '../order/state-labels.ts'
import { Thumbnail } from '../parts/thumbnail.tsx'
import styles from './my-shop.module.css'

const client = clientOf(orders)
const load = () => readAllPages('orders', (query) => client.list({ query }))

/** Returns the next action of an order and its path. */
const findNextAction = ({
  _id,
  state,
  payment,
  may,
  lines,
}: OrderSummary): { words: string; to: string; costs?: boolean } => {
  const to = orderPath(_id)
  if (state === 'ordered')
    return { words: payment === 'bank' ? m.shop_me_account() : m.shop_me_open(), to, costs: true }
  if (may.confirm) return { words: m.shop_confirm(), to }
  if (state === 'ready') return { words: m.shop_me_code(), to: '/me/pickups' }
  if (state !== 'delivered' && state !== 'confirmed') return { words: m.shop_me_open(), to }
  if (lines.some(({ reviewed, quantity, returning }) => !reviewed && returning < quantity))
    return { words: m.shop_me_review(), to: '/me/reviews' }
  const again = lines.find(({ product }) => product !== null)?.product
  return again ? { words: m.shop_me_again(), to: productPath(again) } : { words: m.shop_me_open(), to }
}

/** Filters of the list, in order. */
const kinds: readonly { key: string; words: () => string; has: (order: OrderSummary) => boolean }[] = [
  { key: 'all', words: m.shop_me_all, has: () => true },
  {
    key: 'open',
    words: m.shop_me_open_orders,
    has: ({ state }) => !['delivered', 'confirmed', 'cancelled'].includes(state),
  },
  { key: 'received', words: m.shop_me_received, has: ({ state }) => state === 'delivered' || state === 'confirmed' },
  {
    key: 'back',
    words: m.shop_me_gone_back,
    has: ({ state, lines }) => state === 'cancelled' || lines.some(({ returning }) => returning > 0),
  },
]

/** Orders of the member. */
export default function MyPurchases() {
  const { value, error, reload } = useLoaded(load)
  const [kind, setKind] = useState('all')
  const shown = value?.orders.filter((order) => kinds.find(({ key }) => key === kind)?.has(order)) ?? []
  return (
    <>
      <h1 className={parts.title}>{m.shop_me_purchases()}</h1>
      {!value && <LoadState error={error} reload={reload} />}
      {value?.orders.length === 0 && (
        <section className={parts.part}>
          <p>{m.shop_me_purchases_none()}</p>
          <a className={parts.link} href={currentLocalePath('/shop')}>
            {m.shop_title()}
          </a>
        </section>
      )}
      {value && value.orders.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend of its own
        <div className={styles.kinds} role="group" aria-label={m.shop_me_show()}>
          {kinds.map(({ key, words, has }) => (
            <button key={key} type="button" aria-pressed={key === kind} onClick={() => setKind(key)}>
              {words()} <span>{value.orders.filter(has).length}</span>
            </button>
          ))}
        </div>
      )}
      {value && value.orders.length > 0 && shown.length === 0 && <p>{m.shop_me_none_of()}</p>}
      {shown.map((order) => {
        const [first, ...others] = order.lines
        const act = findNextAction(order)
        return (
          <section key={order._id} className={parts.part} data-order={order.number}>
            <h2 className={styles.head}>
              <span>{formatWeekday(order.createdAt)}</span>
              <a className={styles.number} href={currentLocalePath(orderPath(order._id))}>
                {order.number} · <b>{m.shop_me_open()}</b>
              </a>
            </h2>
            <div className={styles.row}>
              <Thumbnail picture={first?.picture} sizes="84px" className={styles.picture} />
              <div>
                <StateBadge state={order.state} words={orderStateLabel(order)} />
                <p>
                  {others.length > 0
                    ? m.shop_me_and_others({ name: first?.name ?? '', count: others.length })
                    : first?.name}
                </p>
                {order.state === 'ordered' && (
                  <p className={parts.meta}>{m.shop_me_until({ day: formatWeekday(order.payUntil) })}</p>
                )}
                {order.state === 'shipped' && (
                  <p className={parts.meta}>
                    <ParcelTracking carrier={order.carrier} tracking={order.tracking} />
                  </p>
                )}
              </div>
              <p className={styles.sum}>{formatWon(order.slip.total)}</p>
              <ButtonLink
                low
                look={act.costs ? 'primary' : 'outline'}
                className={styles.act ?? ''}
                to={currentLocalePath(act.to)}
                reloadDocument
                aria-label={`${order.number}: ${act.words}`}
              >
                {act.words}
              </ButtonLink>
            </div>
          </section>
        )
      })}
    </>
  )
}
