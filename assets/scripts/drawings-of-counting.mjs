// Line drawings of what is counted: years, days, money, votes, homes.
import { closed, polar, randomFrom, rectangle, Sheet, through, upTo } from './drawing-sheet.mjs'

/** Warranty of two, three, five and ten years: houses of as many storeys. */
export const years = () => {
  const sheet = new Sheet('ink')
  const [ground, storey] = [664, 52]
  for (const year of upTo(11)) sheet.line(`M150 ${ground - year * storey}H1050`, year % 5 ? 'faint' : 'fine')
  sheet.dimension(
    upTo(11).map((year) => ground - year * storey),
    150,
    { upright: true },
  )
  for (const [index, count] of [2, 3, 5, 10].entries()) {
    const [x, w] = [226 + index * 200, 138]
    const longest = count === 10
    sheet.box(x, ground - count * storey, w, count * storey, {
      tone: longest ? 'bronze' : 'steel',
      opacity: longest ? 0.4 : 1,
      weight: 'strong',
      accent: longest,
    })
    for (const floor of upTo(count)) {
      const y = ground - floor * storey
      if (floor) sheet.line(`M${x} ${y}h${w}`, 'fine')
      for (const bay of upTo(3))
        sheet.box(x + 16 + bay * 38, y - 38, 28, 24, {
          weight: 'plain',
          accent: longest,
          tone: longest && (floor + bay) % 4 === 1 ? 'accent' : undefined,
          opacity: 0.8,
        })
    }
    const roof = ground - count * storey
    if (longest) sheet.accent(`M${x - 10} ${roof}h${w + 20}`, 3)
    else sheet.line(`M${x - 10} ${roof}h${w + 20}`, 'heavy')
  }
  sheet.line(`M90 ${ground}H1110`, 'heavy')
  for (const [x, r] of [
    [190, 20],
    [394, 16],
    [594, 22],
    [800, 18],
    [1004, 26],
    [1060, 18],
  ])
    sheet.tree(x, ground, r)
  return sheet.dimension([226, 426, 626, 826, 964], 704).svg(0.92)
}

/** Fifteen days in a row on the sheet of a month. */
export const fifteenDays = () => {
  const sheet = new Sheet('paper')
  const [left, top, w, h] = [285, 196, 90, 90]
  sheet.box(left - 22, top - 84, w * 7 + 68, h * 5 + 124, { tone: 'deep', weight: 'fine' })
  sheet.box(left - 34, top - 96, w * 7 + 68, h * 5 + 124, { tone: 'body', weight: 'strong' })
  for (const ring of upTo(11)) {
    sheet.circle(left + 15 + ring * 60, top - 72, 7, 'plain', { tone: 'paper' })
    sheet.line(`M${left + 15 + ring * 60} ${top - 72}v-42`, 'heavy')
  }
  sheet.cut(left, top - 26, w * 7, 10)
  for (const [index, day] of upTo(15)
    .map((count) => count + 9)
    .entries()) {
    const [x, y] = [left + (day % 7) * w, top + Math.floor(day / 7) * h]
    sheet.fill(rectangle(x, y, w, h), 'accent', index === 14 ? 0.85 : 0.2)
    if (index < 14) sheet.hatch(rectangle(x, y, w, h), 16, { accent: true, opacity: 0.45 })
  }
  for (const row of upTo(6)) sheet.line(`M${left} ${top + row * h}h${w * 7}`, 'plain')
  for (const column of upTo(8)) sheet.line(`M${left + column * w} ${top}v${h * 5}`, 'plain')
  for (const day of upTo(31))
    sheet.circle(left + ((day + 2) % 7) * w + 18, top + Math.floor((day + 2) / 7) * h + 18, 4, 'fine', {
      tone: 'line',
      opacity: 0.75,
    })
  const [x, y] = [left + 2 * w + w / 2, top + h + h / 2]
  sheet.mark(x, y, 24)
  sheet.box(left + 2 * w, top + 3 * h, w, h, { weight: 'heavy', accent: true })
  return sheet.svg()
}

