import type { PublicPopup } from './contract.ts'

const day = 24 * 3_600_000
const seoulAhead = 9 * 3_600_000

/** The midnight in Seoul that ends the day of `now`, both in ms since 1970. Korea keeps no summer time. */
export const nextMidnightInSeoul = (now: number): number =>
  (Math.floor((now + seoulAhead) / day) + 1) * day - seoulAhead

/** What decides in the browser whether a popup is shown. */
export interface Visit {
  /** Address without language. */
  path: string
  /** Window narrower than 768 px. */
  mobile: boolean
  /** Logged in. */
  member: boolean
  /** ms since 1970. */
  now: number
  /** Until when a popup was sent away, by its id, in ms since 1970. */
  hiddenUntil: Readonly<Record<string, number>>
}

/** Those of the running popups that this visit sees, in their order. */
export const popupsFor = (popups: readonly PublicPopup[], visit: Visit): PublicPopup[] =>
  popups
    .filter(
      ({ _id, paths, device, audience, endAt }) =>
        (paths.length === 0 || paths.includes(visit.path)) &&
        (device === 'all' || (device === 'mobile') === visit.mobile) &&
        (audience === 'all' || (audience === 'member') === visit.member) &&
        (endAt === null || Date.parse(endAt) > visit.now) &&
        !((visit.hiddenUntil[_id] ?? 0) > visit.now),
    )
    .sort((a, b) => a.position - b.position)
