import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Programme, type ProgrammeEntry, type ProgrammeEntryInput, programmes } from '../contract.ts'

export const client = clientOf(programmes)
export const resource = consoleResource(programmes)

export type EntryShape = z.output<typeof ProgrammeEntryInput>

export const programmeLabels: Record<Programme, () => string> = {
  award: m.programmes_award,
  rookie: m.programmes_rookie,
}

export const toInput = ({ _id, createdAt, updatedAt, ...fields }: ProgrammeEntry): EntryShape => fields

export const blank: EntryShape = {
  programme: 'award',
  year: new Date().getFullYear(),
  businessNumber: '',
  company: '',
  ceo: '',
  category: '',
  address: '',
  product: '',
}
