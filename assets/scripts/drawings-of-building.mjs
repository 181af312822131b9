// Line drawings of what carries, runs and opens: systems, lifts, an unfinished frame, doors.
import { closed, rectangle, Sheet, upTo } from './drawing-sheet.mjs'

/** Section of a block with what has to be renewed one day: roof, tank, lift, risers, pumps. */
export const systems = () => {
  const sheet = new Sheet('ink')
  const [x, w, top, storey, ground] = [330, 540, 150, 42, 612]
  sheet.box(x, top, w, ground - top, { tone: 'body', weight: 'strong' })
  for (const floor of upTo(11)) sheet.line(`M${x} ${top + 42 + floor * storey}h${w}`, floor === 10 ? 'strong' : 'plain')
  for (const column of [90, 180, 360, 450]) sheet.line(`M${x + column} ${top}V${ground}`, 'fine')
  // Lift: shaft, car, counterweight, machine room.
  sheet.box(x + 240, top - 52, 62, ground - top + 128, { tone: 'deep', weight: 'strong' })
  sheet
    .circle(x + 271, top - 26, 15, 'plain', { accent: true })
    .accent(`M${x + 258} ${top - 26}V${top + 170}M${x + 286} ${top - 26}V${top + 330}`, 1.4)
  sheet
    .box(x + 248, top + 170, 34, 40, { tone: 'accent', opacity: 0.8, weight: 'plain', accent: true })
    .box(x + 284, top + 330, 12, 34, { tone: 'sand', weight: 'fine' })
  // Roof: tank, membrane.
  sheet.accent(`M${x - 10} ${top - 6}H${x + 236}M${x + 306} ${top - 6}H${x + w + 10}`, 5)
  sheet
    .box(x + 372, top - 62, 110, 50, { tone: 'deep', weight: 'strong' })
    .line(`M${x + 380} ${top - 36}q12 -7 24 0t24 0t24 0t22 0`, 'plain')
  // Risers with a branch for each floor.
  for (const [riser, side] of [
    [130, 1],
    [410, -1],
    [430, 1],
  ]) {
    sheet.line(`M${x + riser} ${top - (riser > 400 ? 12 : 0)}V${ground + 62}`, 'strong')
    for (const floor of upTo(11))
      sheet
        .line(`M${x + riser} ${top + 22 + floor * storey}h${side * 26}`, 'plain')
        .circle(x + riser + side * 30, top + 22 + floor * storey, 4, 'plain')
  }
  // Basement with pumps.
  sheet.box(x - 150, ground, w + 300, 84, { tone: 'deep', weight: 'strong' })
  for (const [pump, wheel] of [
    [x + 410, 20],
    [x + 130, 20],
  ])
    sheet
      .circle(pump, ground + 54, wheel, 'strong', { tone: 'navy', accent: true })
      .accent(`M${pump - 12} ${ground + 66}l12 -24l12 24Z`, 1.6)
  sheet.box(x - 110, ground + 28, 90, 42, { weight: 'plain' }).box(x + w + 30, ground + 22, 76, 50, { weight: 'plain' })
  for (const post of upTo(4)) sheet.line(`M${x + w + 46 + post * 15} ${ground + 30}v34`, 'plain')
  sheet.line(`M80 ${ground}H${x}M${x + w} ${ground}H1120`, 'heavy')
  for (const [at, r] of [
    [120, 30],
    [180, 22],
    [246, 34],
    [956, 30],
    [1024, 24],
    [1084, 32],
  ])
    sheet.tree(at, ground, r)
  for (const [at, y] of [
    [x + 110, top - 6],
    [x + 427, top - 62],
    [x + 271, top + 190],
    [x + 130, top + 232],
  ])
    sheet.mark(at, y, 17)
  return sheet.svg(0.88)
}

