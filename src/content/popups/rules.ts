import { periodState } from '#kit/time/period-state.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import type { PublicPopup } from './contract.ts'

/** Returns the next midnight in Seoul after `now`, both in epoch ms. */
export const getNextMidnight = (now: number): number => seoulDayOf(now).ends

/** Facts of the visit that decide whether a popup is shown. */
export interface PopupVisit {
  /** Path without locale. */
  path: string
  /** Viewport narrower than 768 px. */
  mobile: boolean
  /** True if logged in. */
  member: boolean
  /** Epoch ms. */
  now: number
}

/**
 * Returns the next popup: first those marked `atOnce`, the others only past the first screen. A popup shown on arrival
 * stays first, so that popups do not swap while the visitor scrolls.
 */
export const chooseNextPopup = (remaining: readonly PublicPopup[], isPast: boolean): PublicPopup | undefined =>
  remaining.find(({ atOnce }) => atOnce) ?? (isPast ? remaining[0] : undefined)

/** Returns the running popups that apply to this visit, in order. */
export const filterPopups = (popups: readonly PublicPopup[], visit: PopupVisit): PublicPopup[] =>
  popups
    .filter(
      ({ paths, device, audience, endAt }) =>
        (paths.length === 0 || paths.includes(visit.path)) &&
        (device === 'all' || (device === 'mobile') === visit.mobile) &&
        (audience === 'all' || (audience === 'member') === visit.member) &&
        periodState(null, endAt, new Date(visit.now)) === 'running',
    )
    .sort((a, b) => a.position - b.position)

/** True if the visitor has hidden the popup; `hiddenUntil` maps ids to epoch ms, `now` is epoch ms. */
export const isHidden = (hiddenUntil: Readonly<Record<string, number>>, id: string, now: number): boolean =>
  (hiddenUntil[id] ?? 0) > now
