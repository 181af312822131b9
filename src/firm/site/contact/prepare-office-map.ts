import type { OfficePlace } from '#firm/offices/contract.ts'
import { type Box, getBoundingBox, getCenter, mapSheet, type Point, parsePoints } from '#firm/offices/rules.ts'
import { type DrawnMap, layOutMap, placeLabel, placePlate } from '#firm/offices/rules-map-labels.ts'
import { m } from '#messages/messages.js'
import { joinList } from '#ui/format/language-attributes.ts'

/** A sign within this distance of the walk's first point is its start; map units. */
const startTolerance = 40

const getCorners = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

/**
 * Returns the part of the map that phones show: the building with its plate, the walk, and the sign where it starts.
 */
const calculateBox = ({ map, title }: OfficePlace): Box => {
  const building = map.find(({ kind }) => kind === 'office')
  if (!building) return { x: 0, y: 0, ...mapSheet }
  const walk = map.filter(({ kind }) => kind === 'path').flatMap(({ points }) => parsePoints(points))
  const [start] = walk
  const signs = map.filter(({ kind, points }) => {
    const { x, y } = getCenter(parsePoints(points))
    return start && (kind === 'station' || kind === 'stop') && Math.hypot(x - start.x, y - start.y) < startTolerance
  })
  const boxes = [
    placePlate(building, title, map).box,
    ...signs.flatMap((sign) => [placeLabel(sign).box, getBoundingBox(parsePoints(sign.points), 20)]),
  ]
  return getBoundingBox([...parsePoints(building.points), ...walk, ...boxes.flatMap(getCorners)], 16)
}

/** Returns the text alternative of the map: streets, stations and landmarks. */
const describeMap = ({ title, map }: OfficePlace): string => {
  const listNames = (...kinds: OfficePlace['map'][number]['kind'][]) =>
    joinList(map.filter(({ kind, name }) => kinds.includes(kind) && name).map(({ name }) => name))
  const streets = listNames('avenue', 'street', 'lane')
  const stations = listNames('station', 'stop')
  const landmarks = listNames('green', 'water', 'building')
  return [
    m.people_map_of({ office: title }),
    streets && m.people_map_streets({ names: streets }),
    stations && m.people_map_stations({ names: stations }),
    landmarks && m.people_map_landmarks({ names: landmarks }),
  ]
    .filter(Boolean)
    .join(' ')
}

export interface PreparedMap {
  map: DrawnMap
  /** Part of the map that phones show. */
  box: Box
  words: string
}

/** Returns the map of an office, ready to draw. */
export const prepareOfficeMap = (office: OfficePlace): PreparedMap => ({
  map: layOutMap(office.map, office.title),
  box: calculateBox(office),
  words: describeMap(office),
})
