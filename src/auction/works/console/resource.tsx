import type { z } from 'zod'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Work, type WorkInput, works } from '../contract.ts'
import type { WorkState } from '../rules.ts'

export const client = clientOf(works)
export const resource = consoleResource(works)

export type WorkShape = z.output<typeof WorkInput>

export const stateLabels: Record<WorkState, () => string> = {
  draft: m.works_state_draft,
  open: m.works_state_open,
  sold: m.works_state_sold,
  passed: m.works_state_passed,
  withdrawn: m.works_state_withdrawn,
}
export const stateMarks: Record<WorkState, Mark> = {
  draft: 'draft',
  open: 'published',
  sold: 'closed',
  passed: 'ended',
  withdrawn: 'hidden',
}

export const toInput = ({
  _id,
  createdAt,
  updatedAt,
  pictures,
  lot,
  state,
  price,
  bids,
  dueAt,
  endsAt,
  locked,
  ...fields
}: Work): WorkShape => ({ ...fields, pictures: pictures.map((picture) => picture._id) })

export const blank: WorkShape = {
  program: '',
  hall: null,
  author: null,
  consignor: null,
  commission: null,
  title: { ko: '' },
  medium: {},
  made: '',
  height: null,
  width: null,
  depth: null,
  provenance: {},
  note: {},
  condition: {},
  pictures: [],
  estimateLow: null,
  estimateHigh: null,
  startPrice: 100_000,
  reserve: null,
}
