import { describe, expect, test } from 'vitest'
import { isFiltered, readAddress, showsView, viewState, withFilter, writeAddress } from './list-address.ts'

const addressing = { filters: ['code', 'state'], order: '-updatedAt' }
const read = (query: string) => readAddress(new URLSearchParams(query), addressing)

describe('the address of a list', () => {
  test('without a word says the first page in the module’s own order', () => {
    expect(read('')).toEqual({ page: 1, limit: 50, sort: '-updatedAt', q: '', filters: {} })
  })

  test('is written as it was read, and keeps what is not the list’s', () => {
    const query = 'view=calendar&code=news&q=%ED%95%98%EC%9E%90&sort=views&limit=100&page=3'
    const written = writeAddress(new URLSearchParams(query), addressing, read(query))
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  })

  test('leaves out what goes without saying', () => {
    expect(String(writeAddress(new URLSearchParams('page=2&limit=20'), addressing, read('')))).toBe('')
  })

  test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=7', 'limit=100000', 'other=1'])('bears %s', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  test('another condition leads back to the first page', () => {
    expect(withFilter(read('page=4'), 'code', 'news')).toMatchObject({ page: 1, filters: { code: 'news' } })
    expect(withFilter(read('code=news'), 'code', undefined).filters).toEqual({})
  })

  test('a view is current on each of its pages, and no longer when a condition is added', () => {
    const drafts = { key: 'drafts', title: 'Drafts', filters: { state: 'draft' } }
    expect(showsView(read('state=draft&page=2'), drafts, '-updatedAt')).toBe(true)
    expect(showsView(read('state=draft&code=news'), drafts, '-updatedAt')).toBe(false)
    expect(showsView(read('state=draft&sort=views'), drafts, '-updatedAt')).toBe(false)
    expect(viewState(read('code=news&q=a'), drafts, '-updatedAt')).toMatchObject({ q: '', filters: { state: 'draft' } })
  })

  test('words are a condition too', () => {
    expect(isFiltered(read('q=a'))).toBe(true)
    expect(isFiltered(read('page=2'))).toBe(false)
  })
})
