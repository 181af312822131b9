import type { z } from 'zod'
import { consoleResource } from '#console/kit/parts/resource.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { sayDone, sayWrong } from '#console/kit/parts/toast.tsx'
import { CallPending, CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Program, type ProgramInput, programs } from '../contract.ts'
import { type DepositState, type EntryState, type ProgramState, usualIncrements } from '../rules.ts'

export const client = clientOf(programs)
export const resource = consoleResource(programs)

/** Message of a refused action: the error of its field if there is one, else the general message. */
export const whyOf = (error: unknown): string => {
  const [first] = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  return first ?? (error instanceof Error ? error.message : String(error))
}

/** Shows the message of a refused action. An action that waits for approval is not an error. */
export const sayWhy = (error: unknown): void =>
  error instanceof CallPending ? sayDone(error.message) : sayWrong(whyOf(error))

export type ProgramShape = z.output<typeof ProgramInput>

export const stateWords: Record<ProgramState, () => string> = {
  coming: m.programs_state_coming,
  running: m.programs_state_running,
  over: m.programs_state_over,
  cancelled: m.programs_state_cancelled,
}
export const stateMarks: Record<ProgramState, Mark> = {
  coming: 'scheduled',
  running: 'published',
  over: 'ended',
  cancelled: 'hidden',
}

export const entryWords: Record<EntryState, () => string> = {
  waiting: m.programs_entry_waiting,
  approved: m.programs_entry_approved,
  refused: m.programs_entry_refused,
}
export const entryMarks: Record<EntryState, Mark> = { waiting: 'new', approved: 'published', refused: 'hidden' }

export const depositWords: Record<DepositState, () => string> = {
  none: m.programs_deposit_none,
  due: m.programs_deposit_due,
  received: m.programs_deposit_received,
  refused: m.programs_deposit_refused,
  returned: m.programs_deposit_returned,
}
export const depositMarks: Record<DepositState, Mark> = {
  none: 'hidden',
  due: 'new',
  received: 'published',
  refused: 'hidden',
  returned: 'ended',
}

export const toInput = ({
  _id,
  createdAt,
  updatedAt,
  termsVersion,
  stoppedAt,
  stopReason,
  cancelledAt,
  cancelReason,
  lots,
  locked,
  state,
  ...fields
}: Program): ProgramShape => fields

export const blank: ProgramShape = {
  title: { ko: '' },
  summary: {},
  terms: {},
  entry: 'open',
  deposit: null,
  startsAt: '',
  firstEnd: '',
  lotSeconds: 180,
  increments: usualIncrements,
  windowSeconds: 120,
  extensionSeconds: 120,
  hardMinutes: 30,
  premium: 1500,
  offerDays: 2,
  halls: [],
  visible: false,
}
