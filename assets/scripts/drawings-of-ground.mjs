// Line drawings of floors and ground: their layers, what is heard through them, a pit next door, a fire below.
import { closed, polar, randomFrom, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** Layers of a floor, each a step shorter, and what a blow above leaves of itself below. */
export const floorLayers = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(12)
  // From above: name of the layer by what is drawn in it, left edge, thickness.
  const [finish, mortar, light, soft, slab] = [
    { y: 300, h: 14, x: 560 },
    { y: 314, h: 58, x: 470 },
    { y: 372, h: 52, x: 380 },
    { y: 424, h: 40, x: 290 },
    { y: 464, h: 116, x: 120 },
  ]
  const end = 1100
  sheet.cut(finish.x, finish.y, end - finish.x, finish.h)
  sheet.box(mortar.x, mortar.y, end - mortar.x, mortar.h, { tone: 'body', weight: 'strong' })
  for (const pipe of upTo(7)) {
    sheet.circle(mortar.x + 74 + pipe * 88, mortar.y + 32, 15, 'strong', { tone: 'paper' })
    sheet.circle(mortar.x + 74 + pipe * 88, mortar.y + 32, 9, 'fine', { tone: 'accent', opacity: 0.5 })
  }
  sheet.box(light.x, light.y, end - light.x, light.h, { tone: 'deep', weight: 'strong' })
  for (const _ of upTo(110))
    sheet.circle(
      light.x + 10 + random() * (end - light.x - 20),
      light.y + 9 + random() * (light.h - 18),
      2 + random() * 5,
      'fine',
    )
  sheet.box(soft.x, soft.y, end - soft.x, soft.h, { tone: 'accent', opacity: 0.32, weight: 'strong' })
  const zigzag = upTo(Math.floor((end - soft.x) / 15) + 1).map((step) => [
    soft.x + step * 15,
    soft.y + (step % 2 ? 5 : soft.h - 5),
  ])
  sheet.accent(through(zigzag), 2.4)
  sheet.box(slab.x, slab.y, end - slab.x, slab.h, { tone: 'body', weight: 'heavy' })
  sheet.hatch(rectangle(slab.x, slab.y, end - slab.x, slab.h), 16, { opacity: 0.3 })
  for (const y of [slab.y + 22, slab.y + slab.h - 22]) sheet.line(`M${slab.x + 14} ${y}H${end}`, 'heavy')
  for (const bar of upTo(16)) sheet.circle(slab.x + 40 + bar * 62, slab.y + 32, 6, 'plain', { tone: 'line' })
  sheet.line(`M${slab.x} 652H${end}`, 'strong')
  for (const hanger of upTo(9)) sheet.line(`M${slab.x + 60 + hanger * 112} 580v72`, 'fine')
  // The blow, and its echo.
  sheet.circle(812, 186, 42, 'strong', { tone: 'body' }).circle(812, 186, 32, 'fine')
  sheet.line('M812 90v50M770 250h84', 'fine').line('M790 104l22 -22l22 22', 'faint')
  for (const [index, r] of [64, 92, 120].entries()) {
    const [x1, y1] = polar(812, 296, r, 158)
    const [x2, y2] = polar(812, 296, r, 22)
    sheet.accent(`M${x1} ${y1}A${r} ${r} 0 0 1 ${x2} ${y2}`, 3 - index * 0.8)
  }
  for (const [index, r] of [60, 96, 132].entries()) {
    const [x1, y1] = polar(812, 590, r, 222)
    const [x2, y2] = polar(812, 590, r, 318)
    sheet.accent(`M${x1} ${y1}A${r} ${r} 0 0 0 ${x2} ${y2}`, 1.8 - index * 0.4, 'dashed')
  }
  return sheet.dimension([300, 314, 372, 424, 464, 580, 652], 1136, { upright: true }).svg()
}