/** Three lift shafts of a block: two cars run, the third stands. */
export const lift = () => {
  const sheet = new Sheet('paper')
  const [top, storey, floors] = [178, 62, 8]
  const foot = top + storey * floors
  sheet.fill(rectangle(190, 110, 820, foot - 110), 'body')
  for (const floor of upTo(floors + 1)) sheet.cut(190, top + floor * storey - 5, 820, 9)
  for (const wall of [190, 998]) sheet.cut(wall, top - 68, 12, foot - top + 68)
  sheet.cut(190, top - 74, 820, 10)
  for (const [index, x] of [270, 530, 790].entries()) {
    const stands = index === 2
    sheet.fill(rectangle(x, top - 2, 140, foot - top + 46), 'paper')
    sheet
      .cut(x - 10, top - 64, 10, foot - top + 118)
      .cut(x + 140, top - 64, 10, foot - top + 118)
      .cut(x - 10, foot + 44, 160, 10)
    sheet.line(
      `M${x + 22} ${top - 8}V${foot + 44}M${x + 104} ${top - 8}V${foot + 44}M${x + 128} ${top - 8}V${foot + 44}`,
      'plain',
    )
    sheet.circle(x + 78, top - 38, 24, 'heavy', { tone: 'paper', accent: stands }).circle(x + 78, top - 38, 7, 'strong')
    const at = top + [96, 318, 190][index]
    const weight = top + [330, 80, 250][index]
    sheet.line(
      `M${x + 56} ${top - 38}V${at}M${x + 116} ${top - 26}V${weight}M${x + 102} ${top - 38}L${x + 116} ${top - 26}`,
      'strong',
    )
    sheet
      .box(x + 14, at, 84, 96, { tone: stands ? 'accent' : 'body', opacity: stands ? 0.8 : 1, weight: 'heavy' })
      .line(`M${x + 56} ${at + 10}v86M${x + 14} ${at + 10}h84`, 'plain')
    sheet.box(x + 108, weight, 18, 78, { tone: 'line', weight: 'plain' })
    sheet.line(`M${x + 44} ${foot + 44}v-24h24v24M${x + 40} ${foot + 20}h32`, 'strong')
    for (const floor of upTo(floors))
      sheet.line(
        `M${x + 154} ${top + floor * storey + 12}h34v${storey - 17}h-34ZM${x + 171} ${top + floor * storey + 12}v${storey - 17}`,
        'fine',
      )
    if (stands) sheet.accent(`M${x - 2} ${at - 14}h116M${x - 2} ${at + 110}h116`, 3, 'dashed')
  }
  return sheet
    .dimension(
      upTo(floors + 1).map((floor) => top + floor * storey),
      146,
      { upright: true },
    )
    .svg()
}

/** A frame of six storeys and its crane; the rest is only planned. */
export const unfinishedFrame = () => {
  const sheet = new Sheet('ink')
  const [x, bay, bays, storey, ground] = [230, 96, 5, 52, 670]
  const built = 6
  const planned = 10
  sheet.fill(rectangle(x, ground - built * storey, bay * bays, built * storey), 'body', 0.75)
  for (const floor of upTo(built + 1))
    sheet.box(x - 16, ground - floor * storey - 5, bay * bays + 32, 10, { tone: 'sand', weight: 'faint' })
  for (const column of upTo(bays + 1)) {
    sheet.box(x + column * bay - 6, ground - built * storey, 12, built * storey, { tone: 'sand', weight: 'faint' })
    sheet.line(
      [-4, 0, 4]
        .map((bar) => `M${x + column * bay + bar} ${ground - built * storey}v-${26 + ((column * 7 + bar) % 9)}`)
        .join(''),
      'plain',
    )
  }
  for (const floor of upTo(built))
    for (const column of upTo(bays))
      if ((floor + column * 2) % 5 === 0 && floor < 4)
        sheet.line(
          `M${x + column * bay + 30} ${ground - floor * storey - 5}V${ground - (floor + 1) * storey + 5}M${x + column * bay + 62} ${ground - floor * storey - 5}V${ground - (floor + 1) * storey + 5}`,
          'fine',
        )
  for (const floor of upTo(planned - built))
    sheet.line(`M${x} ${ground - (built + floor + 1) * storey}h${bay * bays}`, 'plain', 'dashed')
  for (const column of upTo(bays + 1))
    sheet.line(`M${x + column * bay} ${ground - built * storey - 36}V${ground - planned * storey}`, 'fine', 'dashed')
  // Tower crane: mast, jib, counter jib, hook at rest.
  const [mast, jib] = [838, 150]
  sheet.accent(`M${mast - 15} ${ground}V${jib}M${mast + 15} ${ground}V${jib}`, 2.4)
  sheet.accent(
    upTo(17)
      .map((part) => `M${mast - 15} ${ground - part * 30}l30 -30M${mast - 15} ${ground - part * 30}h30`)
      .join(''),
    1.2,
  )
  sheet.accent(`M${mast} ${jib - 60}L${mast - 16} ${jib}h32Z`, 2.4)
  sheet.accent(`M${mast + 190} ${jib}H${mast - 520}M${mast - 510} ${jib - 16}H${mast}M${mast - 520} ${jib}l10 -16`, 2.4)
  sheet.accent(
    upTo(21)
      .map((part) => `M${mast - 16 - part * 24} ${jib}l-12 -16l-12 16`)
      .join(''),
    1.2,
  )
  sheet.accent(`M${mast} ${jib - 60}L${mast - 360} ${jib - 16}M${mast} ${jib - 60}L${mast + 176} ${jib}`, 1.4)
  sheet
    .box(mast + 128, jib, 56, 44, { tone: 'accent', opacity: 0.8, accent: true, weight: 'plain' })
    .box(mast - 46, jib + 4, 28, 34, { tone: 'ink', accent: true })
  sheet.accent(`M${mast - 380} ${jib}v92M${mast - 390} ${jib + 92}h20l-4 18h-12Z`, 1.8)
  sheet.box(mast - 46, ground - 14, 92, 14, { tone: 'ink', accent: true, weight: 'strong' })
  sheet.line(`M70 ${ground}H1130`, 'heavy')
  sheet.line(
    `M944 ${ground}v-54h150v54M944 ${ground - 18}h150M944 ${ground - 36}h150M994 ${ground}v-54M1044 ${ground}v-54`,
    'plain',
  )
  sheet.line(
    upTo(8)
      .map((post) => `M${96 + post * 16} ${ground}v-64`)
      .join('') + `M88 ${ground - 22}h128M88 ${ground - 52}h128`,
    'fine',
  )
  return sheet.svg(0.9)
}

