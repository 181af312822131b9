// Line drawings of rooms: a home on the day of the visit, its finishes, a room to speak in.
import { closed, polar, randomFrom, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** A home on the day of the first visit: the way through the rooms and where to look. */
export const checkPlan = () => {
  const sheet = new Sheet('ink')
  const [x, y, w, h] = [170, 150, 860, 500]
  sheet.fill(rectangle(x, y, w, h), 'body')
  // Balconies in front and behind, then the rooms.
  const walls = [
    [0, 0, w, 12],
    [0, h - 12, w, 12],
    [0, 0, 12, h],
    [w - 12, 0, 12, h],
    [0, 70, 250, 8],
    [380, 70, 480, 8],
    [0, h - 78, w, 8],
    [240, 12, 8, 196],
    [380, 70, 8, 138],
    [560, 70, 8, 138],
    [690, 70, 8, 138],
    [12, 208, 156, 8],
    [222, 208, 60, 8],
    [380, 208, 114, 8],
    [560, 208, 42, 8],
    [660, 208, 60, 8],
    [776, 208, 72, 8],
    [280, 270, 8, 152],
    [12, 270, 160, 8],
    [226, 270, 54, 8],
    [600, 270, 8, 152],
    [600, 270, 60, 8],
    [716, 270, 132, 8],
  ]
  for (const [wx, wy, ww, wh] of walls) sheet.cut(x + wx, y + wy, ww, wh)
  for (const [wx, wy, ww] of [
    [40, 70, 170],
    [410, 70, 120],
    [590, 70, 80],
    [720, 70, 110],
    [40, h - 78, 200],
    [310, h - 78, 260],
    [630, h - 78, 200],
  ]) {
    sheet.fill(rectangle(x + wx, y + wy, ww, 8), 'body')
    sheet.line(`M${x + wx} ${y + wy + 1}h${ww}M${x + wx} ${y + wy + 7}h${ww}`, 'plain')
  }
  for (const [dx, dy, r, turn] of [
    [168, 212, 54, 1],
    [172, 274, 54, 0],
    [602, 212, 56, 1],
    [660, 274, 56, 0],
    [720, 212, 54, 1],
    [494, 212, 60, 1],
  ])
    sheet.line(`M${x + dx} ${y + dy}v${turn ? -r : r}A${r} ${r} 0 0 ${turn} ${x + dx + r} ${y + dy}`, 'plain')
  // Furniture that is drawn in, kitchen and baths.
  for (const [fx, fy, fw, fh] of [
    [40, 96, 150, 84],
    [30, 300, 190, 96],
    [330, 372, 230, 34],
    [640, 300, 180, 96],
    [716, 90, 120, 40],
    [578, 88, 96, 46],
    [404, 84, 70, 112],
  ])
    sheet.box(x + fx, y + fy, fw, fh, { weight: 'fine', radius: 4 })
  sheet.circle(x + 620, y + 176, 15, 'fine').circle(x + 800, y + 176, 15, 'fine')
  sheet.line(`M${x + 482} ${y + 84}h66v112`, 'fine')
  sheet.box(x + 330, y + 290, 120, 54, { weight: 'fine', radius: 4 })
  const way = [
    [306, 20],
    [306, 240],
    [100, 240],
    [100, 160],
    [100, 240],
    [190, 240],
    [190, 340],
    [190, 240],
    [440, 240],
    [440, 330],
    [440, 240],
    [640, 240],
    [640, 160],
    [640, 240],
    [760, 240],
    [760, 150],
    [760, 240],
    [690, 240],
    [690, 350],
  ]
  sheet.accent(through(way.map(([wx, wy]) => [x + wx, y + wy])), 2, 'dashed', 0.8)
  for (const [mx, my] of [
    [306, 40],
    [34, 40],
    [124, 74],
    [206, 160],
    [34, 196],
    [440, 74],
    [630, 90],
    [540, 180],
    [676, 190],
    [760, 90],
    [830, 190],
    [34, 340],
    [138, 422],
    [270, 400],
    [440, 422],
    [586, 300],
    [730, 422],
    [826, 340],
    [440, 468],
    [780, 468],
    [80, 468],
  ])
    sheet.mark(x + mx, y + my, 15)
  sheet
    .fill(rectangle(x + 270, y, 72, 12), 'deep')
    .line(`M${x + 270} ${y + 10}v62A62 62 0 0 0 ${x + 332} ${y + 10}`, 'plain')
  sheet.accent(`M${x + 306} ${y - 40}v44m-12 -14l12 14l12 -14`, 3)
  return sheet.dimension([x, x + 284, x + 604, x + w], 694).svg()
}

/** Samples of finishes in their frames; one is not the one that was shown. */
export const samples = () => {
  const sheet = new Sheet('ink')
  const random = randomFrom(71)
  const [size, gap, left, top] = [190, 30, 175, 105]
  const patterns = [
    (x, y) =>
      upTo(4)
        .map((n) => `M${x} ${y + 38 * (n + 1)}h${size}M${x + 38 * (n + 1)} ${y}v${size}`)
        .join(''),
    (x, y) =>
      upTo(8)
        .map(
          (n) =>
            `M${x} ${y + 24 * (n + 1)}h${size}` +
            upTo(4)
              .map((b) => `M${x + 24 + b * 48 + (n % 2 ? 0 : 22)} ${y + 24 * n}v24`)
              .join(''),
        )
        .join(''),
    (x, y) =>
      upTo(5)
        .map((n) => `M${x} ${y + 38 * n}h${size}M${x + ((n * 73) % 150) + 20} ${y + 38 * n}v38`)
        .join(''),
    (x, y) =>
      upTo(12)
        .map((n) =>
          upTo(6)
            .map((b) => `M${x + b * 34} ${y + n * 17}l17 17l17 -17`)
            .join(''),
        )
        .join(''),
    (x, y) =>
      upTo(5)
        .map((n) =>
          upTo(5)
            .map((b) => `M${x + 19 + b * 38} ${y + n * 38}l19 19l-19 19l-19 -19Z`)
            .join(''),
        )
        .join(''),
    (x, y) =>
      upTo(8)
        .map((n) => `M${x} ${y + n * 25}q24 -12 48 0t48 0t48 0t48 0`)
        .join(''),
    (x, y) =>
      upTo(5)
        .map((n) =>
          upTo(5)
            .map((b) => `M${x + b * 40} ${y + n * 40 + 12}l12 -12h16l12 12v16l-12 12h-16l-12 -12Z`)
            .join(''),
        )
        .join(''),
    (x, y) =>
      upTo(15)
        .map((n) => `M${x + n * 13} ${y}v${size}`)
        .join(''),
  ]
  for (const row of upTo(3))
    for (const column of upTo(4)) {
      const [x, y] = [left + column * (size + gap), top + row * (size + gap) - 15]
      const index = row * 4 + column
      const odd = index === 6
      sheet.box(x, y, size, size, { tone: odd ? 'accent' : 'body', opacity: odd ? 0.3 : 1, weight: 'fine' })
      sheet.add(
        `<clipPath id="sample${index}"><path d="${rectangle(x, y, size, size)}"/></clipPath><g clip-path="url(#sample${index})">`,
      )
      const kind = index === 5 || index === 6 ? (odd ? 3 : 0) : [0, 1, 2, 4, 0, 0, 0, 5, 6, 7, 9, 2][index]
      if (kind === 9)
        for (const _ of upTo(60)) {
          const [px, py, long, turn] = [x + random() * size, y + random() * size, 4 + random() * 12, random() * 360]
          sheet.line(
            closed([
              polar(px, py, long, turn),
              polar(px, py, long * 0.7, turn + 110),
              polar(px, py, long * 0.9, turn + 230),
            ]),
            'fine',
          )
        }
      else if (odd) sheet.accent(patterns[kind](x, y), 1.8)
      else sheet.line(patterns[kind](x, y), 'plain')
      sheet.add('</g>').box(x, y, size, size, { weight: 'strong', accent: odd })
    }
  return sheet.svg()
}

/** Plan of a meeting room: a table in front, four rows of six seats. */
export const room = () => {
  const sheet = new Sheet('paper')
  sheet.fill(rectangle(150, 110, 900, 580), 'body')
  for (const wall of [
    [150, 110, 900, 14],
    [150, 676, 180, 14],
    [420, 676, 630, 14],
    [150, 110, 14, 580],
    [1036, 110, 14, 580],
  ])
    sheet.cut(...wall)
  for (const x of [230, 440, 650, 860]) {
    sheet.fill(rectangle(x, 112, 130, 10), 'paper')
    sheet.line(`M${x} 114h130M${x} 120h130`, 'plain')
  }
  sheet.accent('M330 683V593A90 90 0 0 1 420 683Z', 2.4)
  sheet.line('M184 180V620', 'heavy').box(256, 300, 56, 200, { tone: 'accent', opacity: 0.6, weight: 'strong' })
  for (const seat of [324, 388, 452]) sheet.box(216, seat, 30, 26, { tone: 'body', radius: 5, weight: 'plain' })
  for (const row of upTo(4))
    for (const desk of upTo(3)) {
      const [x, y] = [424 + row * 142, 164 + desk * 168]
      sheet.box(x, y, 42, 132, { tone: 'body', weight: 'strong' })
      sheet.line(`M${x} ${y + 66}h42`, 'fine')
      for (const seat of [20, 86]) {
        sheet.box(x + 54, y + seat, 32, 28, { tone: 'deep', radius: 6, weight: 'plain' })
        sheet.line(`M${x + 90} ${y + seat + 2}v24`, 'strong')
        sheet.box(x + 10, y + seat - 2, 22, 30, { weight: 'fine' })
      }
    }
  for (const x of [150, 360, 570, 780, 1050]) {
    sheet.axis(`M${x} 76V724`)
    sheet.circle(x, 64, 12, 'plain', { accent: true })
  }
  return sheet.svg()
}
