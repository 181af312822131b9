import { expect, it } from 'vitest'
import { endOfTerm, faultDays, returnDays } from './rules.ts'

const seoul = (text: string) => new Date(`${text}+09:00`)

it('excludes the day of delivery from terms, and includes their last day in Seoul', () => {
  for (const time of ['00:00:00', '08:59:00', '09:00:00', '23:59:59'])
    expect(endOfTerm(seoul(`2026-11-16T${time}`), returnDays)).toEqual(seoul('2026-11-23T23:59:59.999'))
})

it('accepts returns of faulty goods for three months, whichever months these are', () => {
  for (let month = 0; month < 12; month += 1) {
    const delivered = new Date(Date.UTC(2026, month, 15))
    const after = new Date(Date.UTC(2026, month + 3, 15))
    expect(endOfTerm(delivered, faultDays) >= after).toBe(true)
  }
})
