import { describe, expect, test } from 'vitest'
import { isFiltered, isViewShown, readAddress, viewState, withFilter, writeAddress } from './list-address.ts'

const addressing = { filters: ['code', 'state'], order: '-updatedAt' }
const read = (query: string) => readAddress(new URLSearchParams(query), addressing)

describe('the address of a list', () => {
  test('shows the first page in the default order without parameters', () => {
    expect(read('')).toEqual({ page: 1, limit: 50, sort: '-updatedAt', q: '', filters: {} })
  })

  test('survives a round trip and keeps parameters of others', () => {
    const query = 'view=calendar&code=news&q=%ED%95%98%EC%9E%90&sort=views&limit=100&page=3'
    const written = writeAddress(new URLSearchParams(query), addressing, read(query))
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  })

  test('omits default values', () => {
    expect(String(writeAddress(new URLSearchParams('page=2&limit=20'), addressing, read('')))).toBe('')
  })

  test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=7', 'limit=100000', 'other=1'])(
    'ignores the invalid parameter %s',
    (query) => {
      expect(read(query)).toEqual(read(''))
    },
  )

  test('returns to the first page when a filter changes', () => {
    expect(withFilter(read('page=4'), 'code', 'news')).toMatchObject({ page: 1, filters: { code: 'news' } })
    expect(withFilter(read('code=news'), 'code', undefined).filters).toEqual({})
  })

  test('matches a view on each of its pages, but not with an additional filter', () => {
    const drafts = { key: 'drafts', title: 'Drafts', filters: { state: 'draft' } }
    expect(isViewShown(read('state=draft&page=2'), drafts, '-updatedAt')).toBe(true)
    expect(isViewShown(read('state=draft&code=news'), drafts, '-updatedAt')).toBe(false)
    expect(isViewShown(read('state=draft&sort=views'), drafts, '-updatedAt')).toBe(false)
    expect(viewState(read('code=news&q=a'), drafts, '-updatedAt')).toMatchObject({ q: '', filters: { state: 'draft' } })
  })

  test('counts a search as a filter', () => {
    expect(isFiltered(read('q=a'))).toBe(true)
    expect(isFiltered(read('page=2'))).toBe(false)
  })
})
