import { Link } from 'react-router'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { clientOf } from '#session/session.ts'
import type { PickupsPart } from '#trade/pickups/public/pickups-parts.ts'
import { orders } from '../../orders/contract.ts'
import { orderPath } from '../layout/shop-paths.ts'
import { PickupFacts } from '../order/pickup-facts.tsx'
import { StateBadge } from '../order/state-badge.tsx'
import { orderStateLabel } from '../order/state-labels.ts'
import styles from './my-shop.module.css'

const client = clientOf(orders)
const load = () => readAllPages('orders', (page) => client.list({ query: { ...page, way: 'pickup' } }))

/** Pickup orders of the member, those ready first. */
function CollectedWorks() {
  const { value, error, reload } = useLoaded(load)
  const open = value?.orders.filter(({ state }) => ['paid', 'preparing', 'ready'].includes(state)) ?? []
  return (
    <>
      <h2 className={styles.of}>{m.shop_me_pickups()}</h2>
      {!value && <LoadState error={error} reload={reload} />}
      {value && open.length === 0 && (
        <section className={parts.part}>
          <p>{m.shop_me_pickups_none()}</p>
          <Link className={parts.link} to={currentLocalePath('/me/purchases')}>
            {m.shop_me_purchases()}
          </Link>
        </section>
      )}
      {open
        .toSorted((one, other) => Number(other.state === 'ready') - Number(one.state === 'ready'))
        .map((order) => (
          <section key={order._id} className={parts.part} data-order={order.number}>
            <h3 className={parts.section}>
              <Link to={currentLocalePath(orderPath(order._id))} reloadDocument className={parts.record}>
                {order.lines[0] && order.lines.length > 1
                  ? m.shop_me_and_others({ name: order.lines[0].name, count: order.lines.length - 1 })
                  : order.lines[0]?.name}
              </Link>
            </h3>
            <p className={parts.meta}>{order.number}</p>
            <p>
              <StateBadge state={order.state} words={orderStateLabel(order)} />
            </p>
            {order.pickup && <PickupFacts pickup={order.pickup} />}
          </section>
        ))}
    </>
  )
}

export const pickupsPart: PickupsPart = { position: 20, site: 'shop', Part: CollectedWorks }
