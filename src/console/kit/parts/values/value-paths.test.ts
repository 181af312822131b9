import { describe, expect, test } from 'vitest'
import { sameValue, valueAt, withoutEmptyTexts, withValue } from './value-paths.ts'

const record = { title: { ko: '가', en: 'a' }, items: [{ name: 'x' }, { name: 'y' }], link: null }

describe('dotted paths', () => {
  test('read from objects and lists', () => {
    expect(valueAt(record, 'title.ko')).toBe('가')
    expect(valueAt(record, 'items.1.name')).toBe('y')
    expect(valueAt(record, 'title.cn.more')).toBeUndefined()
  })

  test('write to a copy that shares the rest', () => {
    const next = withValue(record, 'items.0.name', 'z')
    expect(next.items[0]).toEqual({ name: 'z' })
    expect(record.items[0]).toEqual({ name: 'x' })
    expect(next.title).toBe(record.title)
    expect(withValue({}, 'a.b.c', 1)).toEqual({ a: { b: { c: 1 } } })
  })
})

describe('sameValue', () => {
  test('treats an emptied text and a missing one as equal', () => {
    expect(sameValue({ ko: '가', en: '' }, { ko: '가' })).toBe(true)
    expect(sameValue(undefined, {})).toBe(true)
    expect(sameValue('', null)).toBe(false)
  })

  test('compares lists in order', () => {
    expect(sameValue(['a', 'b'], ['a', 'b'])).toBe(true)
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false)
  })
})

test('empty translations are omitted at any depth; other empty texts remain', () => {
  expect(
    withoutEmptyTexts({ title: { ko: '가', en: '' }, items: [{ text: { ko: '', cn: '' }, name: '' }], note: '' }),
  ).toEqual({ title: { ko: '가' }, items: [{ text: {}, name: '' }], note: '' })
})