/** Section of a house of flats: a step on one floor is heard around it. */
export const sound = () => {
  const sheet = new Sheet('ink')
  const [left, top, room, storey] = [210, 96, 195, 122]
  sheet.fill(rectangle(left, top, room * 4, storey * 5), 'body', 0.9)
  sheet.add(
    `<clipPath id="house"><path d="${rectangle(left, top, room * 4, storey * 5)}"/></clipPath><g clip-path="url(#house)">`,
  )
  const [x, y] = [left + room * 2.5, top + storey * 2]
  for (const ring of upTo(9))
    sheet.accent(
      `M${x - 44 - ring * 40} ${y}a${44 + ring * 40} ${44 + ring * 40} 0 1 1 ${88 + ring * 80} 0a${44 + ring * 40} ${44 + ring * 40} 0 1 1 ${-88 - ring * 80} 0`,
      3.4 - ring * 0.28,
      undefined,
      0.95 - ring * 0.09,
    )
  sheet.add('</g>')
  for (const floor of upTo(6))
    sheet.box(left - 8, top + floor * storey - 5, room * 4 + 16, 10, { tone: 'sand', weight: 'faint' })
  for (const wall of upTo(5)) sheet.box(left + wall * room - 4, top, 8, storey * 5, { tone: 'sand', weight: 'faint' })
  for (const floor of upTo(5))
    for (const column of upTo(4)) {
      const [at, ground] = [left + column * room, top + (floor + 1) * storey - 5]
      const kind = (floor * 3 + column * 5) % 4
      if (kind === 0) sheet.line(`M${at + 34} ${ground}v-26h84v26M${at + 34} ${ground - 26}v-18h12v18`, 'plain')
      if (kind === 1)
        sheet.line(`M${at + 46} ${ground}v-34M${at + 130} ${ground}v-34M${at + 36} ${ground - 34}h104`, 'plain')
      if (kind === 2) sheet.line(`M${at + 30} ${ground}v-22q0 -8 8 -8h10v14h70v-14h10q8 0 8 8v22`, 'plain')
      if (kind === 3)
        sheet.line(
          `M${at + 120} ${ground}v-74h44v74M${at + 120} ${ground - 37}h44M${at + 60} ${ground}v-58m-14 0h28l-6 -18h-16Z`,
          'plain',
        )
    }
  sheet.circle(x, y - 27, 22, 'strong', { tone: 'accent', accent: true })
  sheet.line('M60 706H1140', 'strong')
  for (const [at, r] of [
    [96, 24],
    [152, 32],
    [1050, 30],
    [1106, 22],
  ])
    sheet.tree(at, 706, r)
  return sheet.svg()
}

/** A pit held by piles and struts, and the house beside it that goes down a little. */
export const excavation = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(8)
  const ground = 316
  sheet
    .soil(random, 40, ground, 560, 430, 150)
    .soil(random, 1090, ground, 80, 430, 26)
    .soil(random, 600, 690, 490, 64, 44)
  // Three storeys with a hipped roof, and footings.
  const house = { x: 190, w: 290, storey: 62 }
  sheet.fill(rectangle(house.x, ground - house.storey * 3, house.w, house.storey * 3 + 34), 'body')
  for (const floor of upTo(4)) sheet.cut(house.x - 4, ground - floor * house.storey - 5, house.w + 8, 9)
  for (const wall of [0, 0.36, 0.64, 1])
    sheet.cut(house.x + wall * (house.w - 10), ground - house.storey * 3, 10, house.storey * 3 + 34)
  for (const wall of [0, 0.36, 0.64, 1]) sheet.cut(house.x + wall * (house.w - 10) - 12, ground + 34, 34, 12)
  sheet.fill(
    closed([
      [house.x - 22, ground - 190],
      [house.x + 44, ground - 244],
      [house.x + house.w - 44, ground - 244],
      [house.x + house.w + 22, ground - 190],
    ]),
    'line',
  )
  for (const floor of upTo(3))
    for (const bay of [24, 196])
      sheet.line(
        `${rectangle(house.x + bay, ground - floor * house.storey - 48, 64, 30)}M${house.x + bay + 32} ${ground - floor * house.storey - 48}v30`,
        'plain',
      )
  sheet.line(`M40 ${ground}H190M480 ${ground}H606M1090 ${ground}H1160`, 'heavy')
  sheet.tree(92, ground, 32).tree(146, ground, 22).tree(1128, ground, 26)
  // The pit.
  sheet.fill(rectangle(612, ground, 466, 374), 'paper', 0.75)
  sheet.cut(604, ground - 26, 12, 448).cut(1076, ground - 26, 12, 448)
  for (const [index, y] of [352, 432, 512, 592].entries()) {
    sheet.box(616, y, 460, 14, { tone: 'body', weight: 'strong' })
    sheet.cut(616, y - 8, 10, 30).cut(1066, y - 8, 10, 30)
    if (index < 4) sheet.line(`M846 ${y - 8}v30`, 'plain')
  }
  sheet.box(838, 300, 16, 430, { tone: 'body', weight: 'strong' })
  sheet.line('M616 690H1076', 'heavy')
  sheet.line('M690 690l10 -30h60l14 30M700 660v-24h34v24M734 650l46 -52l34 44l-12 16', 'plain')
  // What is measured: the lean of the wall, and the ground behind it.
  sheet.accent('M576 300V736', 1.4, 'dashed').accent('M576 300C600 380 612 470 596 560C586 630 578 690 576 736', 4)
  sheet.accent(
    `M130 ${ground + 66}C300 ${ground + 70} 430 ${ground + 80} 520 ${ground + 116}C552 ${ground + 130} 580 ${ground + 104} 590 ${ground + 86}`,
    4,
  )
  for (const x of [226, 332, 438]) sheet.mark(x, ground + 74 + (x > 400 ? 14 : 0), 15)
  sheet.mark(604, 470, 20)
  return sheet.dimension([316, 690], 1140, { upright: true }).svg(0.88)
}

