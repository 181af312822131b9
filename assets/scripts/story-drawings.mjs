// Line drawings of the stories, one for each subject, as originals of 1200 × 800: node story-drawings.mjs OUTDIR [name …]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { doorsInTurn, lift, systems, unfinishedFrame } from './drawings-of-building.mjs'
import {
  councilTable,
  delay,
  depositSteps,
  fifteenDays,
  gatheredClaims,
  hall,
  years,
} from './drawings-of-counting.mjs'
import { asBuilt, outline, ropeAndDrone, sunPath } from './drawings-of-facades.mjs'
import { excavation, fire, floorLayers, sound } from './drawings-of-ground.mjs'
import { doors, journal, ledger, papers, parcels } from './drawings-of-papers.mjs'
import { checkPlan, room, samples } from './drawings-of-rooms.mjs'
import { crackGauge, leak, railing, twoHomes } from './drawings-of-water.mjs'

/** Names stay as they are: records and texts refer to them. New drawings are added at the end. */
const drawings = {
  'news-13': years,
  'news-14': leak,
  'news-15': room,
  'news-16': crackGauge,
  'news-17': checkPlan,
  'news-18': floorLayers,
  'news-19': excavation,
  'news-20': unfinishedFrame,
  'news-21': papers,
  'news-22': asBuilt,
  'news-23': fifteenDays,
  'news-24': gatheredClaims,
  'news-25': systems,
  'news-26': hall,
  'news-27': ropeAndDrone,
  'news-28': councilTable,
  'news-29': outline,
  'news-30': twoHomes,
  'news-31': railing,
  'news-32': parcels,
  'news-33': delay,
  'news-34': journal,
  'news-35': sunPath,
  'news-36': sound,
  'news-37': ledger,
  'news-38': fire,
  'news-39': samples,
  'news-40': doorsInTurn,
  'news-41': depositSteps,
  'news-42': lift,
  'news-43': doors,
}

const [out, ...only] = process.argv.slice(2)
if (!out) throw new Error('Usage: node story-drawings.mjs OUTDIR [name …]')
const folder = join(out, 'news')
mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(drawings)) {
  if (only.length && !only.includes(name)) continue
  await sharp(Buffer.from(draw()))
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toFile(join(folder, `${name}.jpg`))
  console.log(name)
}
