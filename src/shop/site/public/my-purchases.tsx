import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { here } from '#people/account/frame.tsx'
import parts from '#people/account/parts.module.css'
import { useLoaded } from '#people/account/use-loaded.ts'
import { clientOf } from '#session/session.ts'
import { Picture } from '#ui/picture.tsx'
import { type OwnOrderLine, orders } from '../../orders/contract.ts'
import { StateSign } from '../order/state-sign.tsx'
import { stateWordsOf } from '../order/state-words.ts'
import { orderPath } from '../place.ts'
import { won } from '../sums.ts'
import { dayWords } from '../when.ts'
import { Loading } from './loading.tsx'
import styles from './my-shop.module.css'

const client = clientOf(orders)
const load = () => client.list({ query: { limit: 100 } })

/** What the next act of an order is called. */
const actOf = ({ state, may }: OwnOrderLine): string => {
  if (state === 'ordered') return m.shop_me_account()
  if (may.confirm) return m.shop_confirm()
  return m.shop_me_open()
}

/** What one bought, by order. */
export default function MyPurchases() {
  const { value, error, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.shop_me_purchases()}</h1>
      {!value && <Loading error={error} reload={reload} />}
      {value?.orders.length === 0 && (
        <section className={parts.part}>
          <p>{m.shop_me_purchases_none()}</p>
          <a className={parts.link} href={here('/shop')}>
            {m.shop_title()}
          </a>
        </section>
      )}
      {value?.orders.map((order) => {
        const [first, ...others] = order.lines
        const to = here(orderPath(order._id))
        return (
          <section key={order._id} className={parts.part} data-order={order.number}>
            <h2 className={styles.head}>
              <span>{dayWords(order.createdAt)}</span>
              <span className={parts.meta}>{order.number}</span>
            </h2>
            <div className={styles.row}>
              <div className={styles.picture}>
                {first?.picture && <Picture picture={first.picture} sizes="84px" alt="" />}
              </div>
              <div>
                <StateSign state={order.state} words={stateWordsOf(order)} />
                <p>
                  {others.length > 0
                    ? m.shop_me_and_others({ name: first?.name ?? '', count: others.length })
                    : first?.name}
                </p>
                {order.state === 'ordered' && (
                  <p className={parts.meta}>{m.shop_me_until({ day: dayWords(order.payUntil) })}</p>
                )}
              </div>
              <p className={styles.sum}>{won(order.slip.total)}</p>
              <Link className={parts.link} to={to} reloadDocument aria-label={`${order.number}: ${actOf(order)}`}>
                {actOf(order)}
              </Link>
            </div>
          </section>
        )
      })}
    </>
  )
}
