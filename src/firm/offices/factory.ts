import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type offices as contract, OfficeInput } from './contract.ts'
import { offices } from './table.ts'

type Input = z.input<typeof OfficeInput>

/** Returns valid API input for a new office. */
export const officeInput = (overrides: Partial<Input> = {}): Input => ({
  key: `office-${randomBytes(6).toString('hex')}`,
  title: { ko: '서울 주사무소', en: 'Seoul main office', cn: '首尔总所' },
  address: { ko: '서울특별시 중구 대청로 1', en: '1 Daecheong-ro, Jung-gu, Seoul', cn: '首尔市中区大厅路1号' },
  floor: { ko: '12층', en: '12F', cn: '12层' },
  phone: '02-000-1200',
  ...overrides,
})

export const buildOffice = (context: Context, overrides: Partial<Input> = {}) =>
  insertRecord(context, offices, OfficeInput, officeInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: officeInput({ fax: '02-000-1201', hours: { ko: '09–18시' } }) }),
}
