/** Milliseconds after which a file that nothing names is taken for one that nobody wants: a form may be open until then. */
export const settledAfter = 24 * 3_600_000

interface Size {
  width: number
  height: number
}

/** A rectangle within something; in percent of a picture, or in its pixels. */
export interface Area extends Size {
  left: number
  top: number
}

/** A rectangle of a picture that was turned clockwise so many quarters. */
export interface Crop {
  turns: number
  /** Percent of the turned picture. */
  area: Area
}

/** Pixels that a side of a cut picture has at least. */
export const smallestSide = 16

export const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The pixels of a picture that a rectangle means; `whole` is upright and not turned. Always within it, one at least. */
export const areaIn = (whole: Size, { turns, area }: Crop): Area => {
  const { width, height } = turned(whole, turns)
  const span = (from: number, length: number, all: number) => {
    const first = Math.min(all - 1, Math.round((from / 100) * all))
    const last = Math.max(first + 1, Math.min(all, Math.round(((from + length) / 100) * all)))
    return [first, last - first] as const
  }
  const [left, across] = span(area.left, area.width, width)
  const [top, down] = span(area.top, area.height, height)
  return { left, top, width: across, height: down }
}

/** Where the focal point of a picture comes to be in its cut; null where it is not in it. */
export const focusWithin = (focus: [number, number] | null, { turns, area }: Crop): [number, number] | null => {
  if (!focus) return null
  let [left, top] = focus
  for (let turn = 0; turn < turns; turn += 1) [left, top] = [100 - top, left]
  const place: [number, number] = [
    Math.round(((left - area.left) / area.width) * 100),
    Math.round(((top - area.top) / area.height) * 100),
  ]
  return place.every((part) => part >= 0 && part <= 100) ? place : null
}
