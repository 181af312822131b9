// Line drawings of papers and land: sheets in order, a ledger, a journal, parcels, doors.
import { closed, randomFrom, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** Four papers one after the other; the place for the name on the last is empty. */
export const papers = () => {
  const sheet = new Sheet('ink')
  const random = randomFrom(15)
  const [w, h] = [246, 356]
  const way = upTo(4).flatMap((index) => [
    [index ? 188 + index * 192 + 44 : 150, 684 - index * 36],
    [index === 3 ? 1050 : 188 + (index + 1) * 192 + 44, 684 - index * 36],
  ])
  sheet.accent(through(way), 1.4, 'dashed', 0.7)
  for (const index of upTo(4)) {
    const [x, y] = [188 + index * 192, 288 - index * 36]
    const last = index === 3
    sheet.box(x + 12, y + 12, w, h, { tone: 'ink', weight: 'faint' })
    sheet.box(x, y, w, h, { tone: 'steel', weight: 'strong' })
    sheet.line(`M${x + 28} ${y + 42}h${110 + index * 14}`, 'heavy')
    for (const row of upTo(9 - index))
      sheet.line(`M${x + 28} ${y + 78 + row * 19}h${(row % 4 === 3 ? 84 : 128 + random() * 20).toFixed(0)}`, 'plain')
    if (index === 0) for (const row of upTo(3)) sheet.box(x + 28, y + 256 + row * 16 - 6, 10, 10, { weight: 'fine' })
    if (index === 1)
      sheet.line(
        `M${x + 28} ${y + 240}h170M${x + 28} ${y + 262}h170M${x + 28} ${y + 284}h170M${x + 86} ${y + 240}v44M${x + 142} ${y + 240}v44`,
        'plain',
      )
    if (index === 2)
      for (const bar of upTo(8))
        sheet.box(
          x + 30 + bar * 21,
          y + 284 - [20, 34, 26, 48, 40, 58, 52, 66][bar],
          13,
          [20, 34, 26, 48, 40, 58, 52, 66][bar],
          { tone: 'deep', weight: 'fine' },
        )
    if (last) {
      sheet.box(x + 28, y + 222, 170, 62, { weight: 'strong', accent: true, tone: 'accent', opacity: 0.3 })
      sheet.accent(`M${x + 44} ${y + 264}h92`, 2)
      sheet.circle(x + 170, y + 252, 17, 'strong', { accent: true })
    }
    sheet.circle(x + 113, y + h + 36, 10, 'plain', { accent: true, tone: last ? 'accent' : 'ink' })
  }
  return sheet.svg()
}

/** Ledger of a management office; one row is marked. */
export const ledger = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(44)
  const [left, right, top, row] = [150, 1050, 120, 40]
  sheet.box(left + 16, top + 16, right - left, row * 14, { tone: 'deep', weight: 'fine' })
  sheet.box(left, top, right - left, row * 14, { tone: 'body', weight: 'strong' })
  sheet.fill(rectangle(left, top, right - left, row * 1.4), 'line', 0.92)
  for (const hole of upTo(5)) sheet.circle(left + 34, top + 110 + hole * 100, 10, 'plain', { tone: 'deep' })
  sheet.line(`M${left + 68} ${top}v${row * 14}`, 'plain')
  const marked = 8
  sheet.fill(rectangle(left + 68, top + row * marked, right - left - 68, row), 'accent', 0.5)
  for (const line of upTo(12)) sheet.line(`M${left + 68} ${top + (line + 2) * row}H${right}`, 'fine')
  for (const x of [360, 560, 700, 830]) sheet.line(`M${x} ${top}v${row * 14}`, x === 560 ? 'strong' : 'fine')
  for (const line of upTo(12)) {
    const y = top + (line + 2) * row + row / 2
    if (line === 11) continue
    const strokes = [
      [236, 60 + random() * 48],
      [380, 80 + random() * 82],
      [580, 40 + random() * 60],
      [720, 30 + random() * 58],
    ]
    for (const [x, long] of strokes)
      sheet.line(`M${x} ${y}h${long.toFixed(0)}`, line === marked - 2 ? 'heavy' : 'plain')
    const amount = 30 + random() * 70
    sheet.line(`M${right - 20 - amount} ${y}H${right - 20}`, line === marked - 2 ? 'heavy' : 'plain')
  }
  sheet.line(
    `M${right - 130} ${top + row * 13 + 16}H${right - 20}M${right - 130} ${top + row * 13 + 24}H${right - 20}`,
    'strong',
  )
  sheet.accent(`M${right + 18} ${top + row * marked + row / 2}h46m-46 0l16 -10m-16 10l16 10`, 3)
  return sheet.svg()
}

