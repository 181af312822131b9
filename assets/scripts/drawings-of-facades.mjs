// Line drawings of fronts: as drawn and as built, how they are looked at, what is to come, what stands before the sun.
import { closed, polar, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** An elevation: bays and storeys with a stair bay in the middle, as a Korean block has it. */
const elevation = (
  sheet,
  x,
  ground,
  bays,
  storeys,
  { bay = 34, storey = 28, tone = 'body', pane, lit = () => false, base = 0 } = {},
) => {
  const [w, top] = [bays * bay, ground - storeys * storey]
  const stair = Math.floor(bays / 2)
  sheet.box(x, top, w, storeys * storey, { tone, weight: 'strong' })
  for (const floor of upTo(storeys))
    for (const column of upTo(bays)) {
      if (column === stair || floor < base) continue
      const on = lit(floor, column)
      sheet.box(x + column * bay + 6, ground - (floor + 1) * storey + 8, bay - 12, storey - 14, {
        weight: 'fine',
        tone: on ? 'accent' : pane,
        opacity: 0.8,
        accent: on,
      })
    }
  sheet.line(`M${x + stair * bay} ${ground}V${top - 18}M${x + (stair + 1) * bay} ${ground}V${top - 18}`, 'fine')
  sheet.line(`M${x} ${top}v-18h${w}v18`, 'plain').line(`M${x - 8} ${top}h${w + 16}`, 'heavy')
  return top
}

/** The approved elevation beside the built one: the stone of the lower storeys is missing. */
export const asBuilt = () => {
  const sheet = new Sheet('paper')
  const [ground, storey, bay] = [640, 36, 50]
  for (const x of [180, 670]) elevation(sheet, x, ground, 7, 13, { bay, storey, base: 4 })
  const stone = 4 * storey
  for (const row of upTo(8)) {
    const y = ground - stone + row * (stone / 8)
    sheet.line(`M180 ${y}h350`, 'plain')
    for (const block of upTo(9)) {
      const x = 180 + block * 42 + (row % 2 ? 21 : 0)
      if (x > 184 && x < 526) sheet.line(`M${x} ${y}v${stone / 8}`, 'plain')
    }
  }
  sheet.fill(rectangle(180, ground - stone, 350, stone), 'accent', 0.34)
  for (const x of [180, 670])
    for (const opening of [40, 250])
      sheet
        .box(x + opening, ground - 92, 60, 92, { tone: 'paper', weight: 'strong' })
        .line(`M${x + opening + 30} ${ground - 92}v92`, 'plain')
  for (const floor of upTo(4)) if (floor) sheet.line(`M670 ${ground - floor * storey}h350`, 'fine')
  sheet.accent(`${rectangle(664, ground - stone - 6, 362, stone + 12)}`, 2.6, 'dashed')
  sheet.accent(`M530 ${ground - stone}H664`, 1.6, 'dashed')
  sheet.line(`M80 ${ground}H1120`, 'heavy')
  for (const [x, r] of [
    [120, 28],
    [590, 24],
    [632, 18],
    [1076, 30],
  ])
    sheet.tree(x, ground, r)
  return sheet.dimension([180, 530], 684).dimension([670, 1020], 684).svg()
}

/** A facade between ropes, and the way of a drone along it. */
export const ropeAndDrone = () => {
  const sheet = new Sheet('ink')
  const [x, ground, bay, storey] = [260, 720, 58, 25]
  const top = elevation(sheet, x, ground, 11, 24, { bay, storey, tone: 'steel', pane: 'deep' })
  for (const [index, at] of [93, 209].entries()) {
    const rope = x + at
    sheet.line(`M${rope - 22} ${top}l16 -34h28`, 'strong').line(`M${rope} ${top - 34}V${ground - 40}`, 'heavy')
    sheet.box(rope - 22, top + 190 + index * 130, 44, 62, { tone: 'ink', weight: 'strong' })
    sheet.line(`M${rope - 22} ${top + 212 + index * 130}h44`, 'plain')
    sheet.fill(rectangle(rope - 29, top + 4, 58, 186 + index * 130), 'sand', 0.12)
  }
  const turns = upTo(7).flatMap((row) => {
    const y = top + 52 + row * 76
    return row % 2
      ? [
          [x + 600, y],
          [x + 348, y],
        ]
      : [
          [x + 348, y],
          [x + 600, y],
        ]
  })
  sheet.accent(through(turns), 2.4, 'dashed')
  for (const [index, [fromX, y]] of turns.entries()) {
    if (index % 2 === 0)
      for (const shot of upTo(4))
        sheet.box(Math.min(fromX, turns[index + 1]?.[0] ?? fromX) + shot * 78 - 24, y - 19, 48, 38, {
          accent: true,
          weight: 'fine',
          tone: 'accent',
          opacity: index > 8 ? 0 : 0.14,
        })
  }
  const [dx, dy] = [986, 300]
  sheet.accent(`M${dx - 26} ${dy + 14}L${x + 624} ${dy - 68}M${dx - 26} ${dy + 14}L${x + 624} ${dy + 60}`, 1.2)
  sheet.box(dx - 26, dy - 8, 52, 24, { tone: 'ink', accent: true, weight: 'strong', radius: 8 })
  sheet.accent(
    `M${dx - 26} ${dy - 2}l-34 -12v-8M${dx + 26} ${dy - 2}l34 -12v-8M${dx - 20} ${dy + 16}l-10 20M${dx + 20} ${dy + 16}l10 20`,
    2.4,
  )
  sheet.accent(`M${dx - 98} ${dy - 24}h76M${dx + 22} ${dy - 24}h76`, 3.4)
  sheet.circle(dx - 6, dy + 18, 8, 'strong', { accent: true, tone: 'ink' })
  return sheet.line(`M80 ${ground}H1120`, 'heavy').svg(0.88)
}

/** Low old blocks, and above them the outline of what is to come. */
export const outline = () => {
  const sheet = new Sheet('paper')
  const ground = 640
  const towers = [
    [170, 120, 150],
    [372, 140, 108],
    [612, 128, 176],
    [846, 150, 124],
  ]
  for (const [x, w, top] of towers) {
    sheet.fill(rectangle(x, top, w, ground - top), 'accent', 0.07)
    sheet.accent(`M${x} ${ground}V${top}h${w}V${ground}`, 2.4, 'dashed')
    for (const floor of upTo(Math.floor((ground - top) / 26)))
      sheet.accent(`M${x} ${top + floor * 26}h${w}`, 1, 'dotted', 0.6)
    sheet.accent(`M${x + w * 0.4} ${top}v-26h${w * 0.22}v26`, 1.6, 'dashed')
  }
  for (const [x, bays] of [
    [112, 9],
    [466, 9],
    [814, 8],
  ]) {
    elevation(sheet, x, ground, bays, 5, { bay: 32, storey: 31 })
    for (const stair of [1, bays - 2]) sheet.line(`M${x + stair * 32} ${ground}v-24h20v24`, 'strong')
    sheet.cut(x - 6, ground - 5 * 31 - 4, bays * 32 + 12, 8)
    sheet.box(x + 46, ground - 5 * 31 - 30, 46, 26, { tone: 'body', weight: 'plain' })
  }
  sheet.line(`M60 ${ground}H1140`, 'heavy')
  for (const [x, r] of [
    [84, 34],
    [430, 30],
    [780, 36],
    [1098, 40],
  ])
    sheet.tree(x, ground, r)
  return sheet.dimension([112, 400], 690).dimension([466, 754], 690).dimension([814, 1070], 690).svg()
}

/** The sun of the shortest day over two blocks, and how far up the shadow comes. */
export const sunPath = () => {
  const sheet = new Sheet('ink')
  const ground = 660
  const [cx, cy, r] = [640, 690, 560]
  const [from, to] = [polar(cx, cy, r, 152), polar(cx, cy, r, 28)]
  sheet.accent(`M${from.join(' ')}A${r} ${r} 0 0 1 ${to.join(' ')}`, 2, 'dashed')
  for (const hour of upTo(9)) {
    const [x, y] = polar(cx, cy, r, 146 - hour * 14)
    sheet.line(through([polar(cx, cy, r - 16, 146 - hour * 14), polar(cx, cy, r + 16, 146 - hour * 14)]), 'fine')
    sheet.circle(x, y, hour === 2 ? 30 : 12, 'strong', {
      accent: true,
      tone: hour === 2 ? 'accent' : 'ink',
      opacity: hour === 2 ? 0.9 : 1,
    })
  }
  const [sx, sy] = polar(cx, cy, r, 118)
  // The new tower stands before the sun; its edge throws the shadow on the older block.
  const [tower, towerTop, block] = [{ x: 400, w: 132 }, 330, { x: 742, w: 210 }]
  const slope = (towerTop - sy) / (tower.x + tower.w - sx)
  const shade = towerTop + slope * (block.x - tower.x - tower.w)
  sheet.fill(
    closed([
      [tower.x + tower.w, towerTop],
      [block.x, shade],
      [block.x, ground],
      [tower.x + tower.w, ground],
    ]),
    'ink',
    0.55,
  )
  sheet.hatch(
    closed([
      [tower.x + tower.w, towerTop],
      [block.x, shade],
      [block.x, ground],
      [tower.x + tower.w, ground],
    ]),
    18,
    { opacity: 0.16, down: true },
  )
  elevation(sheet, tower.x, ground, 4, 15, { bay: 33, storey: 22 })
  elevation(sheet, block.x, ground, 6, 10, {
    bay: 35,
    storey: 24.4,
    lit: (floor) => ground - (floor + 1) * 24.4 < shade - 8,
  })
  sheet.accent(`M${sx} ${sy}L${block.x} ${shade.toFixed(0)}`, 2.2)
  for (const up of [60, 118]) sheet.accent(`M${sx} ${sy}L${block.x} ${(shade - up).toFixed(0)}`, 1, undefined, 0.55)
  sheet.mark(block.x, shade, 16)
  sheet.line(`M70 ${ground}H1130`, 'heavy').axis(`M${cx} 100V${ground}`)
  for (const [x, tall] of [
    [140, 26],
    [206, 34],
    [290, 24],
    [604, 24],
    [668, 18],
    [1010, 32],
    [1078, 24],
  ])
    sheet.tree(x, ground, tall)
  return sheet.svg(0.92)
}