/** Programme of a building site: planned and built, and the days of the delay, 41 of 127 marked. */
export const delay = () => {
  const sheet = new Sheet('paper')
  const [left, right, due] = [130, 1070, 700]
  for (const month of upTo(21)) sheet.line(`M${left + month * 47} 110V470`, month % 4 ? 'faint' : 'fine')
  const works = [
    [0, 150, 0, 180],
    [90, 210, 130, 260],
    [240, 230, 300, 300],
    [360, 170, 480, 230],
    [440, 130, 640, 250],
    [520, 50, 830, 110],
  ]
  for (const [row, [from, long, began, took]] of works.entries()) {
    const y = 126 + row * 58
    sheet.box(left + from, y, long, 14, { tone: 'body', weight: 'plain' })
    sheet.cut(left + began, y + 18, took, 16)
    if (row) sheet.line(`M${left + began - 14} ${y - 24}v51h10`, 'fine')
  }
  sheet.accent(`M${due} 88V640`, 2.4, 'dashed').accent(`M${right} 88V640`, 2.4, 'dashed')
  sheet.accent(`M${due} 96H${right}M${due + 14} 88l-14 8l14 8M${right - 14} 88l14 8l-14 8`, 2)
  // One cell for each day: 127, in rows of 32.
  const excused = (day) => (day >= 12 && day < 41) || (day >= 66 && day < 78)
  const cell = 29.4
  for (const day of upTo(127)) {
    const [x, y] = [left + (day % 32) * cell, 510 + Math.floor(day / 32) * 48]
    sheet.box(x, y, cell - 6, 38, {
      tone: excused(day) ? 'accent' : 'body',
      opacity: excused(day) ? 0.9 : 1,
      weight: 'plain',
      accent: excused(day),
    })
    if (!excused(day)) sheet.line(`M${x + 6} ${y + 29}l11 -20`, 'fine')
  }
  return sheet.svg()
}

/** What is left of the deposit after two, three, five and ten years, as a stair cut through. */
export const depositSteps = () => {
  const sheet = new Sheet('paper')
  const [left, year, foot, share] = [150, 90, 620, 4.6]
  const left100 = [
    [0, 100],
    [2, 85],
    [3, 45],
    [5, 20],
    [10, 0],
  ]
  for (const part of upTo(11)) sheet.line(`M${left} ${foot - part * 46}H1090`, part % 5 ? 'faint' : 'fine')
  const outline = left100.flatMap(([at, kept], index) => {
    const [next] = left100[index + 1] ?? [10]
    return [
      [left + at * year, foot - kept * share],
      [left + next * year, foot - kept * share],
    ]
  })
  const solid = closed([[left, foot + 26], ...outline, [left + 10 * year, foot + 26]])
  sheet.fill(solid, 'body').hatch(solid, 17, { opacity: 0.32 })
  sheet.line(closed([[left, foot + 26], ...outline, [left + 10 * year, foot + 26]]), 'heavy')
  for (const [index, [at, kept]] of left100.entries()) {
    if (!index) continue
    const [, before] = left100[index - 1]
    sheet.accent(`M${left + at * year} ${foot - before * share}V${foot - kept * share}`, 8)
    sheet.axis(`M${left + at * year} 130V${foot + 70}`)
    sheet.circle(left + at * year, 112, 15, 'plain', { accent: true })
  }
  // What has been given back, as it stood before.
  for (const [index, [at]] of left100.entries()) {
    if (!index || at === 10) continue
    const [, before] = left100[index - 1]
    sheet.line(
      `M${left + at * year} ${foot - before * share}H${left + 10 * year}V${foot - left100[index][1] * share}`,
      'plain',
      'dashed',
    )
  }
  return sheet
    .dimension(
      [0, 2, 3, 5, 10].map((at) => left + at * year),
      690,
    )
    .svg()
}

/** Seats of a hall from above; the filled ones are taken. */
export const hall = () => {
  const sheet = new Sheet('paper')
  const random = randomFrom(19)
  const [x, y] = [600, 700]
  const wall = (r, turn) => polar(x, y, r, turn)
  for (const [r, weight] of [
    [596, 'heavy'],
    [584, 'fine'],
  ])
    sheet.line(`M${wall(r, 158).join(' ')}A${r} ${r} 0 0 1 ${wall(r, 22).join(' ')}`, weight)
  for (const turn of [158, 22]) sheet.line(`M${wall(172, turn).join(' ')}L${wall(596, turn).join(' ')}`, 'heavy')
  for (const row of upTo(9)) {
    const r = 212 + row * 43
    const seats = 11 + row * 3
    for (const seat of upTo(seats)) {
      const turn = 152 - (seat * 124) / (seats - 1)
      if (Math.abs(turn - 116) < 3.4 || Math.abs(turn - 64) < 3.4) continue
      const [cx, cy] = polar(x, y, r, turn)
      const taken = random() < (row < 3 ? 0.52 : 0.2)
      sheet.add(
        `<g transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${(90 - turn).toFixed(1)})"><rect x="-12" y="-10" width="24" height="20" rx="5" fill="${taken ? sheet.ink.accent : sheet.ink.body}" stroke="${sheet.ink.line}" stroke-opacity=".75" stroke-width="1.3"/><path d="M-12 -7V-14H12V-7" stroke="${sheet.ink.line}" stroke-opacity=".75" stroke-width="2" fill="none"/></g>`,
      )
    }
  }
  sheet.fill(
    `M${wall(158, 150).join(' ')}A158 158 0 0 1 ${wall(158, 30).join(' ')}L${x + 137} ${y}H${x - 137}Z`,
    'deep',
  )
  sheet.line(`M${wall(158, 150).join(' ')}A158 158 0 0 1 ${wall(158, 30).join(' ')}`, 'strong')
  sheet
    .box(x - 78, y - 86, 156, 30, { tone: 'body', weight: 'strong' })
    .box(x - 18, y - 134, 36, 24, { tone: 'accent', opacity: 0.8, weight: 'plain' })
  for (const seat of [-52, 0, 52]) sheet.box(x + seat - 13, y - 44, 26, 22, { tone: 'body', radius: 5 })
  return sheet.line(`M${x - 560} ${y}H${x + 560}`, 'strong').svg()
}