/** A journal lying open: lines on the left, a curve of settlement on the right. */
export const journal = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(6)
  const [middle, top, foot, half] = [600, 150, 640, 420]
  for (const leaf of [16, 10, 4])
    sheet.line(
      `M${middle - half - leaf} ${top + leaf}V${foot + leaf}Q${middle - 180} ${foot - 22 + leaf} ${middle} ${foot + 22 + leaf}Q${middle + 180} ${foot - 22 + leaf} ${middle + half + leaf} ${foot + leaf}V${top + leaf}`,
      'plain',
    )
  const page = (side) =>
    `M${middle} ${top + 22}Q${middle + side * 180} ${top - 22} ${middle + side * half} ${top}V${foot}Q${middle + side * 180} ${foot - 22} ${middle} ${foot + 22}Z`
  for (const side of [-1, 1]) sheet.fill(page(side), 'body').line(page(side), 'strong')
  for (const shade of upTo(7))
    sheet.line(
      `M${middle - 4 - shade * 5} ${top + 22 - shade}V${foot + 20 - shade}M${middle + 4 + shade * 5} ${top + 22 - shade}V${foot + 20 - shade}`,
      'faint',
    )
  sheet.line(`M${middle - 360} ${top + 62}h150`, 'heavy')
  for (const row of upTo(17)) {
    if (row === 5 || row === 12) continue
    const long = row === 4 || row === 11 || row === 16 ? 130 + random() * 60 : 296
    sheet.line(`M${middle - 360} ${top + 104 + row * 21}h${long.toFixed(0)}`, 'fine')
  }
  const [x, y] = [middle + 66, top + 60]
  sheet.box(x, y, 300, 232, { weight: 'plain' })
  for (const step of upTo(7)) sheet.line(`M${x} ${y + 33 * step}h300M${x + 43 * step} ${y}v232`, 'faint')
  sheet
    .cut(x + 46, y + 24, 12, 150)
    .cut(x + 58, y + 52, 74, 7)
    .cut(x + 58, y + 98, 74, 7)
    .cut(x + 58, y + 144, 74, 7)
  sheet
    .hatch(rectangle(x, y + 40, 46, 192), 12, { opacity: 0.3 })
    .hatch(rectangle(x + 46, y + 188, 254, 44), 12, { opacity: 0.3 })
  sheet.line(`M${x} ${y + 40}h46M${x + 46} ${y + 188}h254`, 'strong')
  sheet.accent(`M${x + 46} ${y + 24}C${x + 20} ${y + 92} ${x + 16} ${y + 130} ${x + 46} ${y + 186}`, 4)
  sheet.accent(
    through([
      [x + 150, y + 54],
      [x + 176, y + 62],
      [x + 198, y + 84],
      [x + 226, y + 92],
      [x + 254, y + 126],
      [x + 284, y + 134],
    ]),
    3,
  )
  for (const [at, down] of [
    [150, 54],
    [198, 84],
    [254, 126],
  ])
    sheet.circle(x + at, y + down, 6, 'strong', { tone: 'body', accent: true })
  for (const row of upTo(6)) sheet.line(`M${x} ${y + 264 + row * 21}h${row === 5 ? 160 : 300}`, 'fine')
  return sheet.fill(`M${middle + 300} ${top - 2}v-34h30v98l-15 -14l-15 14v-50Z`, 'accent', 0.85).svg()
}

