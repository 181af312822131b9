// The sheet on which the line drawings of the stories stand: its grounds, its lines and the few signs they share.

export const colours = {
  ink: '#14222E',
  navy: '#1D3445',
  steel: '#274459',
  sand: '#E9E1D4',
  paper: '#F7F3EC',
  bronze: '#A9793F',
  bronzeLight: '#C99B5B',
  gold: '#D6AE73',
  sage: '#7C8F7E',
}

/**
 * Ink ground with sand lines, or paper with ink lines; the accent is bronze on both. The paper is a shade deeper than
 * the pages on which the drawings stand, so that a card keeps its edge.
 */
const grounds = {
  ink: {
    top: colours.ink,
    foot: '#203B4E',
    grid: '#FFFFFF',
    gridOpacity: 0.045,
    line: colours.sand,
    body: colours.navy,
    deep: '#142533',
    accent: colours.gold,
    axis: colours.bronzeLight,
  },
  paper: {
    top: '#F0E9DE',
    foot: '#E5DBCB',
    grid: colours.ink,
    gridOpacity: 0.04,
    line: colours.ink,
    body: '#FBF8F3',
    deep: '#DDD1BE',
    accent: colours.bronze,
    axis: colours.bronze,
  },
}

/** Stroke width in px of a 1200 px sheet, and opacity. */
const weights = {
  heavy: [3, 0.95],
  strong: [2, 0.92],
  plain: [1.4, 0.8],
  fine: [1, 0.5],
  faint: [1, 0.24],
}

const dashes = { axis: '18 5 3 5', dashed: '12 8', dotted: '2 9' }

export const width = 1200
export const height = 800

const round = (value) => Math.round(value * 10) / 10

