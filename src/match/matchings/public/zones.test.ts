import { expect, it } from 'vitest'
import { clocksOf, seoul } from './zones.ts'

const five = ['2027-03-27T08:00:00.000Z', '2027-03-28T08:00:00.000Z']

it('shows both clocks of a row where the clocks change between its days', () => {
  expect(clocksOf(five, seoul)).toEqual(['17:00'])
  expect(clocksOf(five, 'Asia/Shanghai')).toEqual(['16:00'])
  expect(clocksOf(five, 'Europe/London')).toEqual(['08:00', '09:00'])
})

it('says where a time is on another day than in Seoul', () => {
  expect(clocksOf(['2027-03-10T01:00:00.000Z'], 'America/Los_Angeles')).toEqual(['17:00 전날'])
  expect(clocksOf(['2027-03-10T13:00:00.000Z'], 'Pacific/Auckland')).toEqual(['02:00 다음 날'])
})
