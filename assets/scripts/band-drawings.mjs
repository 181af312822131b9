// Line drawings across a whole page, as originals of 2400 × 1200: node band-drawings.mjs OUTDIR [name …]
// They are the sheets of the stories, drawn twice as large and cut to where the subject is.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { unfinishedFrame } from './drawings-of-building.mjs'
import { asBuilt, outline, ropeAndDrone } from './drawings-of-facades.mjs'
import { checkPlan, room } from './drawings-of-rooms.mjs'
import { leak } from './drawings-of-water.mjs'

const drawings = {
  building: leak,
  maintenance: ropeAndDrone,
  renovation: outline,
  council: checkPlan,
  engineering: asBuilt,
  construction: unfinishedFrame,
  center: room,
}

/** Px of the large sheet above the cut; the towers to come reach higher than the rest. */
const tops = { renovation: 130 }

const [out, ...only] = process.argv.slice(2)
if (!out) throw new Error('Usage: node band-drawings.mjs OUTDIR [name …]')
const folder = join(out, 'bands')
mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(drawings)) {
  if (only.length > 0 && !only.includes(name)) continue
  // 72 dots an inch is one for each px of the drawing.
  await sharp(Buffer.from(draw()), { density: 144 })
    .extract({ left: 0, top: tops[name] ?? 200, width: 2400, height: 1200 })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toFile(join(folder, `${name}.jpg`))
  console.log(name)
}