/** The same row of numbers from 0 to 1 for the same seed, so that a drawing made again is the same drawing. */
export const randomFrom = (seed) => {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

/** Whole numbers from 0 up to `count`, `count` left out. */
export const upTo = (count) => Array.from({ length: count }, (_, index) => index)

/** Points as a path of straight lines. */
export const through = (points) => points.map(([x, y], index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join('')

export const closed = (points) => `${through(points)}Z`

/** A point at `angle` degrees (0 to the right, 90 up) and `radius` from a centre. */
export const polar = (x, y, radius, angle) => [
  x + radius * Math.cos((angle * Math.PI) / 180),
  y - radius * Math.sin((angle * Math.PI) / 180),
]

/** A crack from one point to another: steps that wander, and come home at the end. */
export const crack = (random, [x1, y1], [x2, y2], steps, sway) =>
  upTo(steps + 1).map((step) => {
    const t = step / steps
    const free = step === 0 || step === steps ? 0 : sway
    return [x1 + (x2 - x1) * t + (random() - 0.5) * free, y1 + (y2 - y1) * t + (random() - 0.5) * free * 0.5]
  })

export class Sheet {
  #parts = []
  #clips = 0

  constructor(ground) {
    this.ink = grounds[ground]
  }

  add(part) {
    this.#parts.push(part)
    return this
  }

  /** A line of one of the weights; `dash` is one of the dashes. */
  line(d, weight = 'plain', dash) {
    const [stroke, opacity] = weights[weight]
    const dashed = dash ? ` stroke-dasharray="${dashes[dash]}"` : ''
    return this.add(
      `<path d="${d}" stroke="${this.ink.line}" stroke-opacity="${opacity}" stroke-width="${stroke}" fill="none" stroke-linejoin="round"${dashed}/>`,
    )
  }

  /** A line in bronze. */
  accent(d, stroke = 2, dash, opacity = 0.95) {
    const dashed = dash ? ` stroke-dasharray="${dashes[dash]}"` : ''
    return this.add(
      `<path d="${d}" stroke="${this.ink.accent}" stroke-opacity="${opacity}" stroke-width="${stroke}" fill="none" stroke-linejoin="round" stroke-linecap="round"${dashed}/>`,
    )
  }

  /** A thin bronze line of an axis or a level. */
  axis(d) {
    return this.add(
      `<path d="${d}" stroke="${this.ink.axis}" stroke-opacity=".45" fill="none" stroke-dasharray="${dashes.axis}"/>`,
    )
  }

  /** An area: `body` and `deep` of the ground, `line` for what is cut through, `accent`, `sage`. */
  fill(d, tone = 'body', opacity = 1) {
    const colour = this.ink[tone] ?? colours[tone]
    return this.add(`<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`)
  }

  /** What a section or plan cuts through: walls and slabs. */
  cut(x, y, w, h) {
    return this.add(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${this.ink.line}"/>`,
    )
  }

  /** A rectangle of a tone with its outline. */
  box(x, y, w, h, { weight = 'plain', tone, opacity = 1, accent = false, radius = 0 } = {}) {
    const [stroke, strokeOpacity] = weights[weight]
    const colour = tone ? (this.ink[tone] ?? colours[tone]) : 'none'
    return this.add(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${colour}" fill-opacity="${opacity}" stroke="${accent ? this.ink.accent : this.ink.line}" stroke-opacity="${strokeOpacity}" stroke-width="${stroke}"/>`,
    )
  }

  circle(x, y, r, weight = 'plain', { tone, opacity = 1, accent = false } = {}) {
    const [stroke, strokeOpacity] = weights[weight]
    const colour = tone ? (this.ink[tone] ?? colours[tone]) : 'none'
    return this.add(
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${colour}" fill-opacity="${opacity}" stroke="${accent ? this.ink.accent : this.ink.line}" stroke-opacity="${strokeOpacity}" stroke-width="${stroke}"/>`,
    )
  }

  /** Where something was measured: a ring with its point. */
  mark(x, y, r = 15) {
    return this.add(
      `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="none" stroke="${this.ink.accent}" stroke-width="1.8"/><circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 0.28)}" fill="${this.ink.accent}"/>`,
    )
  }

  /** A tree in elevation, standing on `ground`. */
  tree(x, ground, r) {
    return this.add(
      `<circle cx="${x}" cy="${round(ground - r * 1.5)}" r="${r}" fill="${colours.sage}" fill-opacity=".32" stroke="${this.ink.line}" stroke-opacity=".5"/>`,
    ).line(`M${x} ${ground}V${round(ground - r * 1.5)}`, 'fine')
  }

  /** A dimension with a tick at each of the places along it. */
  dimension(places, at, { upright = false } = {}) {
    const [from, to] = [places.at(0), places.at(-1)]
    const ticks = places.map((place) => (upright ? `M${at - 8} ${place}h16` : `M${place} ${at - 8}v16`))
    return this.line(`${upright ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`}${ticks.join('')}`, 'fine')
  }

  /** Slanting strokes over an area, `pitch` px apart. */
  hatch(d, pitch = 14, { accent = false, opacity = 0.4, down = false } = {}) {
    const id = `area${(this.#clips += 1)}`
    const strokes = upTo(Math.ceil((width + height) / pitch)).map((index) =>
      down ? `M${index * pitch - height} 0l${height} ${height}` : `M${index * pitch} 0l${-height} ${height}`,
    )
    return this.add(
      `<clipPath id="${id}"><path d="${d}"/></clipPath><path clip-path="url(#${id})" d="${strokes.join('')}" stroke="${accent ? this.ink.accent : this.ink.line}" stroke-opacity="${opacity}" stroke-width="1.2" fill="none"/>`,
    )
  }

  /** Soil: short strokes strewn over a rectangle. */
  soil(random, x, y, w, h, count) {
    const strokes = upTo(count).map(
      () => `M${round(x + random() * (w - 16))} ${round(y + 16 + random() * (h - 16))}l16 -16`,
    )
    return this.add(
      `<path d="${strokes.join('')}" stroke="${this.ink.axis}" stroke-opacity=".34" stroke-width="1.1" fill="none"/>`,
    )
  }

  /** The whole sheet; a tall drawing is made smaller about the middle, so that a wide crop does not cut its feet. */
  svg(scale = 1) {
    const [across, down] = [width / 2, height / 2]
    const lines = [
      ...upTo(width / 40 + 1).map((index) => `M${index * 40} 0V${height}`),
      ...upTo(height / 40 + 1).map((index) => `M0 ${index * 40}H${width}`),
    ]
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
      `<defs><linearGradient id="ground" x2="0" y2="1"><stop stop-color="${this.ink.top}"/><stop offset="1" stop-color="${this.ink.foot}"/></linearGradient></defs>`,
      `<rect width="${width}" height="${height}" fill="url(#ground)"/>`,
      `<path d="${lines.join('')}" stroke="${this.ink.grid}" stroke-opacity="${this.ink.gridOpacity}" fill="none"/>`,
      `<g transform="translate(${across} ${down}) scale(${scale}) translate(${-across} ${-down})">${this.#parts.join('')}</g></svg>`,
    ].join('')
  }
}

/** Path of a rectangle. */
export const rectangle = (x, y, w, h) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}Z`
