import { periodState } from '#kit/time/period-state.ts'
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
}

/**
 * The one to show of those that are left: first what staff want at once, the others only past the first screen. What was
 * shown on arrival stays first, so that nothing changes places while one scrolls.
 */
export const nextPopup = (left: readonly PublicPopup[], isPast: boolean): PublicPopup | undefined =>
  left.find(({ atOnce }) => atOnce) ?? (isPast ? left[0] : undefined)

/** Those of the running popups that this visit sees, in their order. */
export const popupsFor = (popups: readonly PublicPopup[], visit: Visit): PublicPopup[] =>
  popups
    .filter(
      ({ paths, device, audience, endAt }) =>
        (paths.length === 0 || paths.includes(visit.path)) &&
        (device === 'all' || (device === 'mobile') === visit.mobile) &&
        (audience === 'all' || (audience === 'member') === visit.member) &&
        periodState(null, endAt, new Date(visit.now)) === 'running',
    )
    .sort((a, b) => a.position - b.position)

/** Whether a visitor has sent a popup away; `hiddenUntil` is by its id. Both times are ms since 1970. */
export const isHidden = (hiddenUntil: Readonly<Record<string, number>>, id: string, now: number): boolean =>
  (hiddenUntil[id] ?? 0) > now
