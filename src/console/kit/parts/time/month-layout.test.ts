import { describe, expect, test } from 'vitest'
import { addMonths, layOutBars, weeksOf } from './month-layout.ts'

describe('weeksOf', () => {
  test('fills the weeks of a month from Sunday to Saturday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(5)
    expect(weeks[0]?.[0]).toBe('2026-11-01')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-05')
  })

  test('includes the days before the first', () => {
    expect(weeksOf('2026-10')[0]).toEqual([
      '2026-09-27',
      '2026-09-28',
      '2026-09-29',
      '2026-09-30',
      '2026-10-01',
      '2026-10-02',
      '2026-10-03',
    ])
  })

  test('returns four weeks for a February of four weeks', () => {
    expect(weeksOf('2026-02')).toHaveLength(4)
  })
})

test('month offsets cross the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

describe('barsOf', () => {
  const week = weeksOf('2026-11')[1] ?? []

  test('clips a span at the edges of the week', () => {
    expect(layOutBars(week, [{ id: 'a', from: '2026-11-01', to: '2026-11-10' }])).toEqual([
      { id: 'a', column: 0, length: 3, lane: 0, begins: false, ends: true },
    ])
  })

  test('extends an open span across the week', () => {
    expect(layOutBars(week, [{ id: 'a', from: null, to: null }])).toMatchObject([{ column: 0, length: 7 }])
  })

  test('puts overlapping spans below and reuses free lanes', () => {
    const bars = layOutBars(week, [
      { id: 'c', from: '2026-11-12', to: '2026-11-14' },
      { id: 'a', from: '2026-11-08', to: '2026-11-10' },
      { id: 'b', from: '2026-11-09', to: '2026-11-13' },
    ])
    expect(bars.map(({ id, lane }) => [id, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
  })

  test('omits spans outside the week', () => {
    expect(layOutBars(week, [{ id: 'a', from: '2026-12-01', to: null }])).toEqual([])
  })
})
