import { describe, expect, test } from 'vitest'
import { changedFields, changedLabels, changedUnits, unitOfError, unitsOfGroups, withValues } from './change-units.ts'

const units = unitsOfGroups([
  {
    fields: [
      { kind: 'localized', name: 'title', label: '제목' },
      { kind: 'period', name: 'startAt', to: 'endAt', label: '기간' },
      { kind: 'text', name: 'mail.name', label: '발신자 이름' },
    ],
  },
])
const base = { title: { ko: '가' }, startAt: null, endAt: null, mail: { name: 'a', address: null } }

describe('changed units', () => {
  test('are counted by field and language', () => {
    const values = { ...base, title: { ko: '나', en: 'b' }, endAt: '2026-11-21T00:00:00.000Z' }
    const changed = changedUnits(units, base, values)
    expect(changed.map(({ path }) => path)).toEqual(['title.ko', 'title.en', 'endAt'])
    expect(changedLabels(changed)).toEqual(['제목', 'English 제목', '기간'])
  })

  test('do not include a translation that was opened and left empty', () => {
    expect(changedUnits(units, base, { ...base, title: { ko: '가', en: '' } })).toEqual([])
  })

  test('are sent as full fields, without unchanged ones', () => {
    const values = { ...base, mail: { name: 'b', address: null }, title: { ko: '가', en: '' } }
    expect(changedFields<Record<string, unknown>>(base, values)).toEqual({ mail: { name: 'b', address: null } })
  })
})

test('an error belongs to the field with the longest matching path', () => {
  expect(unitOfError(units, 'title.ko')?.label).toBe('제목')
  expect(unitOfError(units, 'endAt')?.path).toBe('endAt')
  expect(unitOfError(units, 'mail')?.path).toBe('mail.name')
  expect(unitOfError(units, 'elsewhere')).toBeUndefined()
})

test('stored values are restored path by path', () => {
  expect(
    withValues(base, [
      ['title.en', 'a'],
      ['mail.name', 'z'],
    ]),
  ).toMatchObject({
    title: { ko: '가', en: 'a' },
    mail: { name: 'z', address: null },
  })
})
