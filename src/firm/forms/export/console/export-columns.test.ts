import { describe, expect, it } from 'vitest'
import { consultForm } from '../../demo.ts'
import { ExportedForm } from '../contract.ts'
import { createExportColumns } from './export-columns.ts'

const names = { practices: [], offices: [], staff: [], practiceName: String, officeName: String }

/** A request whose fields each hold a value of their own, with an answer to every field of the form. */
const answers = [...consultForm.fields, { name: 'floorArea', kind: 'figures', label: { ko: '전용면적' } }]
  .filter(({ kind }) => kind !== 'files')
  .map(({ name, kind, label }) => ({ name, kind, label: label.ko, value: `answer ${name}` }))
const line = { answers, state: 'received', assignee: { name: '담당자' }, createdAt: '2026-11-24T00:00:00.000Z' }

describe('the columns of an export of requests', () => {
  it('read every field of the record', () => {
    const read = new Set<string>()
    const watched = new Proxy(line as unknown as ExportedForm, {
      get: (target, key: string) => {
        read.add(key)
        return target[key as keyof ExportedForm] ?? null
      },
    })
    for (const { value } of createExportColumns(names, [watched])) value(watched)
    // An id says nothing outside the product; the number names the request.
    expect(Object.keys(ExportedForm.shape).filter((key) => !read.has(key))).toEqual(['_id'])
  })

  it('hold the answer to every field of the form that has no column of its own', () => {
    const record = line as unknown as ExportedForm
    const cells = createExportColumns(names, [record]).map(({ title, value }) => [title, value(record)])
    const ofRecord = ['name', 'phone', 'email', 'practice', 'office', 'lawyer', 'building', 'message']
    for (const { name, label, value } of answers)
      if (!ofRecord.includes(name)) expect(cells, name).toContainEqual([label, value])
  })
})
