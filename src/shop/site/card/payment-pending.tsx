import { useEffect, useState } from 'react'
import { cardMinutes } from '../../orders/contract.ts'
import styles from './card-page.module.css'

const minute = 60_000

/** How long the goods are held for the customer yet. The sentence beside it says until when. */
export function Hold({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(Date.parse(until) - now, 0)
  // A transfer has days: there is nothing to count.
  if (left > cardMinutes * minute) return null
  const [minutes, seconds] = [Math.floor(left / minute), Math.floor((left % minute) / 1000)]
  return (
    <div className={styles.hold} aria-hidden="true">
      <p>{[minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')}</p>
      <progress max={cardMinutes * minute} value={left} />
    </div>
  )
}
