import { describe, expect, it } from 'vitest'
import {
  buildTimeline,
  findPeriodOn,
  formatDay,
  getNoonOfDay,
  listChangeDays,
  toSeoulDayNumber,
} from './rules-timeline.ts'

const buildDecision = (subject: string, given: boolean, at: string, version: string | null = null) => ({
  subject,
  title: subject,
  given,
  version,
  at,
})

/** In API order, newest first. */
const history = [
  buildDecision('channel:SMS', true, '2026-05-02T03:00:00.000Z'),
  buildDecision('terms:service', true, '2026-03-04T00:00:00.000Z', '2026-03-01'),
  buildDecision('channel:SMS', false, '2025-09-10T14:59:00.000Z'),
  buildDecision('channel:SMS', true, '2025-02-01T01:00:00.000Z'),
  buildDecision('terms:service', true, '2024-06-11T15:00:00.000Z', '2024-01-15'),
]
const toDayNumber = (text: string) => Date.parse(text) / (24 * 3_600_000)

describe('the days of a history', () => {
  it('are days in Seoul', () => {
    expect(formatDay(toSeoulDayNumber('2024-06-11T14:59:59.999Z'))).toBe('2024-06-11')
    expect(formatDay(toSeoulDayNumber('2024-06-11T15:00:00.000Z'))).toBe('2024-06-12')
    expect(toSeoulDayNumber(getNoonOfDay(toDayNumber('2026-02-28')))).toBe(toDayNumber('2026-02-28'))
  })

  it('with a change are listed once each, in order', () => {
    expect(listChangeDays([...history, buildDecision('age', true, '2024-06-11T15:00:00.000Z')]).map(formatDay)).toEqual(
      ['2024-06-12', '2025-02-01', '2025-09-10', '2026-03-04', '2026-05-02'],
    )
    expect(listChangeDays([])).toEqual([])
  })
})

describe('a consent period', () => {
  const [service, sms] = buildTimeline(history)

  it('lasts from one version until the next is agreed to', () => {
    expect(service?.subject).toBe('terms:service')
    const versionOn = (text: string) => findPeriodOn(service?.spans ?? [], toDayNumber(text))?.decision.version
    expect(['2024-06-11', '2024-06-12', '2026-03-03', '2026-03-04', '2026-11-24'].map(versionOn)).toEqual([
      undefined,
      '2024-01-15',
      '2024-01-15',
      '2026-03-01',
      '2026-03-01',
    ])
  })

  it('ends on the day of the withdrawal, until the consent is given again', () => {
    const isGiven = (text: string) => findPeriodOn(sms?.spans ?? [], toDayNumber(text)) !== undefined
    expect(['2025-02-01', '2025-09-09', '2025-09-10', '2026-05-01', '2026-05-02'].map(isGiven)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(sms?.last.given).toBe(true)
  })

  it('is empty when the consent was given and withdrawn on one day', () => {
    const [once] = buildTimeline([
      buildDecision('night', false, '2026-01-05T08:00:00.000Z'),
      buildDecision('night', true, '2026-01-05T07:00:00.000Z'),
    ])
    expect(findPeriodOn(once?.spans ?? [], toDayNumber('2026-01-05'))).toBeUndefined()
  })
})
