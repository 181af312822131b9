import { describe, expect, it } from 'vitest'
import { countSlots, fairNoticeOf, fitsGrid, type Phase } from './rules.ts'

const at = (time: string) => `2027-03-10T${time}:00.000Z`

it('counts the slots that fit into the sessions, and none for a session shorter than a slot', () => {
  const sessions = [
    { startAt: at('01:00'), endAt: at('04:10') },
    { startAt: at('05:00'), endAt: at('05:20') },
  ]
  expect(countSlots(sessions, 30)).toBe(6)
})

it('accepts at most the slots a buyer can save in one request, even if another session ends before it starts', () => {
  const [startAt, endAt] = ['2027-01-01T00:00:00.000Z', '2027-02-15T00:00:00.000Z']
  expect(fitsGrid([{ startAt, endAt }], 60)).toBe(false)
  expect(fitsGrid([{ startAt, endAt }], 240)).toBe(true)
  const backwards = { startAt: endAt, endAt: startAt }
  expect(fitsGrid([{ startAt, endAt }, backwards], 60)).toBe(false)
})

describe('notification of a fair change', () => {
  const now = new Date('2027-03-10T00:00:00Z')
  const day = (number: number) => new Date(now.getTime() + number * 86_400_000)
  const standing = (phase: Phase, from = 3, to = 5) => ({ phase, startsAt: day(from), endsAt: day(to) })
  const notice = (before: Phase, after: Phase) => fairNoticeOf(standing(before), standing(after), now)

  it('is due when the change stops or resumes the fair', () => {
    for (const before of ['recruiting', 'applying', 'ongoing', 'expired'] as const) {
      expect(notice(before, 'draft')).toBe('withdrawn')
      expect(notice('draft', before)).toBe(before === 'expired' ? 'closed' : 'returned')
    }
    expect([notice('ongoing', 'expired'), notice('ongoing', 'recruiting')]).toEqual(['closed', 'paused'])
    expect([notice('expired', 'ongoing'), notice('applying', 'recruiting')]).toEqual(['returned', 'paused'])
  })

  it('is not due when the fair moves to its next phase, stays the same, or is over', () => {
    for (const [before, after] of [
      ['recruiting', 'applying'],
      ['applying', 'ongoing'],
      ['ongoing', 'applying'],
      ['draft', 'draft'],
      ['expired', 'expired'],
      ['ongoing', 'ongoing'],
    ] as const)
      expect([before, after, notice(before, after)]).toEqual([before, after, null])
    const over = (phase: Phase) => standing(phase, -3, -1)
    for (const after of ['expired', 'draft'] as const)
      expect(fairNoticeOf(over('ongoing'), over(after), now)).toBeNull()
  })

  it('is due when the dates move, except for a draft', () => {
    const moved = (before: Phase, after: Phase) => fairNoticeOf(standing(before), standing(after, 4, 6), now)
    expect([moved('ongoing', 'ongoing'), moved('recruiting', 'applying')]).toEqual(['moved', 'moved'])
    expect([moved('draft', 'draft'), moved('ongoing', 'draft')]).toEqual([null, 'withdrawn'])
  })
})
