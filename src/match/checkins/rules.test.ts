import { expect, it } from 'vitest'
import { removeQueued } from './rules.ts'

it('undoes a queued check-in of one day in Seoul and keeps those of other days and codes', () => {
  const queue = [
    { code: '3F9A1C027B', at: '2027-03-10T14:59:59.000Z' },
    { code: '3F9A1C027B', at: '2027-03-10T15:00:00.000Z' },
    { code: '0000000000', at: '2027-03-10T15:00:00.000Z' },
  ]
  expect(removeQueued(queue, '3F9A1C027B', '2027-03-11')).toEqual([queue[0], queue[2]])
})
