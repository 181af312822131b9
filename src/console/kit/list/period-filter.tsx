import { TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { addDays } from '../parts/time/seoul-time.ts'
import styles from './filter-bar.module.css'

/** First and last day in Seoul, both inclusive; either may be open: `2026-11-01..2026-11-30`, `2026-11-01..`. */
const join = (from: string, to: string): string | undefined => (from || to ? `${from}..${to}` : undefined)

const split = (value: string | undefined): [from: string, to: string] => {
  const [from = '', to = ''] = (value ?? '').split('..')
  return [from, to]
}

/** `2026-11-01 – 2026-11-30`. */
export const periodLabel = (value: string): string => split(value).join(' – ').trim()

interface PeriodFieldsProps {
  title: string
  value: string | undefined
  change: (value: string | undefined) => void
}

/** Two dates and the most common periods. */
export function PeriodFields({ title, value, change: send }: PeriodFieldsProps) {
  // The address updates asynchronously: a date set meanwhile must not revert the other one.
  const [days, setDays] = useState(value)
  useEffect(() => setDays(value), [value])
  const change = (next: string | undefined) => {
    setDays(next)
    send(next)
  }
  const [from, to] = split(days)
  const today = formatSeoulDay(new Date())
  const ready = [
    { label: m.list_period_days({ count: 7 }), value: join(addDays(today, -6), today) },
    { label: m.list_period_days({ count: 30 }), value: join(addDays(today, -29), today) },
    { label: m.list_period_year(), value: join(`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`) },
  ]
  const day = (label: string, now: string, write: (day: string) => string | undefined) => (
    <TextInput
      type="date"
      label={label}
      aria-label={`${title}, ${label}`}
      value={now}
      min="1900-01-01"
      max="2100-12-31"
      onChange={({ currentTarget }) => change(write(currentTarget.value))}
    />
  )
  return (
    <div className={styles.period}>
      {day(m.list_period_since(), from, (next) => join(next, to))}
      {day(m.list_period_until(), to, (next) => join(from, next))}
      <div className={styles.periodReady}>
        {ready.map((one) => (
          <UnstyledButton
            key={one.label}
            className={styles.reset}
            aria-pressed={one.value === days}
            onClick={() => change(one.value)}
          >
            {one.label}
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}
