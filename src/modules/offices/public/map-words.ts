import type { PublicMapPart } from '../contract.ts'
import { alongOf, type Box, boxesAlong, boxOf, freest, mapSheet, middleOf, type Point, readPoints } from '../rules.ts'

type Kind = PublicMapPart['kind']

const isLine: Partial<Record<Kind, true>> = { avenue: true, street: true, lane: true, path: true, rail: true }
const isSign: Partial<Record<Kind, true>> = { station: true, stop: true }

/** Sizes of letters as office-map.module.css has them. */
const sizes: Partial<Record<Kind, number>> = { building: 13, stop: 14, station: 16 }
const nameSize = 15
const plateSizes = { name: 18, office: 15 }

/** About how wide the words are: Korean and Chinese letters are an em, Latin ones a little over half of it. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 0.96 : 0.54) * size, 0)

export interface MapName extends Point {
  /** One text, or letters that stand under each other. */
  letters: string[]
  /** Between those letters. */
  step: number
  /** Degrees. */
  turn: number
  anchor: 'start' | 'middle'
  /** What it takes on the sheet, about. */
  box: Box
}

const within = (at: number, half: number, end: number): number => Math.min(Math.max(at, half + 8), end - half - 8)

/**
 * Words beside a sign, along a street, or in the middle of an area, and never past the edge of the sheet. Along an
 * upright street Korean and Chinese stand letter under letter; lying on their side they are hard to read.
 */
export const nameOn = ({ kind, points, name, label }: PublicMapPart): MapName => {
  const places = readPoints(points)
  const along = isLine[kind] ? alongOf(places) : { ...middleOf(places), turn: 0 }
  const at: Point = label ? middleOf(readPoints(label)) : along
  const size = sizes[kind] ?? nameSize
  const length = widthOf(name, size)
  const isUpright = Math.abs(along.turn) > 60
  if (isUpright) {
    const letters = /[A-Za-z]/.test(name) ? [name] : (name.match(/\d+|\S/g) ?? [name])
    const step = size * 1.12
    const half = (letters.length === 1 ? length : letters.length * step) / 2
    const y = within(at.y, half, mapSheet.height)
    const turn = letters.length === 1 ? along.turn : 0
    const box = { x: at.x - size / 2, y: y - half, width: size, height: 2 * half }
    return { letters, x: at.x, y, step, turn, anchor: 'middle', box }
  }
  const isBeside = isSign[kind] && !label
  const left = isBeside ? at.x + (kind === 'station' ? 28 : 16) : within(at.x, length / 2, mapSheet.width) - length / 2
  const box = { x: left, y: at.y - size * 0.7, width: length, height: size * 1.4 }
  const x = isBeside ? left : left + length / 2
  return { letters: [name], x, y: at.y, step: 0, turn: along.turn, anchor: isBeside ? 'start' : 'middle', box }
}

export interface Plate {
  box: Box
  /** Where its pole meets the house, and the edge of the plate it comes from. */
  foot: Point
  head: number
  /** Height of its tip; below zero it points upwards. */
  point: number
  lines: [string, string]
}

const plateHeight = 60
const poleLength = 16
/** How far the plate stands from a name at least. */
const clearance = 10
const widths: Partial<Record<Kind, number>> = { avenue: 36, street: 24 }

/** The plate of a house: over it or, where there is less in the way, under it or to a side of its pole. */
export const plateOf = (house: PublicMapPart, office: string, parts: readonly PublicMapPart[]): Plate => {
  const own = boxOf(readPoints(house.points))
  const x = own.x + own.width / 2
  // English names the floor after a comma: beside the office it keeps the plate narrow.
  const [name = '', floor] = house.name.split(', ')
  const lines: [string, string] = [name, floor ? `${office}, ${floor}` : office]
  const width = Math.max(widthOf(lines[0], plateSizes.name), widthOf(lines[1], plateSizes.office)) + 32
  const most = Math.max(0, width / 2 - 24)
  const shifts = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1, -1].map((share) => share * most)
  const places = [own.y - poleLength - plateHeight, own.y + own.height + poleLength].flatMap((y) =>
    shifts.map((shift) => ({ x: x + shift - width / 2, y, width, height: plateHeight })),
  )
  const onSheet = places.filter(
    (place) =>
      place.x >= 8 &&
      place.y >= 8 &&
      place.x + width <= mapSheet.width - 8 &&
      place.y + plateHeight <= mapSheet.height - 8,
  )
  const others = parts.filter(({ kind }) => kind !== 'office')
  const taken = others.flatMap((part) => {
    const points = readPoints(part.points)
    const words = part.name ? [nameOn(part).box] : []
    const signs = isSign[part.kind] ? [boxOf(points, 16)] : []
    const lined = part.kind === 'path' ? boxesAlong(points, 8) : boxesAlong(points, widths[part.kind] ?? 0.5)
    // A name that is covered is worse than a street that is.
    return [
      ...[...words, ...signs].flatMap((box) => {
        const wide = {
          x: box.x - clearance,
          y: box.y - clearance,
          width: box.width + 2 * clearance,
          height: box.height + 2 * clearance,
        }
        return [wide, wide, wide]
      }),
      ...(isLine[part.kind] && (part.kind === 'path' || widths[part.kind]) ? lined : []),
    ]
  })
  const box = freest(onSheet.length > 0 ? onSheet : places, taken) ?? { x: 8, y: 8, width, height: plateHeight }
  const isAbove = box.y < own.y
  return {
    box,
    foot: { x, y: isAbove ? own.y : own.y + own.height },
    head: isAbove ? box.y + box.height : box.y,
    point: isAbove ? 8 : -8,
    lines,
  }
}
