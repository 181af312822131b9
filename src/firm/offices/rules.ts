/** Size of every map in map units; a unit is 1 px at full size. */
export const mapSheet = { width: 840, height: 620 } as const

export interface Point {
  x: number
  y: number
}

/** Parses '120,300 420,310' into points. */
export const parsePoints = (points: string): Point[] =>
  points.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return { x, y }
  })

/** Returns the center of the bounding box; of one point, the point. */
export const getCenter = (points: readonly Point[]): Point => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
}

export interface LabelPosition extends Point {
  /** Rotation of text in degrees; never upside down. */
  turn: number
}

/** Returns the label position of a line: the middle of its longest segment, with the segment's angle. */
export const placeAlongLine = (points: readonly Point[]): LabelPosition => {
  let longest = { from: points[0] ?? { x: 0, y: 0 }, to: points[0] ?? { x: 0, y: 0 }, length: -1 }
  for (const [at, from] of points.slice(0, -1).entries()) {
    const to = points[at + 1] ?? from
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length > longest.length) longest = { from, to, length }
  }
  const { from, to } = longest
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return {
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    // Normalize to -90…90°, so that text reads from left to right.
    turn: Math.round(turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn),
  }
}

export interface Box extends Point {
  width: number
  height: number
}

/** Returns the bounding box of points, extended by `room` on all sides. */
export const getBoundingBox = (points: readonly Point[], margin = 0): Box => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y }
}

const getOverlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/** Returns the candidate that overlaps the taken boxes least; candidates are ordered by preference. */
export const chooseLeastCovering = (candidates: readonly Box[], occupied: readonly Box[]): Box | undefined => {
  const calculateCover = (place: Box) => occupied.reduce((sum, box) => sum + getOverlap(place, box), 0)
  return candidates
    .map((place) => ({ place, covered: calculateCover(place) }))
    .reduce<{ place: Box; covered: number } | undefined>(
      (best, each) => (best && best.covered <= each.covered ? best : each),
      undefined,
    )?.place
}

/** Covers a line with square boxes, for overlap tests. */
export const coverLine = (points: readonly Point[], width: number): Box[] =>
  points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / width))
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps - width / 2,
      y: from.y + ((to.y - from.y) * step) / steps - width / 2,
      width,
      height: width,
    }))
  })
