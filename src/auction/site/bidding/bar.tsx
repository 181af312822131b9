import { m } from '#messages/messages.js'
import { useLive, useServerNow } from '../live/use-live.ts'
import { Price } from '../parts/price.tsx'
import { Sign } from '../parts/sign.tsx'
import { leftWords } from '../when.ts'
import type { WorkView } from '../works/work-view.ts'
import styles from './bar.module.css'
import { useOwn } from './own.ts'
import { standingOf } from './standing.ts'
import { shortWords } from './words.ts'

/** On phones: state, price and time at the foot, and the way to the amount. The picture is never covered. */
export function BidBar({ work }: { work: WorkView }) {
  const live = useLive(work.program._id)
  const own = useOwn(work.program._id)
  const now = useServerNow()
  const lot = live.lots.get(work._id)
  const standing = standingOf(lot, own.lots.get(work._id), live.line, own.entry)
  if (!lot || !standing) return null
  const isOpen = lot.state === 'open'
  return (
    <div className={styles.bar} data-standing={standing}>
      <p className={styles.state}>
        <Sign standing={standing} /> {shortWords[standing]()}
      </p>
      <div className={styles.facts}>
        <p>
          <small>
            {lot.price === null ? m.auction_start() : m.auction_current()} · {m.auction_bids({ count: lot.bids })}
          </small>
          <span className={styles.price}>
            <Price sum={lot.price ?? work.startPrice} />
          </span>
        </p>
        {isOpen && now !== undefined && (
          <p className={styles.time}>
            <small>{m.auction_left()}</small>
            <span>{leftWords(new Date(lot.endsAt).getTime() - now)}</span>
          </p>
        )}
      </div>
      {isOpen && (
        <button
          type="button"
          className={styles.act}
          onClick={() => {
            const panel = document.querySelector<HTMLElement>('[data-panel]')
            panel?.scrollIntoView({ block: 'center' })
            panel
              ?.querySelector<HTMLElement>('input:checked, input, button:not(:disabled)')
              ?.focus({ preventScroll: true })
          }}
        >
          {m.auction_bar_amount()}
        </button>
      )}
    </div>
  )
}
