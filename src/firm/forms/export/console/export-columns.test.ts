import { describe, expect, it } from 'vitest'
import { consultForm } from '../../demo.ts'
import { ExportedForm } from '../contract.ts'
import { createExportColumns } from './export-columns.ts'

const names = { practices: [], offices: [], staff: [], practiceName: String, officeName: String }

/** A request whose fields each hold a value of their own, with an answer to every field of the form. */
const answers = [
  ...consultForm.fields,
  { name: 'floorArea', kind: 'figures', label: { ko: '전용면적' } },
  { name: 'managerPhone', kind: 'phone', label: { ko: '관리소 전화' } },
]
  .filter(({ kind }) => kind !== 'files')
  .map(({ name, kind, label }) => ({ name, kind, label: label.ko, value: `answer ${name}` }))
const line: ExportedForm = {
  _id: 'f1',
  createdAt: '2026-11-24T00:00:00.000Z',
  updatedAt: '2026-11-24T00:00:00.000Z',
  number: '2026-000001',
  kind: 'consult',
  state: 'received',
  locale: 'ko',
  name: '오세진',
  subject: '물이 샙니다.',
  building: '새솔마루 3단지',
  practice: null,
  office: null,
  files: 0,
  assignee: { _id: 'u1', name: '담당자' },
  phone: '010-0000-4171',
  email: null,
  lawyer: null,
  message: '물이 샙니다.',
  consentVersion: '1',
  consentedAt: '2026-11-24T00:00:00.000Z',
  answeredAt: null,
  closedAt: null,
  answers,
}

describe('the columns of an export of requests', () => {
  it('read every field of the record', () => {
    const read = new Set<string>()
    const watched = new Proxy(line, {
      get: (target, key: string) => {
        read.add(key)
        return Reflect.get(target, key)
      },
    })
    for (const { value } of createExportColumns(names, [watched])) value(watched)
    // An id says nothing outside the product; the number names the request.
    expect(Object.keys(ExportedForm.shape).filter((key) => !read.has(key))).toEqual(['_id'])
  })

  it('hold the answer to every field of the form that has no column of its own', () => {
    const cells = createExportColumns(names, [line]).map(({ title, value }) => [title, value(line)])
    const ofRecord = ['name', 'phone', 'email', 'practice', 'office', 'lawyer', 'building', 'message']
    for (const { name, label, value } of answers)
      if (!ofRecord.includes(name)) expect(cells, name).toContainEqual([label, value])
  })
})
