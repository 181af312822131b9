import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DaySpan } from '#kit/time/report-period.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { addDays } from '../parts/time/seoul-time.ts'

const isDay = (text: string | null): text is string =>
  text !== null && /^(19[7-9]|20\d)\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const monthStart = (today: string, count: number): string => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** Last twelve calendar months, including the current one. */
export const lastYear = (today: string): DaySpan => ({
  from: monthStart(today, -11),
  to: addDays(monthStart(today, 1), -1),
})

/** Period from the address; defaults to the last twelve months if missing or invalid. */
export const parseSpan = (query: URLSearchParams): DaySpan => {
  const [from, to] = [query.get('from'), query.get('to')]
  return isDay(from) && isDay(to) && from <= to ? { from, to } : lastYear(formatSeoulDay(new Date()))
}

/** Two dates and the most common periods. */
export function PeriodChooser({ span, choose }: { span: DaySpan; choose: (span: DaySpan) => void }) {
  const [typed, setTyped] = useState(span)
  const today = formatSeoulDay(new Date())
  const ready = [
    { label: m.report_this_month(), span: { from: monthStart(today, 0), to: today } },
    { label: m.report_last_month(), span: { from: monthStart(today, -1), to: addDays(monthStart(today, 0), -1) } },
    { label: m.report_thirty_days(), span: { from: addDays(today, -29), to: today } },
    { label: m.report_twelve_months(), span: lastYear(today) },
  ]
  const change = (part: Partial<DaySpan>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) choose(next)
  }
  const fault = typed.from > typed.to && m.report_field_period()
  return (
    <>
      <TextInput
        type="date"
        aria-label={m.report_from()}
        value={typed.from}
        min="1970-01-01"
        max="2099-12-31"
        error={fault !== false}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="date"
        aria-label={m.report_to()}
        value={typed.to}
        min="1970-01-01"
        max="2099-12-31"
        error={fault}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      {ready.map(({ label, span: one }) => (
        <Button
          key={label}
          variant="subtle"
          aria-pressed={one.from === span.from && one.to === span.to}
          onClick={() => {
            setTyped(one)
            choose(one)
          }}
        >
          {label}
        </Button>
      ))}
    </>
  )
}
