import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button } from '#ui/controls/button.tsx'
import { joinDotted } from '#ui/format/language-attributes.ts'
import type { Exchange } from '../../exchanges/contract.ts'
import { formatWon } from '../format/format-sums.ts'
import styles from '../order/order-page.module.css'
import { ParcelTracking } from '../order/parcel-tracking.tsx'
import { TransferAccount } from '../order/transfer-account.tsx'
import page from '../parts/page.module.css'

const stateWords: Record<Exchange['state'], () => string> = {
  asked: m.shop_event_exchange_asked,
  collected: m.shop_event_exchange_collected,
  shipped: m.shop_event_exchange_shipped,
  done: m.shop_event_exchange_done,
  refused: m.shop_event_exchange_refused,
  withdrawn: m.shop_event_exchange_withdrawn,
}

const optionWords = (values: readonly string[]) => values.join(' · ') || '–'

/** True if the customer still has to bring the pieces to the pickup desk. */
const isAtDesk = ({ way, state }: Exchange) => way === 'pickup' && state === 'asked'

/** Exchanges of an order: option, state and amount due. */
export function ExchangeList({ order, onChange }: { order: Order; onChange: () => void }) {
  const [exchanges, setExchanges] = useState<Exchange[]>([])
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    if (!order.events.some(({ state }) => state === 'exchange_asked')) return
    let isOpen = true
    import('./exchange-requests.ts')
      .then(({ readExchanges }) => readExchanges(order))
      .then((found) => isOpen && setExchanges(found))
      .catch((failed: unknown) => isOpen && setError(errorMessage(failed)))
    return () => {
      isOpen = false
    }
  }, [order])
  const withdraw = async (id: string) => {
    setBusy(true)
    setError('')
    try {
      const { withdrawExchange } = await import('./exchange-requests.ts')
      await withdrawExchange(order, id)
      onChange()
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setBusy(false)
  }
  if (exchanges.length === 0 && !error) return null
  return (
    <section className={styles.part} aria-labelledby="exchanges">
      <h2 id="exchanges">{m.shop_exchanges()}</h2>
      {error && (
        <p role="alert" className={page.error}>
          {error}
        </p>
      )}
      {exchanges.map((one) => (
        <article key={one._id} className={styles.exchange}>
          <h3>{joinDotted([`${one.name} × ${one.quantity}`, stateWords[one.state]()])}</h3>
          <p className={styles.quiet}>
            {optionWords(one.from)} → {optionWords(one.to)}
          </p>
          {order.pickup && isAtDesk(one) && (
            <p className={styles.quiet}>
              {m.shop_exchange_at_desk({
                place: order.pickup.place,
                hours: `${order.pickup.from}–${order.pickup.to}`,
              })}
            </p>
          )}
          {one.slip.balance < 0 && (
            <p className={styles.quiet}>{joinDotted([m.shop_exchange_back(), formatWon(-one.slip.balance)])}</p>
          )}
          {one.decision && <p className={styles.quiet}>{one.decision}</p>}
          {one.tracking && (
            <p className={styles.quiet}>
              <ParcelTracking carrier={one.carrier} tracking={one.tracking} />
            </p>
          )}
          {one.payTo && (
            <>
              <p>{m.shop_exchange_pay({ sum: formatWon(one.slip.balance) })}</p>
              <TransferAccount account={one.payTo} total={one.slip.balance} />
            </>
          )}
          {one.state === 'asked' && one.settledAt === null && (
            <div className={page.actions}>
              <Button low look="outline" busy={isBusy} onClick={() => void withdraw(one._id)}>
                {m.shop_exchange_withdraw()}
              </Button>
            </div>
          )}
        </article>
      ))}
    </section>
  )
}
