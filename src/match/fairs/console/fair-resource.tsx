import type { z } from 'zod'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { type Fair, type FairInput, fairs, type Phase } from '../contract.ts'

export const resource = consoleResource(fairs)

export type FairShape = z.output<typeof FairInput>

export const phaseLabels: Record<Phase, () => string> = {
  draft: m.fairs_phase_draft,
  recruiting: m.fairs_phase_recruiting,
  applying: m.fairs_phase_applying,
  ongoing: m.fairs_phase_ongoing,
  expired: m.fairs_phase_expired,
}

export const phaseMarks: Record<Phase, Mark> = {
  draft: 'draft',
  recruiting: 'scheduled',
  applying: 'scheduled',
  ongoing: 'published',
  expired: 'ended',
}

export const toInput = ({ _id, createdAt, updatedAt, thumbs, ...fields }: Fair): FairShape => ({
  ...fields,
  thumbs: thumbs.map((picture) => picture._id),
})

export const blank: FairShape = {
  title: { ko: '' },
  summary: {},
  body: {},
  venue: {},
  phase: 'draft',
  sellersUntil: null,
  buyersUntil: null,
  startsAt: '',
  endsAt: '',
  sessions: [],
  breaks: [],
  slotMinutes: 30,
  tables: 10,
  rooms: 20,
  holdHours: 48,
  requestLimit: 10,
  changeHours: 24,
  categories: [],
  thumbs: [],
  visible: true,
  released: true,
}