/** Round table of a council from above: one seat is moved away. */
export const councilTable = () => {
  const sheet = new Sheet('ink')
  const [x, y] = [600, 400]
  for (const r of [336, 322]) sheet.circle(x, y, r, 'faint')
  sheet
    .circle(x, y, 196, 'strong', { tone: 'body' })
    .circle(x, y, 182, 'fine')
    .circle(x, y, 74, 'plain', { tone: 'deep' })
  for (const seat of upTo(12)) {
    const turn = 90 - seat * 30
    const away = seat === 2
    const [cx, cy] = polar(x, y, away ? 340 : 244, turn)
    const chair = (colour, fill, opacity) =>
      sheet.add(
        `<g transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${90 - turn + (away ? 24 : 0)})"><path d="M-34 22V-8Q-34 -26 -16 -26H16Q34 -26 34 -8V22Z" fill="${fill}" fill-opacity="${opacity}" stroke="${colour}" stroke-width="2"/><path d="M-40 10V-12Q-40 -34 -18 -34H18Q40 -34 40 -12V10" fill="none" stroke="${colour}" stroke-opacity=".7" stroke-width="1.6"/></g>`,
      )
    if (away) {
      sheet.accent(through([polar(x, y, 208, turn), polar(x, y, 298, turn)]), 1.6, 'dashed')
      chair(sheet.ink.accent, sheet.ink.accent, 0.75)
    } else chair(sheet.ink.line, sheet.ink.body, 1)
    const [px, py] = polar(x, y, 136, turn)
    sheet.add(
      `<g transform="translate(${px.toFixed(1)} ${py.toFixed(1)}) rotate(${90 - turn})" stroke="${away ? sheet.ink.accent : sheet.ink.line}" fill="none"><rect x="-19" y="-26" width="38" height="52" stroke-opacity=".85" stroke-width="1.4" fill="${sheet.ink.deep}"/><path d="M-12 -14h24M-12 -4h24M-12 6h15" stroke-opacity=".6"/></g>`,
    )
  }
  for (const turn of upTo(12))
    sheet.line(through([polar(x, y, 80, turn * 30 + 15), polar(x, y, 176, turn * 30 + 15)]), 'faint')
  sheet.line('M60 60H1140V740H60Z', 'fine').line('M74 74H1126V726H74Z', 'faint')
  return sheet.svg()
}

/** Claims of many homes, gathered on one sheet. */
export const gatheredClaims = () => {
  const sheet = new Sheet('ink')
  const random = randomFrom(27)
  const [left, top, bay, storey] = [150, 110, 54, 46]
  sheet.box(left, top, bay * 8, storey * 12, { tone: 'body', weight: 'strong' })
  sheet.line(`M${left - 10} ${top}h${bay * 8 + 20}M${left + 40} ${top}v-26h${bay * 8 - 80}v26`, 'strong')
  const target = [890, 400]
  const lines = []
  for (const floor of upTo(12))
    for (const home of upTo(8)) {
      const [x, y] = [left + home * bay + 9, top + floor * storey + 9]
      const joined = random() < 0.62
      sheet.box(x, y, bay - 18, storey - 18, { tone: joined ? 'deep' : undefined, weight: 'fine', accent: joined })
      if (joined) {
        const [fromX, fromY] = [x + bay - 18, y + storey / 2 - 9]
        sheet.circle(fromX, fromY, 3, 'plain', { tone: 'accent', accent: true })
        lines.push(
          `M${fromX} ${fromY}C${fromX + 150} ${fromY} ${target[0] - 260} ${target[1] + (fromY - target[1]) * 0.12} ${target[0] - 60} ${target[1] + (fromY - target[1]) * 0.05}`,
        )
      }
    }
  sheet.accent(lines.join(''), 1.1, undefined, 0.62)
  sheet
    .box(target[0] - 44, 226, 250, 350, { tone: 'ink', weight: 'fine' })
    .box(target[0] - 60, 210, 250, 350, { tone: 'body', weight: 'strong' })
  for (const row of upTo(13))
    sheet.line(`M${target[0] - 30} ${252 + row * 22}h${row % 4 === 3 ? 110 : 190}`, row === 6 ? 'strong' : 'fine')
  sheet.circle(target[0] + 140, 528, 17, 'strong', { accent: true })
  sheet.line(`M80 ${top + storey * 12}H1120`, 'strong')
  for (const [x, r] of [
    [112, 24],
    [640, 22],
    [700, 30],
    [1096, 26],
  ])
    sheet.tree(x, top + storey * 12, r)
  return sheet.svg()
}
