const length = 24 * 3_600_000

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
const plus = (day: string, days: number): string => dayOf(Date.parse(day) + days * length)
const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/**
 * Fixed days, and whether another day is free where one falls on a Saturday or a Sunday. The first of May and the 17th of
 * July are counted whatever a year's law says of them: a day more wrongs no customer.
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

const lunar = new Intl.DateTimeFormat('en-u-ca-dangi', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })

const daysOfYear = (year: number): string[] =>
  Array.from({ length: 366 }, (_, index) => plus(`${year}-01-01`, index)).filter((day) => day.startsWith(String(year)))

/** Public holidays of a year with the days that are free in their place (Regulations on Holidays of Public Offices, 2 and 3). */
const readHolidays = (year: number): Set<string> => {
  const days = daysOfYear(year)
  const onLunar = (name: string) => days.filter((day) => lunar.format(Date.parse(day)) === name)
  const feasts = ['1/1', '8/15'].flatMap(onLunar).flatMap((day) => [plus(day, -1), day, plus(day, 1)])
  const named = [...feasts, ...onLunar('4/8'), ...days.filter((day) => day.slice(5) in fixed)].sort()
  const free = new Set(named)
  for (const [index, day] of named.entries()) {
    const isFeast = feasts.includes(day)
    const hasOther = isFeast || fixed[day.slice(5)] !== false
    const isLost = weekdayOf(day) === 0 || (!isFeast && weekdayOf(day) === 6) || named[index - 1] === day
    if (!hasOther || !isLost) continue
    let other = plus(day, 1)
    while (free.has(other) || weekdayOf(other) % 6 === 0) other = plus(other, 1)
    free.add(other)
  }
  return free
}

const known = new Map<number, Set<string>>()

/** Whether a day, `2026-11-23`, is a Saturday or a public holiday in Korea; of a year's election days and days of its own nothing is known. */
export const isOffDay = (day: string): boolean => {
  if (weekdayOf(day) % 6 === 0) return true
  const year = Number(day.slice(0, 4))
  const holidays = known.get(year) ?? readHolidays(year)
  known.set(year, holidays)
  return holidays.has(day)
}
