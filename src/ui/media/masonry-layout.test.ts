import { describe, expect, it } from 'vitest'
import { layOutMasonry } from './masonry-layout.ts'

/** Caption height in column widths. */
const caption = 0.2

const landscape = 2 / 3
const portrait = 3 / 2

describe('a masonry layout', () => {
  it('puts each item into the shortest column, the first on a tie', () => {
    const { places } = layOutMasonry([portrait, landscape, 1, landscape, 1], 3, caption)
    expect(places.map((place) => place.column)).toEqual([0, 1, 2, 1, 2])
    expect(places[3]).toMatchObject({ top: landscape, rows: 1 })
  })

  it('never puts an item above an earlier one', () => {
    const ratios = Array.from({ length: 15 }, (_, at) => [landscape, portrait, 1, 0.8][at % 4] ?? 1)
    const { places } = layOutMasonry(ratios, 3, caption)
    const tops = places.map(({ top, rows }) => top + rows * 0.2)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  it('ends all columns at one line, with last pictures between 3:2 and 2:3 or slightly beyond', () => {
    for (const columns of [2, 3])
      for (let turn = 0; turn < 15; turn += 1) {
        const ratios = Array.from({ length: 15 }, (_, at) =>
          [3, 6, 11].includes((at + turn) % 15) ? portrait : landscape,
        )
        const { places, height, rows } = layOutMasonry(ratios, columns, caption)
        const ends = places.filter((place) => place.isLast)
        expect(ends).toHaveLength(columns)
        for (const end of ends) {
          const cut = height + rows * 0.2 - (end.top + (end.rows + 1) * 0.2)
          expect(cut).toBeGreaterThanOrEqual(landscape - 0.06)
          expect(cut).toBeLessThanOrEqual(portrait + 0.06)
        }
      }
  })

  it('accepts no item and a single one', () => {
    expect(layOutMasonry([], 3, caption)).toEqual({
      places: [],
      height: expect.any(Number),
      rows: 0,
    })
    expect(layOutMasonry([1], 3, caption).places).toEqual([{ column: 0, top: 0, rows: 0, isLast: true }])
  })
})
