import type { OfficePlace } from '#firm/offices/contract.ts'
import {
  type Box,
  boxOf,
  type DrawnMap,
  drawMap,
  mapSheet,
  middleOf,
  nameOn,
  type Point,
  plateOf,
  readPoints,
} from '#firm/offices/rules.ts'
import { m } from '#messages/messages.js'
import { listed } from '#ui/language.ts'

/** A sign as near to the beginning of the walk is where it begins; units of the sheet. */
const nearStart = 40

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

/**
 * The building under its plate and the walk to it, with the station sign it begins at: what a phone shows of the sheet.
 */
const boxAround = ({ map, title }: OfficePlace): Box => {
  const house = map.find(({ kind }) => kind === 'office')
  if (!house) return { x: 0, y: 0, ...mapSheet }
  const walk = map.filter(({ kind }) => kind === 'path').flatMap(({ points }) => readPoints(points))
  const [start] = walk
  const signs = map.filter(({ kind, points }) => {
    const { x, y } = middleOf(readPoints(points))
    return start && (kind === 'station' || kind === 'stop') && Math.hypot(x - start.x, y - start.y) < nearStart
  })
  const boxes = [
    plateOf(house, title, map).box,
    ...signs.flatMap((sign) => [nameOn(sign).box, boxOf(readPoints(sign.points), 20)]),
  ]
  return boxOf([...readPoints(house.points), ...walk, ...boxes.flatMap(cornersOf)], 16)
}

/** The map in words: its streets, its stations, what one passes. */
const inWords = ({ title, map }: OfficePlace): string => {
  const names = (...kinds: OfficePlace['map'][number]['kind'][]) =>
    listed(map.filter(({ kind, name }) => kinds.includes(kind) && name).map(({ name }) => name))
  const streets = names('avenue', 'street', 'lane')
  const stations = names('station', 'stop')
  const landmarks = names('green', 'water', 'building')
  return [
    m.people_map_of({ office: title }),
    streets && m.people_map_streets({ names: streets }),
    stations && m.people_map_stations({ names: stations }),
    landmarks && m.people_map_landmarks({ names: landmarks }),
  ]
    .filter(Boolean)
    .join(' ')
}

export interface WayOnMap {
  map: DrawnMap
  /** What a phone shows of the sheet. */
  box: Box
  words: string
}

/** The map of an office as its page draws it. */
export const wayTo = (office: OfficePlace): WayOnMap => ({
  map: drawMap(office.map, office.title),
  box: boxAround(office),
  words: inWords(office),
})
