/** The sheet on which every map is drawn, in units that are px where it is shown at full size. */
export const mapSheet = { width: 840, height: 620 } as const

export interface Point {
  x: number
  y: number
}

/** '120,300 420,310' as points. */
export const readPoints = (points: string): Point[] =>
  points.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return { x, y }
  })

/** The middle of what the points enclose or, for one, the point. */
export const middleOf = (points: readonly Point[]): Point => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
}

export interface Along extends Point {
  /** Degrees by which words along it are turned; they never stand on their head. */
  turn: number
}

/** Where the name of a line stands: in the middle of its longest stretch, along it. */
export const alongOf = (points: readonly Point[]): Along => {
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
    // Folded into a quarter to either side: what runs leftwards reads rightwards.
    turn: Math.round(turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn),
  }
}

export interface Box extends Point {
  width: number
  height: number
}

/** The box around points, with room on every side. */
export const boxOf = (points: readonly Point[], room = 0): Box => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room]
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y }
}

const common = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/** Of some places, best first, the one that covers least of what is there already. */
export const freest = (places: readonly Box[], taken: readonly Box[]): Box | undefined => {
  const covers = (place: Box) => taken.reduce((sum, box) => sum + common(place, box), 0)
  return places
    .map((place) => ({ place, covered: covers(place) }))
    .reduce<{ place: Box; covered: number } | undefined>(
      (best, each) => (best && best.covered <= each.covered ? best : each),
      undefined,
    )?.place
}

/** A line as boxes, one after another, for what is looked for beside it. */
export const boxesAlong = (points: readonly Point[], width: number): Box[] =>
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

/**
 * An address as its two lines, street and building: in Korean and Chinese the building follows the number of the house
 * (`너른마루길 218`, `Mulnaru-gil 64号`), in English it stands before it. One line where there is no building.
 */
export const addressLines = (address: string): string[] => {
  const [, first, second] =
    /^(.*(?:[로길] \d[\d-]*|\d号)) (.+)$/.exec(address) ?? /^([^\d,]+,) (\d.*)$/.exec(address) ?? []
  return first && second ? [first, second] : [address]
}
