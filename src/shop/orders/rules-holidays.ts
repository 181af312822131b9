const dayLength = 24 * 3_600_000

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayLength)
const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/**
 * Fixed holidays; true if a substitute holiday follows when one falls on a Saturday or Sunday. May 1 and July 17 always
 * count, whatever the law of the year says: an extra day only favors customers.
 */
const fixed: Readonly<Record<string, boolean>> = {
  '01-01': false,
  '03-01': true,
  '05-01': false,
  '05-05': true,
  '06-06': false,
  '07-17': false,
  '08-15': true,
  '10-03': true,
  '10-09': true,
  '12-25': true,
}

/**
 * Holidays of one year alone: days that the government proclaimed, and early elections (Regulations on Holidays of
 * Public Offices, article 2, nos. 10-2 and 11). Add a day here when it is proclaimed.
 */
const temporaryHolidays: ReadonlySet<string> = new Set(['2024-10-01', '2025-01-27', '2025-06-03'])

/**
 * Regular elections: end of the first term, years between two of them, and the days before that end from which the first
 * Wednesday is the election day (Public Official Election Act, article 34 (1)).
 */
const elections = [
  { termEnd: '2024-05-29', years: 4, days: 50 },
  { termEnd: '2022-06-30', years: 4, days: 30 },
  { termEnd: '2030-06-03', years: 5, days: 70 },
] as const

const lunar = new Intl.DateTimeFormat('en-u-ca-dangi', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })

const daysOfYear = (year: number): string[] =>
  Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index)).filter((day) =>
    day.startsWith(String(year)),
  )

/**
 * Returns the days of the regular elections of a year. An election next to a holiday moves to the next week's Wednesday
 * (Public Official Election Act, article 34 (2)).
 */
const electionsOf = (year: number, holidays: ReadonlySet<string>): string[] =>
  elections
    .filter(({ termEnd, years }) => {
      const since = year - Number(termEnd.slice(0, 4))
      return since >= 0 && since % years === 0
    })
    .map(({ termEnd, days }) => {
      let day = addDays(`${year}${termEnd.slice(4)}`, -days)
      while (weekdayOf(day) !== 3) day = addDays(day, 1)
      while ([-1, 0, 1].some((distance) => holidays.has(addDays(day, distance)))) day = addDays(day, 7)
      return day
    })

/**
 * Returns the public holidays of a year with their substitutes (Regulations on Holidays of Public Offices, articles 2
 * and 3).
 */
const readHolidays = (year: number): Set<string> => {
  const days = daysOfYear(year)
  const onLunar = (name: string) => days.filter((day) => lunar.format(Date.parse(day)) === name)
  const feasts = ['1/1', '8/15'].flatMap(onLunar).flatMap((day) => [addDays(day, -1), day, addDays(day, 1)])
  const named = [...feasts, ...onLunar('4/8'), ...days.filter((day) => day.slice(5) in fixed)].sort()
  const free = new Set(named)
  for (const [index, day] of named.entries()) {
    const isFeast = feasts.includes(day)
    const hasOther = isFeast || fixed[day.slice(5)] !== false
    const isLost = weekdayOf(day) === 0 || (!isFeast && weekdayOf(day) === 6) || named[index - 1] === day
    if (!hasOther || !isLost) continue
    let other = addDays(day, 1)
    while (free.has(other) || weekdayOf(other) % 6 === 0) other = addDays(other, 1)
    free.add(other)
  }
  for (const day of electionsOf(year, free)) free.add(day)
  for (const day of temporaryHolidays) if (day.startsWith(String(year))) free.add(day)
  return free
}

const holidaysByYear = new Map<number, Set<string>>()

/**
 * True if a day (`2026-11-23`) is a Saturday, a Sunday or a public holiday in Korea, regular election days and listed
 * one-off holidays included.
 */
export const isOffDay = (day: string): boolean => {
  if (weekdayOf(day) % 6 === 0) return true
  const year = Number(day.slice(0, 4))
  const holidays = holidaysByYear.get(year) ?? readHolidays(year)
  holidaysByYear.set(year, holidays)
  return holidays.has(day)
}
