// Line drawings of what gets in and what rusts: water, cracks, sea air.
import { closed, crack, randomFrom, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** A car from its side, standing on `ground`. */
const carBeside = (sheet, x, ground) => {
  sheet.line(`M${x} ${ground - 11}v-15q2 -7 14 -9l17 -14q6 -4 13 -4h26q9 0 15 5l15 13q19 2 22 9v15Z`, 'plain')
  sheet.line(`M${x + 26} ${ground - 34}l10 -10q3 -3 8 -3h11v13ZM${x + 62} ${ground - 47}h10q6 0 10 4l10 9h-30Z`, 'fine')
  for (const wheel of [27, 97]) sheet.circle(x + wheel, ground - 10, 9, 'plain', { tone: 'body' })
}

/** Car park below a garden, in section: the water finds the joint and comes down two columns away. */
export const leak = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(4)
  const [garden, roof, middle, base] = [208, 292, 462, 636]
  sheet.soil(random, 60, garden, 1080, 84, 120).soil(random, 60, base + 26, 1080, 84, 90)
  for (const [x, r] of [
    [112, 26],
    [168, 34],
    [296, 22],
    [372, 30],
    [700, 36],
    [772, 24],
    [932, 30],
    [1000, 22],
    [1076, 34],
  ])
    sheet.tree(x, garden, r)
  sheet.line(`M40 ${garden}H1160`, 'heavy')
  sheet.fill(rectangle(60, roof, 1080, base - roof), 'body')
  sheet.cut(60, roof, 480, 20).cut(552, roof, 588, 20)
  sheet.cut(60, middle, 1080, 14).cut(60, base, 1080, 26)
  sheet.cut(60, roof, 16, base - roof).cut(1124, roof, 16, base - roof)
  for (const column of [243, 418, 592, 767, 942]) {
    sheet.cut(column, roof, 15, base - roof)
    for (const [slab, reach, depth] of [
      [roof + 20, 26, 20],
      [middle + 14, 20, 16],
    ])
      sheet.fill(
        closed([
          [column - reach, slab],
          [column + 15 + reach, slab],
          [column + 15, slab + depth],
          [column, slab + depth],
        ]),
        'line',
      )
  }
  for (const [x, ground] of [
    [272, middle],
    [622, middle],
    [974, middle],
    [98, base],
    [446, base],
    [798, base],
  ])
    carBeside(sheet, x, ground)
  const water = [
    [546, 216],
    [540, 236],
    [549, 254],
    [542, 272],
    [546, 292],
    [546, 318],
    [566, 336],
    [612, 322],
    [662, 326],
    [716, 344],
    [752, 344],
    [782, 322],
    [838, 324],
  ]
  sheet.accent(through(water), 4)
  sheet.accent('M838 330V452', 4, 'dotted')
  sheet.fill(`M786 ${middle}q52 -13 104 0Z`, 'accent', 0.7)
  sheet.mark(546, 302, 24).mark(838, 324, 18)
  return sheet.dimension([68, 250, 425, 600, 774, 950, 1132], 722).svg()
}

/** Two homes above each other, in section: the water enters beside the upper window and shows in the corner below. */
export const twoHomes = () => {
  const sheet = new Sheet('paper')
  const floors = [112, 384, 656]
  const [outside, end] = [310, 1000]
  sheet.fill(rectangle(outside, 112, end - outside, 560), 'body').axis('M250 90V720')
  for (const y of floors) sheet.cut(outside - 22, y, end - outside + 44, 24)
  for (const y of floors.slice(0, 2)) {
    // The outer wall with its window, the inner walls, the ceiling and the layers of the floor.
    sheet.cut(outside - 22, y, 26, 82).cut(outside - 22, y + 196, 26, 78)
    sheet.line(`M${outside - 14} ${y + 82}v114M${outside - 4} ${y + 82}v114`, 'plain')
    sheet.line(`M${outside - 34} ${y + 196}h50M${outside - 30} ${y + 82}h44`, 'strong')
    sheet.cut(630, y, 12, 80).cut(end - 4, y, 26, 284)
    sheet.line(`M636 ${y + 80}V${y + 272}`, 'fine', 'dashed')
    sheet.line(`M${outside} ${y + 40}H${end}M${outside} ${y + 258}H${end}`, 'fine')
    // The bed behind the window; bath and basin with their pipe, dry.
    sheet.line(`M410 ${y + 258}v-40h176v40M410 ${y + 218}v-30h14v30`, 'plain')
    sheet.line(
      `M690 ${y + 258}v-54q0 -8 8 -8h110q8 0 8 8v54M858 ${y + 258}v-34h40v34M852 ${y + 222}h52M892 ${y + 222}v-44h22v80`,
      'plain',
    )
  }
  sheet.line('M752 370v56H962M878 370v56', 'strong').line('M962 100V660M974 100V660', 'strong')
  for (const drop of upTo(9)) sheet.line(`M${132 + (drop % 3) * 46} ${150 + drop * 34}l-18 46`, 'plain')
  const way = [
    [236, 196],
    [258, 250],
    [284, 306],
    [302, 330],
    [310, 366],
    [326, 398],
    [366, 402],
    [392, 424],
  ]
  sheet.accent(through(way), 6)
  sheet.fill('M314 424q110 6 150 -2q-16 28 -70 32q-44 4 -54 52q-8 36 -26 46Z', 'accent', 0.55)
  sheet.mark(286, 308, 28).mark(394, 424, 20)
  return sheet
    .dimension(
      floors.map((y) => y + 12),
      1080,
      { upright: true },
    )
    .svg(0.9)
}

