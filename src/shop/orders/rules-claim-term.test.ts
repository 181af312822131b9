import { expect, it } from 'vitest'
import { faultDays, returnDays } from './rules.ts'
import { claimTermCutoff, endOfClaimTerm, selectForClaim } from './rules-claim-term.ts'
import { isOffDay } from './rules-holidays.ts'

const seoul = (text: string) => new Date(`${text}+09:00`)
const day = 86_400_000

it('knows the public holidays of Korea and their substitutes', () => {
  // Holidays on weekdays, from the official calendars of these years.
  const holidays = {
    2025: '01-01 01-27 01-28 01-29 01-30 03-03 05-05 05-06 06-03 06-06 08-15 10-03 10-06 10-07 10-08 10-09 12-25',
    2026: '01-01 02-16 02-17 02-18 03-02 05-05 05-25 06-03 08-17 09-24 09-25 10-05 10-09 12-25',
    2027: '01-01 02-08 02-09 03-01 05-05 05-13 08-16 09-14 09-15 09-16 10-04 10-11 12-27',
  }
  for (const [year, all] of Object.entries(holidays)) {
    const days = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(Number(year), 0, 1 + index)).toISOString().slice(0, 10),
    )
    const off = days.filter((one) => new Date(one).getUTCDay() % 6 !== 0 && isOffDay(one)).map((one) => one.slice(5))
    expect(off.filter((one) => !['05-01', '07-17'].includes(one)).join(' ')).toBe(all)
  }
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(isOffDay)).toEqual([true, true, false])
})

it.each([
  ['local election of 2022', '2022-06-01'],
  ['National Assembly election of 2024', '2024-04-10'],
  ['local election of 2026', '2026-06-03'],
  ['National Assembly election of 2028', '2028-04-12'],
  ['presidential election of 2030', '2030-03-27'],
  ['early presidential election of 2025', '2025-06-03'],
  ['holiday proclaimed for 2024 alone', '2024-10-01'],
])('counts the day of the %s as a holiday', (_, holiday) => {
  expect(isOffDay(holiday)).toBe(true)
})

it('counts no election day in a year without an election', () => {
  expect(['2025-03-26', '2025-04-09', '2027-04-14', '2027-06-02'].filter(isOffDay)).toEqual([])
})

it.each([
  ['an ordinary day', '2026-11-16', '2026-11-23'],
  ['a Saturday', '2026-11-14', '2026-11-23'],
  ['a Sunday', '2026-11-15', '2026-11-23'],
  ['a Friday before a feast', '2026-09-17', '2026-09-28'],
  ['Christmas, a Friday', '2026-12-18', '2026-12-28'],
])('extends a term that would end with %s to the next working day', (_, delivered, last) => {
  for (const time of ['00:00:00', '08:59:00', '09:00:00', '23:59:59'])
    expect(endOfClaimTerm(seoul(`${delivered}T${time}`), returnDays)).toEqual(seoul(`${last}T23:59:59.999`))
})

it('confirms a purchase exactly when its term has ended, on every day of two years', () => {
  for (let index = 0; index < 730; index += 1) {
    const noon = seoul('2026-01-01T12:00:00').getTime() + index * day
    for (const delivered of [new Date(noon), new Date(noon - day / 2), new Date(noon + day / 2 - 1)])
      for (const days of [returnDays, faultDays]) {
        const end = endOfClaimTerm(delivered, days).getTime()
        expect(delivered < claimTermCutoff(new Date(end), days)).toBe(false)
        expect(delivered < claimTermCutoff(new Date(end + 1), days)).toBe(true)
      }
  }
})

it('selects pieces in their term before the others, each in their order', () => {
  const pieces = ['2026-03-02T12:00', '2026-03-20T12:00', '2026-03-16T12:00'].map((start, piece) => ({
    piece,
    start: seoul(start),
  }))
  const select = (count: number) => {
    const { selected, isLate } = selectForClaim(pieces, { count, now: seoul('2026-03-21T12:00'), days: returnDays })
    return [selected.map(({ piece }) => piece), isLate]
  }
  expect(select(1)).toEqual([[1], false])
  expect(select(2)).toEqual([[1, 2], false])
  expect(select(3)).toEqual([[1, 2, 0], true])
})
