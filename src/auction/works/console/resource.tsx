import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { blankInput, pickInput } from '#kit/input-fields.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Work, WorkInput, works } from '../contract.ts'
import type { WorkState } from '../rules.ts'

export const client = clientOf(works)
export const resource = consoleResource(works)

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

export const toInput = (work: Work): WorkInput => ({
  ...pickInput(WorkInput, work),
  pictures: work.pictures.map((picture) => picture._id),
})

export const blank = blankInput(WorkInput, { program: '', title: { ko: '' }, startPrice: 100_000 })
