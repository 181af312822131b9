import { describe, expect, test } from 'vitest'
import { splitAddress } from './public/address-lines.tsx'
import { chooseLeastCovering, coverLine, getBoundingBox, getCenter, parsePoints, placeAlongLine } from './rules.ts'
import { layOutMap, placeLabel, placePlate } from './rules-map-labels.ts'

describe('part of the map', () => {
  test('is parsed from its points', () => {
    expect(parsePoints('0,310 420,300 840,310')).toEqual([
      { x: 0, y: 310 },
      { x: 420, y: 300 },
      { x: 840, y: 310 },
    ])
    expect(parsePoints('12,34')).toEqual([{ x: 12, y: 34 }])
  })

  test('has its middle at the center of its bounding box', () => {
    expect(getCenter(parsePoints('0,0 100,0 100,40 0,40 0,30 0,20'))).toEqual({ x: 50, y: 20 })
    expect(getCenter(parsePoints('7,9'))).toEqual({ x: 7, y: 9 })
  })

  test.each([
    ['0,100 200,100', { x: 100, y: 100, turn: 0 }],
    ['200,100 0,100', { x: 100, y: 100, turn: 0 }],
    ['50,0 50,200', { x: 50, y: 100, turn: 90 }],
    ['50,200 50,0', { x: 50, y: 100, turn: 90 }],
    ['0,0 10,0 210,200', { x: 110, y: 100, turn: 45 }],
    ['100,100 0,200', { x: 50, y: 150, turn: -45 }],
    ['5,5', { x: 5, y: 5, turn: 0 }],
  ])('has its label along its longest segment: %s', (points, along) => {
    expect(placeAlongLine(parsePoints(points))).toEqual(along)
  })
})

test.each([
  ['서울특별시 서초구 너른마루길 218 마루빌딩', ['서울특별시 서초구 너른마루길 218', '마루빌딩']],
  ['Maru Building, 218 Neoreunmaru-gil, Seocho-gu, Seoul', ['Maru Building,', '218 Neoreunmaru-gil, Seocho-gu, Seoul']],
  ['首尔特别市瑞草区 Neoreunmaru-gil 218号 Maru大厦', ['首尔特别市瑞草区 Neoreunmaru-gil 218号', 'Maru大厦']],
  ['서울특별시 서초구', ['서울특별시 서초구']],
])('splitAddress splits %s before the building', (address, lines) => {
  expect(splitAddress(address)).toEqual(lines)
})

describe('freest position', () => {
  const buildBox = (x: number, y: number) => ({ x, y, width: 10, height: 10 })

  test('is the first that overlaps nothing', () => {
    expect(chooseLeastCovering([buildBox(0, 0), buildBox(20, 0), buildBox(40, 0)], [buildBox(5, 5)])).toEqual(
      buildBox(20, 0),
    )
  })

  test('is the least overlapping if all overlap', () => {
    expect(chooseLeastCovering([buildBox(0, 0), buildBox(8, 0)], [buildBox(2, 0), buildBox(12, 5)])).toEqual(
      buildBox(8, 0),
    )
    expect(chooseLeastCovering([], [])).toBeUndefined()
  })
})

test('coverLine covers a line without gaps', () => {
  expect(coverLine(parsePoints('0,0 20,0'), 10).map(({ x, y }) => [x, y])).toEqual([
    [-5, -5],
    [5, -5],
    [15, -5],
  ])
})

test('getBoundingBox adds room on every side', () => {
  expect(getBoundingBox(parsePoints('10,20 30,60'), 5)).toEqual({ x: 5, y: 15, width: 30, height: 50 })
})

const buildPart = (kind: 'office' | 'avenue' | 'stop', points: string, name: string, label?: string) => ({
  kind,
  points,
  name,
  label: label ?? null,
  sign: '',
})

describe('labels on the map', () => {
  test('stack Korean letters along a steep street and rotate English text', () => {
    const street = '100,0 100,600'
    expect(placeLabel(buildPart('avenue', street, '큰길 2호선'))).toMatchObject({
      letters: ['큰', '길', '2', '호', '선'],
      turn: 0,
    })
    expect(placeLabel(buildPart('avenue', street, 'Keun-gil'))).toMatchObject({ letters: ['Keun-gil'], turn: 90 })
  })

  test('stay within the sheet', () => {
    const { box } = placeLabel(buildPart('avenue', '100,0 100,600', 'Mudeungbaram-gil', '100,20'))
    expect(box.y).toBeGreaterThanOrEqual(8)
  })

  test('place the plate above its building, or below if a label is in the way', () => {
    const house = buildPart('office', '300,200 400,200 400,280 300,280', 'Maru Building, 9F')
    const alone = placePlate(house, 'Seoul', [house])
    expect(alone).toMatchObject({ lines: ['Maru Building', 'Seoul, 9F'], foot: { x: 350, y: 200 } })
    const wide = buildPart('stop', '350,150', 'A stop with a name as long as the street', '350,150')
    expect(placePlate(house, 'Seoul', [house, wide]).foot).toEqual({ x: 350, y: 280 })
  })

  test('are all placed by layOutMap; there is no plate without a building', () => {
    const house = buildPart('office', '300,200 400,200 400,280 300,280', 'Maru Building, 9F')
    const stop = buildPart('stop', '350,500', 'Maru')
    const nameless = buildPart('avenue', '0,400 840,400', '')
    const layout = layOutMap([house, stop, nameless], 'Seoul')
    expect(layout.names).toEqual([{ kind: 'stop', ...placeLabel(stop) }])
    expect(layout.signs).toEqual([{ kind: 'stop', sign: '', x: 350, y: 500 }])
    expect(layout.plate).toEqual(placePlate(house, 'Seoul', [house, stop, nameless]))
    expect(layOutMap([stop], 'Seoul').plate).toBeNull()
  })
})
