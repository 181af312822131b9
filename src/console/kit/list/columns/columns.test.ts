import { describe, expect, test } from 'vitest'
import {
  fitting,
  isShown,
  movedColumn,
  nameWidth,
  ordered,
  plainLayout,
  resizedColumn,
  toggledColumn,
} from './columns.ts'

const columns = [
  { key: 'state', width: 100 },
  { key: 'name' },
  { key: 'views', width: 80, drop: 1 },
  { key: 'author', width: 100, drop: 2 },
  { key: 'slug', width: 160, optional: true },
]
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key)

describe('the column layout of a list', () => {
  test('starts as declared, without optional columns', () => {
    expect(keys(fitting(columns, plainLayout, 0))).toEqual(['state', 'name', 'views', 'author'])
  })

  test('drops columns of a narrow list in order, but never the name', () => {
    const needed = 57 + 100 + nameWidth + 80 + 100
    expect(keys(fitting(columns, plainLayout, needed))).toContain('views')
    expect(keys(fitting(columns, plainLayout, needed - 1))).toEqual(['state', 'name', 'author'])
    expect(keys(fitting(columns, plainLayout, 100))).toEqual(['state', 'name'])
  })

  test('moves a column by one place, not past the ends', () => {
    const once = movedColumn(columns, plainLayout, 'views', -1)
    expect(keys(ordered(columns, once))).toEqual(['state', 'views', 'name', 'author', 'slug'])
    expect(movedColumn(columns, plainLayout, 'state', -1)).toBe(plainLayout)
  })

  test('places a new column after its declared predecessor', () => {
    const layout = { ...plainLayout, order: ['author', 'state', 'name'] }
    expect(keys(ordered(columns, layout))).toEqual(['author', 'slug', 'state', 'name', 'views'])
  })

  test('hides and shows columns, optional ones inversely', () => {
    const [state, name, , , slug] = columns
    if (!state || !name || !slug) throw new Error('columns')
    const hidden = toggledColumn(state, plainLayout)
    expect(isShown(state, hidden)).toBe(false)
    expect(isShown(state, toggledColumn(state, hidden))).toBe(true)
    expect(isShown(slug, toggledColumn(slug, plainLayout))).toBe(true)
    expect(isShown(name, { ...plainLayout, hidden: ['name'] })).toBe(true)
  })

  test('limits column widths', () => {
    expect(resizedColumn(plainLayout, 'state', 3).widths).toEqual({ state: 56 })
    expect(resizedColumn(plainLayout, 'state', 9999).widths).toEqual({ state: 600 })
  })
})
