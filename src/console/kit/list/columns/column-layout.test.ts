import { describe, expect, test } from 'vitest'
import {
  defaultLayout,
  fitColumns,
  isShown,
  moveColumn,
  nameWidth,
  orderColumns,
  resizeColumn,
  toggleColumn,
} from './column-layout.ts'

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
    expect(keys(fitColumns(columns, defaultLayout, 0))).toEqual(['state', 'name', 'views', 'author'])
  })

  test('drops columns of a narrow list in order, but never the name', () => {
    const needed = 57 + 100 + nameWidth + 80 + 100
    expect(keys(fitColumns(columns, defaultLayout, needed))).toContain('views')
    expect(keys(fitColumns(columns, defaultLayout, needed - 1))).toEqual(['state', 'name', 'author'])
    expect(keys(fitColumns(columns, defaultLayout, 100))).toEqual(['state', 'name'])
  })

  test('moves a column by one place, not past the ends', () => {
    const once = moveColumn(columns, defaultLayout, 'views', -1)
    expect(keys(orderColumns(columns, once))).toEqual(['state', 'views', 'name', 'author', 'slug'])
    expect(moveColumn(columns, defaultLayout, 'state', -1)).toBe(defaultLayout)
  })

  test('places a new column after its declared predecessor', () => {
    const layout = { ...defaultLayout, order: ['author', 'state', 'name'] }
    expect(keys(orderColumns(columns, layout))).toEqual(['author', 'slug', 'state', 'name', 'views'])
  })

  test('hides and shows columns, optional ones inversely', () => {
    const [state, name, , , slug] = columns
    if (!state || !name || !slug) throw new Error('columns')
    const hidden = toggleColumn(state, defaultLayout)
    expect(isShown(state, hidden)).toBe(false)
    expect(isShown(state, toggleColumn(state, hidden))).toBe(true)
    expect(isShown(slug, toggleColumn(slug, defaultLayout))).toBe(true)
    expect(isShown(name, { ...defaultLayout, hidden: ['name'] })).toBe(true)
  })

  test('limits column widths', () => {
    expect(resizeColumn(defaultLayout, 'state', 3).widths).toEqual({ state: 56 })
    expect(resizeColumn(defaultLayout, 'state', 9999).widths).toEqual({ state: 600 })
  })
})
