/** Sizes of a work in millimetres; null where nobody measured it. */
export interface Size {
  width: number | null
  height: number | null
}

/** Centimetres that the widest and the highest place of a wall take at the scale of `wall.module.css`. */
const most = { width: 168, height: 186 }

/**
 * What all works of one wall are made smaller by, so that the largest of them fits: the scale stays one for all. 1 where
 * they fit as they are.
 */
export const fitOf = (sizes: readonly Size[]): number =>
  Math.min(
    1,
    ...sizes.map(({ width }) => (width ? (most.width * 10) / width : 1)),
    ...sizes.map(({ height }) => (height ? (most.height * 10) / height : 1)),
  )

/** Pixels to a centimetre on a desktop's wall, and the least width at which a work still can be seen. */
const perCm = 1.72
const leastPixels = 84

/** The width in centimetres below which a work is shown larger than the scale says; the wall says it once. */
export const leastWidth = (fit: number): number => Math.ceil(leastPixels / (perCm * fit))

/** 130.3 × 162.2 cm: width by height, as labels have it; depth last. */
export const sizeWords = ({ width, height, depth }: Size & { depth: number | null }): string => {
  const sides = [width, height, depth].filter((side): side is number => side !== null)
  return sides.length > 0 ? `${sides.map((side) => String(side / 10)).join(' × ')} cm` : ''
}
