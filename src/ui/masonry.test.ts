import { describe, expect, it } from 'vitest'
import { layOutMasonry } from './masonry.ts'

/** Captions of two lines that take a fifth of a column's width. */
const figures = { caption: 0.1, line: 0.05 }
const items = (ratios: readonly number[], lines = 2) => ratios.map((ratio) => ({ ratio, lines }))

const landscape = 2 / 3
const portrait = 3 / 2

describe('a masonry', () => {
  it('puts each item into the shortest column, the first of equals', () => {
    const { places } = layOutMasonry(items([portrait, landscape, 1, landscape, 1]), 3, figures)
    expect(places.map((place) => place.column)).toEqual([0, 1, 2, 1, 2])
    expect(places[3]).toMatchObject({ above: landscape, rows: 1, lines: 2 })
  })

  it('never puts an item above one that came before it', () => {
    const ratios = Array.from({ length: 15 }, (_, at) => [landscape, portrait, 1, 0.8][at % 4] ?? 1)
    const { places } = layOutMasonry(items(ratios), 3, figures)
    const tops = places.map(({ above, rows }) => above + rows * 0.2)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })

  it('ends all columns at one line, with last pictures between 3:2 and 2:3 or hardly beyond', () => {
    for (const columns of [2, 3])
      for (let turn = 0; turn < 15; turn += 1) {
        const ratios = Array.from({ length: 15 }, (_, at) =>
          [3, 6, 11].includes((at + turn) % 15) ? portrait : landscape,
        )
        const { places, height, rows } = layOutMasonry(items(ratios), columns, figures)
        const ends = places.filter((place) => place.last)
        expect(ends).toHaveLength(columns)
        for (const end of ends) {
          const cut = height + rows * 0.2 - (end.above + (end.rows + 1) * 0.2)
          expect(cut).toBeGreaterThanOrEqual(landscape - 0.06)
          expect(cut).toBeLessThanOrEqual(portrait + 0.06)
        }
      }
  })

  it('knows a caption of more lines than others, above what stands below it', () => {
    const tall = [{ ratio: 1, lines: 4 }, ...items([1, 1, 1])]
    const { places, rows, lines } = layOutMasonry(tall, 2, figures)
    expect(places.map(({ column, lines: above }) => [column, above])).toEqual([
      [0, 0],
      [1, 0],
      [1, 2],
      [0, 4],
    ])
    expect([rows, lines]).toEqual([2, 6])
  })

  it('bears none and one', () => {
    expect(layOutMasonry([], 3, figures)).toEqual({
      places: [],
      height: expect.any(Number),
      rows: 0,
      lines: 0,
    })
    expect(layOutMasonry(items([1]), 3, figures).places).toEqual([
      { column: 0, above: 0, rows: 0, lines: 0, last: true },
    ])
  })
})
