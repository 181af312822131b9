import type { PublicMapPart } from './contract.ts'
import {
  type Box,
  chooseLeastCovering,
  coverLine,
  getBoundingBox,
  getCenter,
  mapSheet,
  type Point,
  parsePoints,
  placeAlongLine,
} from './rules.ts'

type Kind = PublicMapPart['kind']

const isLine: Partial<Record<Kind, true>> = { avenue: true, street: true, lane: true, path: true, rail: true }
const isSign: Partial<Record<Kind, true>> = { station: true, stop: true }

/** Font sizes; keep them equal to office-map.module.css. */
const sizes: Partial<Record<Kind, number>> = { building: 13, stop: 14, station: 16 }
const nameSize = 15
const plateSizes = { name: 18, office: 15 }

/** Returns the approximate width of a text: Korean and Chinese letters 0.96 em, others 0.54 em. */
const estimateWidth = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 0.96 : 0.54) * size, 0)

export interface MapLabel extends Point {
  /** One text, or single letters to stack vertically. */
  letters: string[]
  /** Distance between stacked letters. */
  step: number
  /** Rotation in degrees. */
  turn: number
  anchor: 'start' | 'middle'
  /** Approximate bounding box. */
  box: Box
}

const clampCenter = (at: number, half: number, end: number): number => Math.min(Math.max(at, half + 8), end - half - 8)

/**
 * Places a label beside a sign, along a street or in the middle of an area, within the sheet. Along steep streets
 * Korean and Chinese letters are stacked, because they are hard to read when rotated.
 */
export const placeLabel = ({ kind, points, name, label }: PublicMapPart): MapLabel => {
  const linePoints = parsePoints(points)
  const along = isLine[kind] ? placeAlongLine(linePoints) : { ...getCenter(linePoints), turn: 0 }
  const at: Point = label ? getCenter(parsePoints(label)) : along
  const size = sizes[kind] ?? nameSize
  const length = estimateWidth(name, size)
  const isUpright = Math.abs(along.turn) > 60
  if (isUpright) {
    const letters = /[A-Za-z]/.test(name) ? [name] : (name.match(/\d+|\S/g) ?? [name])
    const step = size * 1.12
    const half = (letters.length === 1 ? length : letters.length * step) / 2
    const y = clampCenter(at.y, half, mapSheet.height)
    const turn = letters.length === 1 ? along.turn : 0
    const box = { x: at.x - size / 2, y: y - half, width: size, height: 2 * half }
    return { letters, x: at.x, y, step, turn, anchor: 'middle', box }
  }
  const isBeside = isSign[kind] && !label
  const left = isBeside
    ? at.x + (kind === 'station' ? 28 : 16)
    : clampCenter(at.x, length / 2, mapSheet.width) - length / 2
  const box = { x: left, y: at.y - size * 0.7, width: length, height: size * 1.4 }
  const x = isBeside ? left : left + length / 2
  return { letters: [name], x, y: at.y, step: 0, turn: along.turn, anchor: isBeside ? 'start' : 'middle', box }
}

export interface BuildingPlate {
  box: Box
  /** Where the pole meets the building; `head` is the edge of the plate at its other end. */
  foot: Point
  head: number
  /** Height of the pointer; negative: it points upwards. */
  point: number
  lines: [string, string]
}

const plateHeight = 60
const poleLength = 16
/** Minimum distance between the plate and a label. */
const clearance = 10
const lineWidths: Partial<Record<Kind, number>> = { avenue: 36, street: 24 }

/** Places the plate of a building above it, or below or sideways if that covers less. */
export const placePlate = (
  officePart: PublicMapPart,
  office: string,
  parts: readonly PublicMapPart[],
): BuildingPlate => {
  const own = getBoundingBox(parsePoints(officePart.points))
  const x = own.x + own.width / 2
  // English has the floor after a comma: move it to the second line to keep the plate narrow.
  const [name = '', floor] = officePart.name.split(', ')
  const lines: [string, string] = [name, floor ? `${office}, ${floor}` : office]
  const width = Math.max(estimateWidth(lines[0], plateSizes.name), estimateWidth(lines[1], plateSizes.office)) + 32
  const maxOffset = Math.max(0, width / 2 - 24)
  const shifts = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1, -1].map((share) => share * maxOffset)
  const candidates = [own.y - poleLength - plateHeight, own.y + own.height + poleLength].flatMap((y) =>
    shifts.map((shift) => ({ x: x + shift - width / 2, y, width, height: plateHeight })),
  )
  const onSheet = candidates.filter(
    (place) =>
      place.x >= 8 &&
      place.y >= 8 &&
      place.x + width <= mapSheet.width - 8 &&
      place.y + plateHeight <= mapSheet.height - 8,
  )
  const others = parts.filter(({ kind }) => kind !== 'office')
  const occupied = others.flatMap((part) => {
    const points = parsePoints(part.points)
    const labels = part.name ? [placeLabel(part).box] : []
    const signs = isSign[part.kind] ? [getBoundingBox(points, 16)] : []
    const lined = part.kind === 'path' ? coverLine(points, 8) : coverLine(points, lineWidths[part.kind] ?? 0.5)
    // Weight labels three times: covering a label is worse than covering a street.
    return [
      ...[...labels, ...signs].flatMap((box) => {
        const wide = {
          x: box.x - clearance,
          y: box.y - clearance,
          width: box.width + 2 * clearance,
          height: box.height + 2 * clearance,
        }
        return [wide, wide, wide]
      }),
      ...(isLine[part.kind] && (part.kind === 'path' || lineWidths[part.kind]) ? lined : []),
    ]
  })
  const box = chooseLeastCovering(onSheet.length > 0 ? onSheet : candidates, occupied) ?? {
    x: 8,
    y: 8,
    width,
    height: plateHeight,
  }
  const isAbove = box.y < own.y
  return {
    box,
    foot: { x, y: isAbove ? own.y : own.y + own.height },
    head: isAbove ? box.y + box.height : box.y,
    point: isAbove ? 8 : -8,
    lines,
  }
}

/** Map with all labels placed. Computed once on the server; the browser only draws it. */
export interface DrawnMap {
  sheet: typeof mapSheet
  parts: readonly PublicMapPart[]
  names: (MapLabel & { kind: Kind })[]
  signs: (Point & { kind: Kind; sign: string })[]
  plate: BuildingPlate | null
}

export const layOutMap = (parts: readonly PublicMapPart[], office: string): DrawnMap => {
  const officePart = parts.find(({ kind }) => kind === 'office')
  return {
    sheet: mapSheet,
    parts,
    names: parts
      .filter(({ kind, name }) => kind !== 'office' && name)
      .map((part) => ({ kind: part.kind, ...placeLabel(part) })),
    signs: parts
      .filter(({ kind }) => isSign[kind])
      .map(({ kind, points, sign }) => ({ kind, sign, ...getCenter(parsePoints(points)) })),
    plate: officePart ? placePlate(officePart, office, parts) : null,
  }
}
