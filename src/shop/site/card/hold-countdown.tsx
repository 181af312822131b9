import { useEffect, useState } from 'react'
import { cardMinutes } from '#shop/orders/rules.ts'
import styles from './card-page.module.css'

const minute = 60_000

/** Countdown of the minutes for which stock is held; the text next to it names the deadline. */
export function HoldCountdown({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(Date.parse(until) - now, 0)
  // Transfers have days, so there is no countdown.
  if (left > cardMinutes * minute) return null
  const [minutes, seconds] = [Math.floor(left / minute), Math.floor((left % minute) / 1000)]
  return (
    <div className={styles.hold} aria-hidden="true">
      <p>{[minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')}</p>
      <progress max={cardMinutes * minute} value={left} />
    </div>
  )
}
