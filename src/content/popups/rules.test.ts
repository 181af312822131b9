import { describe, expect, it } from 'vitest'
import type { PublicPopup } from './contract.ts'
import { chooseNextPopup, filterPopups, getNextMidnight, isHidden, type PopupVisit } from './rules.ts'

const toMilliseconds = (iso: string) => Date.parse(iso)

const buildPopup = (overrides: Partial<PublicPopup> = {}): PublicPopup => ({
  _id: '01900000-0000-7000-8000-000000000001',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  title: '알림',
  body: '',
  linkLabel: '',
  lang: 'ko',
  skin: 'basic',
  picture: null,
  link: null,
  paths: [],
  device: 'all',
  audience: 'all',
  position: 0,
  corner: 'left',
  width: 400,
  atOnce: false,
  endAt: null,
  ...overrides,
})

const visit: PopupVisit = { path: '/', mobile: false, member: false, now: toMilliseconds('2026-11-12T03:00:00Z') }
const isShown = (overrides: Partial<PublicPopup>, of: Partial<PopupVisit> = {}) =>
  filterPopups([buildPopup(overrides)], { ...visit, ...of }).length === 1

describe('next midnight in Seoul', () => {
  it('is 15:00 UTC at any hour', () => {
    expect(getNextMidnight(toMilliseconds('2026-11-12T14:59:59.999Z'))).toBe(toMilliseconds('2026-11-12T15:00:00Z'))
    expect(getNextMidnight(toMilliseconds('2026-11-12T15:00:00Z'))).toBe(toMilliseconds('2026-11-13T15:00:00Z'))
    expect(getNextMidnight(toMilliseconds('2026-12-31T20:00:00Z'))).toBe(toMilliseconds('2027-01-01T15:00:00Z'))
  })
})

describe('popups of a visit', () => {
  it('match the listed paths, or all without a list', () => {
    expect(isShown({ paths: [] }, { path: '/story' })).toBe(true)
    expect(isShown({ paths: ['/'] }, { path: '/' })).toBe(true)
    expect(isShown({ paths: ['/'] }, { path: '/story' })).toBe(false)
  })

  it('match device and audience', () => {
    expect(isShown({ device: 'mobile' })).toBe(false)
    expect(isShown({ device: 'mobile' }, { mobile: true })).toBe(true)
    expect(isShown({ device: 'desktop' }, { mobile: true })).toBe(false)
    expect(isShown({ audience: 'member' })).toBe(false)
    expect(isShown({ audience: 'member' }, { member: true })).toBe(true)
    expect(isShown({ audience: 'guest' }, { member: true })).toBe(false)
  })

  it('end while the page is open', () => {
    expect(isShown({ endAt: '2026-11-12T03:00:00.000Z' })).toBe(false)
    expect(isShown({ endAt: '2026-11-12T03:00:00.001Z' })).toBe(true)
  })

  it('stay hidden until the next midnight', () => {
    const _id = '01900000-0000-7000-8000-000000000001'
    expect(isHidden({ [_id]: getNextMidnight(visit.now) }, _id, visit.now)).toBe(true)
    expect(isHidden({ [_id]: visit.now }, _id, visit.now)).toBe(false)
    expect(isHidden({}, _id, visit.now)).toBe(false)
  })

  it('are sorted by position', () => {
    const popups = [buildPopup({ title: 'b', position: 2 }), buildPopup({ title: 'a', position: 1 })]
    expect(filterPopups(popups, visit).map((popup) => popup.title)).toEqual(['a', 'b'])
  })
})

describe('next popup', () => {
  const [first, second] = [buildPopup({ title: 'first' }), buildPopup({ title: 'second', atOnce: true })]

  it('is none on the first screen unless it is marked `atOnce`', () => {
    expect(chooseNextPopup([first], false)).toBeUndefined()
    expect(chooseNextPopup([first], true)).toBe(first)
    expect(chooseNextPopup([first, second], false)).toBe(second)
  })

  it('stays the one shown on arrival during scrolling', () => {
    expect(chooseNextPopup([first, second], true)).toBe(second)
  })
})
