import { expect, it } from 'vitest'
import { slotsOf } from './rules.ts'

const at = (time: string) => `2027-03-10T${time}:00.000Z`
const starts = (slots: { startAt: string }[]) => slots.map(({ startAt }) => startAt.slice(11, 16))

it('lays slots over a session, and none over a break', () => {
  const sessions = [{ startAt: at('01:00'), endAt: at('04:00') }]
  expect(starts(slotsOf(sessions, [], 60))).toEqual(['01:00', '02:00', '03:00'])
  expect(starts(slotsOf(sessions, [{ startAt: at('02:15'), endAt: at('02:45') }], 30))).toEqual([
    '01:00',
    '01:30',
    '03:00',
    '03:30',
  ])
})

it('lays none where a session is shorter than a slot', () =>
  expect(slotsOf([{ startAt: at('01:00'), endAt: at('01:20') }], [], 30)).toEqual([]))
