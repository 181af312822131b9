import { describe, expect, test } from 'vitest'
import { sameValue, valueAt, withoutEmptyTexts, withValue } from './value-paths.ts'

const record = { title: { ko: '가', en: 'a' }, items: [{ name: 'x' }, { name: 'y' }], link: null }

describe('paths', () => {
  test('lead into branches and lists', () => {
    expect(valueAt(record, 'title.ko')).toBe('가')
    expect(valueAt(record, 'items.1.name')).toBe('y')
    expect(valueAt(record, 'title.cn.more')).toBeUndefined()
  })

  test('are written in a copy that shares the rest', () => {
    const next = withValue(record, 'items.0.name', 'z')
    expect(next.items[0]).toEqual({ name: 'z' })
    expect(record.items[0]).toEqual({ name: 'x' })
    expect(next.title).toBe(record.title)
    expect(withValue({}, 'a.b.c', 1)).toEqual({ a: { b: { c: 1 } } })
  })
})

describe('sameValue', () => {
  test('an emptied text and one never written are the same', () => {
    expect(sameValue({ ko: '가', en: '' }, { ko: '가' })).toBe(true)
    expect(sameValue(undefined, {})).toBe(true)
    expect(sameValue('', null)).toBe(false)
  })

  test('lists are compared in their order', () => {
    expect(sameValue(['a', 'b'], ['a', 'b'])).toBe(true)
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false)
  })
})

test('empty translations are left out, wherever they stand; other empty texts stay', () => {
  expect(
    withoutEmptyTexts({ title: { ko: '가', en: '' }, items: [{ text: { ko: '', cn: '' }, name: '' }], note: '' }),
  ).toEqual({ title: { ko: '가' }, items: [{ text: {}, name: '' }], note: '' })
})
