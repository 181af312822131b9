import { expect, it } from 'vitest'
import { countSlots, fitsGrid } from './rules.ts'

const at = (time: string) => `2027-03-10T${time}:00.000Z`

it('counts the slots that sessions have room for, and none of one that is shorter', () => {
  const sessions = [
    { startAt: at('01:00'), endAt: at('04:10') },
    { startAt: at('05:00'), endAt: at('05:20') },
  ]
  expect(countSlots(sessions, 30)).toBe(6)
})

it('takes no more slots than a buyer saves in one go; a session that ends before it starts does not make up for it', () => {
  const [startAt, endAt] = ['2027-01-01T00:00:00.000Z', '2027-02-15T00:00:00.000Z']
  expect(fitsGrid([{ startAt, endAt }], 60)).toBe(false)
  expect(fitsGrid([{ startAt, endAt }], 240)).toBe(true)
  const backwards = { startAt: endAt, endAt: startAt }
  expect(fitsGrid([{ startAt, endAt }, backwards], 60)).toBe(false)
})
