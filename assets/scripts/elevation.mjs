// Draws the street elevation of the log-in page: node assets/scripts/elevation.mjs > src/people/account/login/elevation.svg
const width = 1000
const height = 960
const ground = 806
const [ink, navy, paper, bronze, sage] = ['#14222e', '#1d3445', '#e9e1d4', '#c99b5b', '#9fb8a4']

let seed = 21
const random = () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296
  return seed / 4294967296
}
const round = (value) => Math.round(value * 10) / 10
const box = (x, y, w, h) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`

/** x of the left wall, bays, the bay of the stair, floors. */
const towers = [
  [-80, 5, 3, 18],
  [74, 6, 4, 24],
  [268, 7, 5, 24],
  [478, 5, 2, 34],
  [630, 4, 2, 32],
  [800, 7, 4, 33],
]
const bay = 19.5
const floor = 18

const bodies = []
const windows = []
const lit = []
const walls = []
const roofs = []
const faint = []
const dimensions = []
for (const [x, bays, stair, floors] of towers) {
  const w = bays * bay
  const top = ground - floors * floor
  bodies.push(box(x, top, w, floors * floor))
  walls.push(`M${x} ${ground}V${top}M${round(x + w)} ${ground}V${top}`)
  roofs.push(`M${x - 7} ${top}h${round(w + 14)}`)
  faint.push(box(x, top - 15, w, 15))
  faint.push(`M${round(x + stair * bay)} ${ground}V${top - 15}M${round(x + (stair - 1) * bay)} ${ground}V${top - 15}`)
  dimensions.push(`M${x} ${ground + 34}v14m0 -7h${round(w)}m0 -7v14`)
  for (let level = 0; level < floors; level += 1)
    for (let index = 0; index < bays; index += 1) {
      if (index === stair - 1) continue
      const pane = box(x + index * bay + 3.5, ground - (level + 1) * floor + 5, 12.5, 9)
      ;(random() < 0.07 ? lit : windows).push(pane)
    }
}

const crowns = []
const trunks = []
for (const centre of [6, 22, 40, 92, 108, 122, 168, 272, 288, 306, 322, 402, 474, 546, 566, 640, 652, 742, 822, 880, 902, 968]) {
  const radius = 9 + random() * 14
  const y = ground - radius - 8 - random() * 8
  crowns.push(`<circle cx="${centre}" cy="${round(y)}" r="${round(radius)}"/>`)
  trunks.push(`M${centre} ${round(y + radius / 2)}V${ground}`)
}

const lines = []
for (let x = 0; x <= width; x += 45) lines.push(`M${x} 0V${height}`)
for (let y = 0; y <= height; y += 45) lines.push(`M0 ${y}H${width}`)

const path = (parts, attributes) => `<path d="${parts.join('')}" ${attributes}/>`
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice">`,
    '<title>Street elevation</title>',
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${ink}"/><stop offset="1" stop-color="#203b4e"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#g)"/><g fill="none" stroke="${paper}">`,
    path(lines, 'stroke-opacity=".035"'),
    path(bodies, `fill="${navy}" stroke="none"`),
    path(windows, 'stroke-opacity=".42"'),
    path(lit, `fill="${bronze}" fill-opacity=".82" stroke="${bronze}"`),
    path(faint, 'stroke-opacity=".4"'),
    path(walls, 'stroke-opacity=".6" stroke-width="1.6"'),
    path(roofs, 'stroke-opacity=".85" stroke-width="1.8"'),
    `<g fill="${sage}" fill-opacity=".3" stroke="${sage}" stroke-opacity=".55">${crowns.join('')}</g>`,
    path(trunks, 'stroke-opacity=".5"'),
    `<path d="M0 ${ground}H${width}" stroke-width="2"/>`,
    path(dimensions, 'stroke-opacity=".45"'),
    '</g></svg>\n',
  ].join(''),
)
