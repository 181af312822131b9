/** Milliseconds before an unreferenced file counts as unused; an open form may still be about to use it. */
export const unusedAfter = 24 * 3_600_000

interface Size {
  width: number
  height: number
}

/** Rectangle in percent of a picture, or in its pixels. */
export interface Area extends Size {
  left: number
  top: number
}

/** Crop rectangle of a picture after clockwise quarter turns. */
export interface Crop {
  turns: number
  /** Percent of the rotated picture. */
  area: Area
}

/** Minimum side of a cropped picture, in px. */
export const smallestSide = 16

export const rotateSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/**
 * Converts a crop to pixels; `originalSize` is the size upright and before rotation. Always inside the picture and at least 1
 * px.
 */
export const cropToPixels = (originalSize: Size, { turns, area }: Crop): Area => {
  const { width, height } = rotateSize(originalSize, turns)
  const toPixelSpan = (from: number, length: number, all: number) => {
    const first = Math.min(all - 1, Math.round((from / 100) * all))
    const last = Math.max(first + 1, Math.min(all, Math.round(((from + length) / 100) * all)))
    return [first, last - first] as const
  }
  const [left, across] = toPixelSpan(area.left, area.width, width)
  const [top, down] = toPixelSpan(area.top, area.height, height)
  return { left, top, width: across, height: down }
}

/** Focal point within the cropped picture; null if it is outside. */
export const cropFocus = (focus: [number, number] | null, { turns, area }: Crop): [number, number] | null => {
  if (!focus) return null
  let [left, top] = focus
  for (let turn = 0; turn < turns; turn += 1) [left, top] = [100 - top, left]
  const focusInCrop: [number, number] = [
    Math.round(((left - area.left) / area.width) * 100),
    Math.round(((top - area.top) / area.height) * 100),
  ]
  return focusInCrop.every((part) => part >= 0 && part <= 100) ? focusInCrop : null
}
