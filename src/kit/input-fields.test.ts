import { expect, it } from 'vitest'
import { z } from 'zod'
import { blankInput, pickInput } from './input-fields.ts'

const schema = z.strictObject({
  title: z.object({ ko: z.string().min(1) }),
  note: z.string().trim().default(''),
  hall: z.uuid().nullable().default(null),
  comment: z.string().optional(),
})

it('fills a blank form with the defaults of the schema and the given values', () => {
  expect(blankInput(schema, { title: { ko: '' } })).toEqual({ title: { ko: '' }, note: '', hall: null })
})

it('picks the fields of a record that the form edits', () => {
  const record = { _id: '1', title: { ko: '물결' }, note: '', hall: null, comment: '', lot: 3 }
  expect(pickInput(schema, record)).toEqual({ title: { ko: '물결' }, note: '', hall: null, comment: '' })
})
