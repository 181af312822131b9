import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import type { Picture } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import {
  stateMarks as exchangeMarks,
  stateLabels as exchangeWords,
  formatOptionChange,
} from '#shop/exchanges/console/resource.tsx'
import { exchanges } from '#shop/exchanges/contract.ts'
import { reasonLabels, stateMarks as returnMarks, stateLabels as returnWords } from '#shop/returns/console/resource.tsx'
import { returns } from '#shop/returns/contract.ts'
import styles from './order-screen.module.css'
import { formatWon } from './resource.tsx'

const returnClient = clientOf(returns)
const exchangeClient = clientOf(exchanges)

/** Photos attached by the customer; each opens enlarged. */
function Photographs({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className={styles.pictures}>
      {pictures.map((picture, index) => (
        <li key={picture._id}>
          <a href={pictureAddress(picture, 1600)} target="_blank" rel="noopener">
            <img
              src={pictureAddress(picture, 240)}
              alt={m.orders_picture({ number: index + 1 })}
              width={96}
              height={72}
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Returns and exchanges of the order: reason, photos and state. */
export function OrderClaims({ order }: { order: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [returns.list.path, exchanges.list.path, order],
    queryFn: async ({ signal }) => {
      const query = { order, limit: 100 }
      const [back, changed] = await Promise.all([
        returnClient.list({ query }, { signal }),
        exchangeClient.list({ query }, { signal }),
      ])
      return { ...back, ...changed }
    },
  })
  useLiveEvents('returns', () => void refetch())
  useLiveEvents('exchanges', () => void refetch())
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />
  if (!data || data.returns.length + data.exchanges.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{m.orders_claims()}</h2>
      {data.returns.map((one) => (
        <article key={one._id} className={styles.claim}>
          <h3>
            <Link to={`/console/shop/returns?state=${one.state}`}>{m.orders_returns()}</Link>
            <StateMark mark={returnMarks[one.state]}>{returnWords[one.state]()}</StateMark>
            <span>{shortInstant(one.createdAt)}</span>
          </h3>
          <p>
            {one.lines.map(({ name, values, quantity }) => `${[name, ...values].join(' · ')} × ${quantity}`).join(', ')}
          </p>
          <p>{[reasonLabels[one.reason](), m.orders_claim_back({ sum: formatWon(one.slip.total) })].join(' · ')}</p>
          {one.text && <p className={styles.announcement}>{one.text}</p>}
          <Photographs pictures={one.pictures} />
          {one.decision && <p>{one.decision}</p>}
        </article>
      ))}
      {data.exchanges.map((one) => (
        <article key={one._id} className={styles.claim}>
          <h3>
            <Link to={`/console/shop/exchanges?state=${one.state}`}>{m.orders_exchange()}</Link>
            <StateMark mark={exchangeMarks[one.state]}>{exchangeWords[one.state]()}</StateMark>
            <span>{shortInstant(one.createdAt)}</span>
          </h3>
          <p>{`${one.name} × ${one.quantity}: ${formatOptionChange(one)}`}</p>
          <p>
            {[
              reasonLabels[one.reason](),
              ...(one.slip.balance > 0 ? [m.orders_claim_due({ sum: formatWon(one.slip.balance) })] : []),
              ...(one.slip.balance < 0 ? [m.orders_claim_back({ sum: formatWon(-one.slip.balance) })] : []),
            ].join(' · ')}
          </p>
          {one.text && <p className={styles.announcement}>{one.text}</p>}
          <Photographs pictures={one.pictures} />
          {one.decision && <p>{one.decision}</p>}
        </article>
      ))}
    </section>
  )
}
