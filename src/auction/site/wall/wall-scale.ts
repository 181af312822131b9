/** Size of a work in mm; null if unknown. */
export interface WorkSize {
  width: number | null
  height: number | null
}

/** Largest width and height in cm that a wall can show at the scale of `wall.module.css`. */
const wallSize = { width: 168, height: 186 }

/** Returns the factor that scales down all works of one wall so that the largest fits; 1 if they fit. */
export const calculateWallFit = (sizes: readonly WorkSize[]): number =>
  Math.min(
    1,
    ...sizes.map(({ width }) => (width ? (wallSize.width * 10) / width : 1)),
    ...sizes.map(({ height }) => (height ? (wallSize.height * 10) / height : 1)),
  )

/** Pixels per centimeter on a desktop wall; `minPixels` is the minimum visible width. */
const pixelsPerCm = 1.72
const minPixels = 84

/** Width in cm below which a work is shown larger than to scale; the wall has a note about it. */
export const minimumTrueWidth = (fit: number): number => Math.ceil(minPixels / (pixelsPerCm * fit))

/** Formats a size: 130.3 × 162.2 cm; width, height and, if known, depth. */
export const formatSize = ({ width, height, depth }: WorkSize & { depth: number | null }): string => {
  const sides = [width, height, depth].filter((side): side is number => side !== null)
  return sides.length > 0 ? `${sides.map((side) => String(side / 10)).join(' × ')} cm` : ''
}