/** Three doors one after the other: open, closing, shut. */
export const doorsInTurn = () => {
  const sheet = new Sheet('ink')
  const foot = 620
  for (const [index, x] of [186, 480, 774].entries()) {
    const [w, h] = [240, 420]
    const y = foot - h
    sheet.box(x - 22, y - 22, w + 44, h + 22, { tone: 'body', weight: 'strong' })
    if (index === 2) {
      sheet
        .box(x, y, w, h, { tone: 'steel', weight: 'strong' })
        .box(x + 34, y + 40, w - 68, 150, { weight: 'plain' })
        .box(x + 34, y + 226, w - 68, 154, { weight: 'plain' })
      sheet.circle(x + w - 20, y + 212, 8, 'strong')
      continue
    }
    const leaf = index === 0 ? 84 : 168
    const drop = index === 0 ? 54 : 34
    sheet.fill(rectangle(x, y, w, h), index === 0 ? 'accent' : 'ink', index === 0 ? 0.5 : 1)
    sheet.line(rectangle(x, y, w, h), 'strong')
    if (index === 0) {
      sheet.fill(
        closed([
          [x + leaf, foot],
          [x + w, foot],
          [x + w + 60, foot + 96],
          [x + leaf + 10, foot + 96],
        ]),
        'accent',
        0.16,
      )
      sheet.accent(rectangle(x, y, w, h), 2.4)
    }
    const shape = closed([
      [x, y],
      [x + leaf, y + drop],
      [x + leaf, foot + drop],
      [x, foot],
    ])
    sheet.fill(shape, 'steel').line(shape, 'strong')
    for (const [above, below] of [
      [40, 190],
      [226, 380],
    ])
      sheet.line(
        closed([
          [x + leaf * 0.16, y + above + drop * 0.16],
          [x + leaf * 0.84, y + above + drop * 0.84],
          [x + leaf * 0.84, y + below + drop * 0.84],
          [x + leaf * 0.16, y + below + drop * 0.16],
        ]),
        'plain',
      )
    sheet.circle(x + leaf - 12, y + 212 + drop, 7, 'strong')
  }
  return sheet
    .line(`M70 ${foot}H164M448 ${foot}H458M742 ${foot}H752M1036 ${foot}H1130`, 'heavy')
    .accent('M150 716H1050', 1.6)
    .circle(306, 716, 10, 'strong', { accent: true, tone: 'accent' })
    .circle(600, 716, 10, 'strong', { accent: true, tone: 'ink' })
    .circle(894, 716, 10, 'strong', { accent: true, tone: 'ink' })
    .svg(0.92)
}