/** Balcony railing before the sea, with the places that were knocked on. */
export const railing = () => {
  const sheet = new Sheet('ink')
  const [horizon, top, foot] = [286, 372, 640]
  sheet.circle(760, horizon, 82, 'plain', { accent: true, tone: 'accent', opacity: 0.2 })
  sheet.fill(rectangle(0, horizon, 1200, foot - horizon), 'navy', 0.96)
  sheet.line(`M0 ${horizon}H1200`, 'strong')
  sheet
    .fill(`M150 ${horizon}l70 -26l52 8l80 -40l64 30l60 -6l56 34Z`, 'body')
    .line(`M150 ${horizon}l70 -26l52 8l80 -40l64 30l60 -6l56 34`, 'plain')
  for (const row of upTo(5))
    sheet.accent(`M${760 - 74 + row * 9} ${horizon + 14 + row * 15}h${148 - row * 18}`, 1.8, undefined, 0.7 - row * 0.1)
  for (const wave of upTo(22)) {
    const [x, y] = [(wave * 211) % 1160, horizon + 16 + ((wave * 37) % 66)]
    sheet.line(`M${x} ${y}q14 -5 28 0t28 0`, 'fine')
  }
  const posts = [120, 360, 600, 840, 1080]
  for (const index of upTo(30)) {
    const x = index * 40
    if (posts.includes(x)) continue
    sheet.box(x - 5, top + 48, 10, foot - top - 82, { tone: 'ink', weight: 'plain' })
  }
  sheet
    .box(-10, top, 1220, 24, { tone: 'ink', weight: 'strong' })
    .box(-10, top + 36, 1220, 14, { tone: 'ink' })
    .box(-10, foot - 36, 1220, 14, { tone: 'ink' })
  sheet.fill(rectangle(0, foot, 1200, 160), 'body').line(`M0 ${foot}H1200M0 ${foot + 54}H1200`, 'strong')
  for (const x of posts) {
    const thin = x === 600
    sheet.box(x - 13, top + 24, 26, foot - top - 24, {
      tone: thin ? 'accent' : 'ink',
      opacity: thin ? 0.8 : 1,
      weight: 'strong',
      accent: thin,
    })
    sheet.box(x - 40, foot - 11, 80, 11, { tone: 'ink', weight: 'strong' })
    sheet.line(`M${x - 26} ${foot}v34M${x + 26} ${foot}v34`, 'strong')
  }
  for (const x of posts.slice(1, 4)) sheet.mark(x, foot - 29, 26)
  return sheet
    .mark(360, top + 12, 20)
    .mark(840, top + 12, 20)
    .svg()
}

/** A crack enlarged under a glass, and the gauge that is laid on it. */
export const crackGauge = () => {
  const sheet = new Sheet('ink')
  const random = randomFrom(31)
  for (const [x, y, w, h] of [
    [90, 90, 330, 300],
    [424, 90, 330, 300],
    [758, 90, 352, 300],
    [90, 394, 330, 316],
    [424, 394, 330, 316],
    [758, 394, 352, 316],
  ])
    sheet.box(x, y, w, h, { tone: 'body', weight: 'fine' })
  const course = [
    ...crack(random, [300, 90], [384, 400], 15, 26),
    ...crack(random, [384, 400], [470, 710], 15, 26).slice(1),
  ]
  sheet.accent(through(course), 2.6)
  sheet.accent(through(crack(random, [352, 292], [560, 190], 9, 18)), 1.6)
  sheet.circle(384, 400, 168, 'strong', { tone: 'deep' }).circle(384, 400, 178, 'fine')
  const left = crack(random, [322, 244], [402, 556], 13, 30)
  const rightSide = left.map(([x, y], index) => [x + 13 + 9 * Math.sin(index / 2.1), y + 5]).reverse()
  sheet.add(`<clipPath id="glass"><circle cx="384" cy="400" r="166"/></clipPath><g clip-path="url(#glass)">`)
  for (const [x, y, r] of upTo(46).map(() => [222 + random() * 324, 238 + random() * 324, 2 + random() * 9]))
    sheet.circle(x, y, r, 'faint')
  sheet.fill(closed([...left, ...rightSide]), 'accent', 0.95).add('</g>')
  sheet.line('M262 384h66M440 384h66M318 372l12 12l-12 12M450 372l-12 12l12 12', 'plain')
  sheet.box(640, 196, 300, 408, { tone: 'ink', weight: 'strong', radius: 10 })
  sheet.circle(668, 224, 9, 'fine')
  upTo(9).forEach((row) => {
    const y = 268 + row * 36
    const thick = [1, 1.6, 2.4, 3.4, 4.8, 6.6, 9, 12, 15][row]
    const colour = row === 4 ? sheet.ink.accent : sheet.ink.line
    sheet.add(`<path d="M684 ${y}h168" stroke="${colour}" stroke-width="${thick}"/>`)
    sheet.line(`M872 ${y}h${row % 2 ? 18 : 34}`, 'fine')
  })
  sheet.accent('M562 400C600 400 604 412 630 412H676', 1.6)
  return sheet.svg()
}
