import type { Popup } from '../contract.ts'

type Schedule = Pick<Popup, 'skin' | 'visible' | 'startAt' | 'endAt' | 'paths' | 'locales' | 'device' | 'audience'>

const getStart = (at: string | null) => (at ? Date.parse(at) : Number.NEGATIVE_INFINITY)
const getEnd = (at: string | null) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY)

/** True if two lists have a value in common; an empty list means all values. */
const haveCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((value) => other.includes(value))

const canMeet = <Value extends string>(one: Value | 'all', other: Value | 'all'): boolean =>
  one === 'all' || other === 'all' || one === other

/**
 * Returns the other visible modal popups that one visitor could get together with this one: at the same time, on the
 * same page, in the same language, on the same kind of device and with the same account state.
 */
export const findOverlappingModals = <Other extends Schedule & { _id: string }>(
  popup: Schedule,
  id: string,
  others: readonly Other[],
): Other[] => {
  if (popup.skin !== 'modal' || !popup.visible) return []
  return others.filter(
    (other) =>
      other._id !== id &&
      other.visible &&
      other.skin === 'modal' &&
      getStart(other.startAt) < getEnd(popup.endAt) &&
      getStart(popup.startAt) < getEnd(other.endAt) &&
      haveCommon(other.paths, popup.paths) &&
      haveCommon(other.locales, popup.locales) &&
      canMeet(other.device, popup.device) &&
      canMeet(other.audience, popup.audience),
  )
}
