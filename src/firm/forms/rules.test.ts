import { describe, expect, it } from 'vitest'
import { acceptOf } from '#kit/files/file-types.ts'
import { consultForm } from './demo.ts'
import { isAllowedTransition, planHandling, requestAccept, requestFileTypes, summarizeMessage } from './rules.ts'
import { createAnswersSchema } from './submission/contract-fields.ts'

describe('answers of the consultation form', () => {
  const schema = createAnswersSchema(consultForm.fields)
  const validInput = { name: '오세진', phone: '01000004171', practice: 'building', message: '물이 샙니다.' }

  it('require a name and one contact only', () => {
    expect(schema.parse({ name: '오세진', phone: '010-0000-4171' })).toMatchObject({ practice: '', message: '' })
    expect(schema.parse({ name: '오세진', email: 'sejin@example.kr' })).toMatchObject({ phone: '' })
    const { error } = schema.safeParse({ name: '' })
    expect(error?.issues.map(({ path }) => path[0]).toSorted()).toEqual(['name', 'phone'])
  })

  it('report an invalid contact as invalid, not as missing', () => {
    const { error } = schema.safeParse({ name: '오세진', email: 'sejin' })
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['email'])
  })

  it("are normalized; optional ones default to ''", () => {
    expect(schema.parse({ ...validInput, email: ' ' })).toMatchObject({ phone: '+821000004171', email: '', region: '' })
  })

  it.each([
    [{ name: '' }, 'name', 'required'],
    [{ phone: '' }, 'phone', 'contact'],
    [{ phone: '010-1' }, 'phone', 'phone_short'],
    [{ practice: 'Building!' }, 'practice', 'choose'],
    [{ inspected: '2021-02-29' }, 'inspected', 'date'],
    [{ inspected: '0202-03-01' }, 'inspected', 'date_range'],
    [{ inspected: '9999-12-31' }, 'inspected', 'date_range'],
    [{ region: 'atlantis' }, 'region', 'choose'],
    [{ households: '많음' }, 'households', 'figures'],
  ])('reject %j at %s: %s', (value, path, message) => {
    expect(schema.safeParse({ ...validInput, ...value }).error?.issues).toMatchObject([{ path: [path], message }])
  })
})

it('offers in the picker what an upload to a request accepts', () => {
  expect(requestAccept).toBe(acceptOf(requestFileTypes))
})

describe('states of a request', () => {
  it('allow the listed transitions only', () => {
    expect(isAllowedTransition('received', 'answered')).toBe(true)
    expect(isAllowedTransition('closed', 'received')).toBe(false)
  })

  it.each([
    ['received', null, { assigneeId: 'a' }, { state: 'assigned', assigneeId: 'a' }],
    ['received', null, { state: 'assigned' }, { state: 'assigned', assigneeId: 'self' }],
    ['assigned', 'a', { assigneeId: null }, { state: 'received', assigneeId: null }],
    ['assigned', 'a', { state: 'received' }, { state: 'received', assigneeId: null }],
    ['answered', 'a', { assigneeId: 'b' }, { state: 'answered', assigneeId: 'b' }],
    ['received', null, { state: 'closed' }, { state: 'closed', assigneeId: null }],
    ['closed', null, { state: 'assigned' }, { state: 'assigned', assigneeId: 'self' }],
    ['closed', 'a', { state: 'received' }, null],
    ['answered', 'a', { state: 'received' }, null],
    ['assigned', 'a', { state: 'received', assigneeId: 'b' }, null],
  ] as const)('%s of assignee %s with %j becomes %j', (state, assigneeId, change, expected) => {
    expect(planHandling({ state, assigneeId }, change, 'self')).toEqual(expected)
  })

  it.each([
    ['a', 'seoul', { assigneeId: null }, { state: 'assigned', assigneeId: null }],
    ['a', 'seoul', { office: null }, { state: 'assigned', assigneeId: 'a' }],
    ['a', 'seoul', { assigneeId: null, office: null }, { state: 'received', assigneeId: null }],
    [null, 'seoul', { office: null }, { state: 'received', assigneeId: null }],
    [null, 'seoul', { office: 'busan' }, { state: 'assigned', assigneeId: null }],
    [null, 'seoul', { assigneeId: 'b' }, { state: 'assigned', assigneeId: 'b' }],
  ] as const)('assigned to %s and office %s, after %j becomes %j', (assigneeId, office, change, expected) => {
    expect(planHandling({ state: 'assigned', assigneeId, office }, change, 'self')).toEqual(expected)
  })
})

it('summarizeMessage returns the first sentence', () => {
  expect(summarizeMessage('거실 천장에 물이 번집니다. 네 번 접수했습니다.')).toBe('거실 천장에 물이 번집니다.')
  expect(summarizeMessage('가'.repeat(100))).toHaveLength(80)
})