/** A car from above, in its stall. */
const carAbove = (sheet, x, y, burnt) => {
  sheet.box(x, y, 46, 92, { radius: 12, tone: burnt ? 'line' : 'body', weight: 'plain' })
  if (!burnt) sheet.line(`M${x + 6} ${y + 28}q17 -8 34 0l-3 12h-28ZM${x + 8} ${y + 72}h30l3 10h-36Z`, 'fine')
}

/** Plan of a car park: how far the fire reached from the car in which it began. */
export const fire = () => {
  const sheet = new Sheet('paper')
  sheet.fill(rectangle(90, 90, 1020, 620), 'body')
  for (const wall of [
    [90, 90, 1020, 12],
    [90, 698, 1020, 12],
    [90, 90, 12, 620],
    [1098, 90, 12, 240],
    [1098, 470, 12, 240],
  ])
    sheet.cut(...wall)
  const rows = [110, 300, 398, 588]
  const taken = [
    [0, 1, 3, 4, 6, 9, 10, 12],
    [1, 2, 5, 6, 7, 11, 13],
    [0, 3, 4, 6, 7, 8, 12],
    [1, 4, 5, 8, 9, 11, 13],
  ]
  const burnt = ['1 6', '1 7', '2 6', '2 7']
  for (const [row, y] of rows.entries()) {
    for (const stall of upTo(15)) sheet.line(`M${128 + stall * 66} ${y}v98`, 'fine')
    for (const stall of taken[row]) carAbove(sheet, 138 + stall * 66, y + 3, burnt.includes(`${row} ${stall}`))
  }
  sheet.line('M128 398H1052', 'plain')
  for (const x of [112, 310, 508, 706, 904, 1070]) for (const y of [204, 390, 574]) sheet.cut(x - 2, y, 18, 18)
  sheet
    .line('M150 253H1040M150 543H1040', 'fine', 'dashed')
    .line('M1020 243l20 10l-20 10M170 533l-20 10l20 10', 'plain')
  for (const [ring, sway] of [
    [74, 0],
    [132, 9],
    [192, 14],
    [252, 20],
  ].entries()) {
    const points = upTo(73).map((step) =>
      polar(592, 398, sway[0] + sway[1] * Math.sin(step * 0.43 + ring) + 6 * Math.cos(step * 0.26), step * 5).map(
        (value, axis) => (axis ? 398 + (value - 398) * 0.82 : value),
      ),
    )
    sheet.fill(closed(points), 'accent', 0.11)
    sheet.accent(closed(points), 3 - ring * 0.55)
  }
  sheet.mark(592, 398, 20)
  return sheet.svg()
}
