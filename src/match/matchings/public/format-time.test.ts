import { expect, it } from 'vitest'
import { formatSpan, formatTimeBeside, listLocalTimes, seoul } from './format-time.ts'

const five = ['2027-03-27T08:00:00.000Z', '2027-03-28T08:00:00.000Z'].map((at) => ({ at, first: at }))

it('shows both local times of a row if daylight saving time changes between its days', () => {
  expect(listLocalTimes(five, seoul)).toEqual(['17:00'])
  expect(listLocalTimes(five, 'Asia/Shanghai')).toEqual(['16:00'])
  expect(listLocalTimes(five, 'Europe/London')).toEqual(['08:00', '09:00'])
})

it('marks times on the next date within a column', () => {
  const first = '2027-03-10T01:00:00.000Z'
  const row = (at: string, timeZone: string) => listLocalTimes([{ at, first }], timeZone)
  expect(row(first, 'America/Los_Angeles')).toEqual(['17:00'])
  expect(row('2027-03-10T08:00:00.000Z', 'America/Los_Angeles')).toEqual(['00:00 +1'])
  expect(row('2027-03-10T08:00:00.000Z', seoul)).toEqual(['17:00'])
  const mixed = [first, '2027-03-10T20:00:00.000Z'].map((at) => ({ at: '2027-03-11T09:00:00.000Z', first: at }))
  expect(listLocalTimes(mixed, 'America/Los_Angeles')).toEqual(['01:00 +1'])
  const some = ['2027-03-10T01:00:00.000Z', '2027-03-10T09:00:00.000Z'].map((at) => ({
    at: '2027-03-10T09:00:00.000Z',
    first: at,
  }))
  expect(listLocalTimes(some, 'America/Los_Angeles')).toEqual(['01:00'])
})

it('adds the weekday to a time in another zone if the date differs', () => {
  const late = '2027-03-10T15:30:00.000Z'
  expect(formatTimeBeside(late, seoul, 'Europe/Berlin')).toMatch(/^서울 목 00:30$/)
  expect(formatTimeBeside(late, 'Europe/Berlin', seoul)).toMatch(/ 수 16:30$/)
  expect(formatTimeBeside('2027-03-10T07:00:00.000Z', seoul, 'Europe/Berlin')).toBe('서울 16:00')
  expect(formatSpan({ startAt: late }, 'Europe/Berlin')).toMatch(/16:30 · 서울 목 00:30$/)
})