/** A quarter cut into parcels: hatched those that are bought, bare those that are not. */
export const parcels = () => {
  const sheet = new Sheet('ink')
  const random = randomFrom(90)
  const lots = []
  const split = (corners, depth) => {
    const [a, b, c, d] = corners
    const long = (p, q) => Math.hypot(q[0] - p[0], q[1] - p[1])
    const at = (p, q, t) => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]
    const across = Math.max(long(a, b), long(d, c))
    const down = Math.max(long(b, c), long(a, d))
    if (depth === 0 || Math.max(across, down) < 76) return void lots.push(corners)
    const [t, u] = [0.4 + random() * 0.2, 0.4 + random() * 0.2]
    if (across > down) {
      const [p, q] = [at(a, b, t), at(d, c, u)]
      split([a, p, q, d], depth - 1)
      return split([p, b, c, q], depth - 1)
    }
    const [p, q] = [at(a, d, t), at(b, c, u)]
    split([a, b, q, p], depth - 1)
    return split([p, q, c, d], depth - 1)
  }
  for (const block of [
    [
      [150, 120],
      [480, 96],
      [500, 372],
      [172, 392],
    ],
    [
      [516, 94],
      [800, 104],
      [806, 350],
      [536, 370],
    ],
    [
      [836, 106],
      [1064, 140],
      [1050, 372],
      [842, 350],
    ],
    [
      [174, 424],
      [502, 404],
      [516, 690],
      [206, 676],
    ],
    [
      [538, 402],
      [806, 382],
      [812, 664],
      [552, 690],
    ],
    [
      [842, 382],
      [1048, 404],
      [1024, 640],
      [848, 660],
    ],
  ])
    split(block, 5)
  for (const lot of lots) {
    const kind = random()
    sheet.fill(closed(lot), kind > 0.9 ? 'accent' : 'body', kind > 0.9 ? 0.85 : 0.9)
    if (kind < 0.66) sheet.hatch(closed(lot), 11, { opacity: 0.34, down: random() < 0.5 })
    sheet.line(closed(lot), 'plain')
    const [x, y] = [0, 1].map((axis) => lot.reduce((sum, corner) => sum + corner[axis], 0) / 4)
    if (kind >= 0.66 && kind <= 0.9) sheet.box(x - 15, y - 12, 30, 24, { weight: 'fine', tone: 'deep' })
  }
  sheet.accent(
    closed([
      [126, 98],
      [480, 72],
      [806, 78],
      [1090, 122],
      [1072, 400],
      [1044, 664],
      [812, 692],
      [520, 718],
      [184, 700],
      [150, 400],
    ]),
    3,
    'axis',
  )
  return sheet.line('M60 410L170 408M1052 388L1140 380M508 60V84M822 60V92M528 730V706M830 730V680', 'fine').svg()
}

/** 1,104 doors; the ones that stayed shut are empty. */
export const doors = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(1104)
  const shut = new Set()
  while (shut.size < 87) shut.add(Math.floor(random() * 1104))
  const [columns, left, top, w, h] = [46, 117, 104, 21, 25]
  const open = []
  for (const door of upTo(1104)) {
    const [x, y] = [left + (door % columns) * w, top + Math.floor(door / columns) * h]
    if (shut.has(door)) sheet.box(x + 3, y + 2, 13, 19, { weight: 'plain', accent: true, tone: 'paper' })
    else open.push(rectangle(x + 3, y + 2, 13, 19))
  }
  sheet.fill(open.join(''), 'line', 0.9)
  sheet.add(
    `<path d="${[...upTo(1104)]
      .filter((door) => !shut.has(door))
      .map((door) => `M${left + (door % columns) * w + 12.6} ${top + Math.floor(door / columns) * h + 11}v3`)
      .join('')}" stroke="${sheet.ink.body}" stroke-width="1.6"/>`,
  )
  for (const floor of upTo(25)) sheet.line(`M${left - 6} ${top + floor * h - 1.5}h${columns * w + 8}`, 'faint')
  return sheet.svg()
}
