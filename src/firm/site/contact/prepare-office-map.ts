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

/** A sign within this distance of the walk's first point is its start; map units. */
const nearStart = 40

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

/**
 * Returns the part of the map that phones show: the building with its plate, the walk, and the sign where it starts.
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

/** Returns the text alternative of the map: streets, stations and landmarks. */
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
  /** Part of the map that phones show. */
  box: Box
  words: string
}

/** Returns the map of an office, ready to draw. */
export const wayTo = (office: OfficePlace): WayOnMap => ({
  map: drawMap(office.map, office.title),
  box: boxAround(office),
  words: inWords(office),
})
