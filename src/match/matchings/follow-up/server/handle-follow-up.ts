import type { Context, Handlers } from '#kit/server/context.ts'
import type { matchings as contract } from '../../contract.ts'
import { changeOwnMatching, lockForChange } from '../../server/change-own-matching.ts'
import type { FoundMatching } from '../../server/find-matchings.ts'
import { presentConsoleMatching } from '../../server/present-console-matching.ts'
import type { followUpRoutes } from '../contract.ts'
import { addTask, dropTask, setTaskDone } from './manage-tasks.ts'
import { rateMeeting } from './rate-meeting.ts'
import { decideNoShow, reportNoShow } from './report-no-show.ts'
import { checkAgreement, dropAgreement, reviseAgreement, writeAgreement } from './write-agreements.ts'

/** Locks one of the caller's matchings, changes it, and returns it. */
const changeLocked = (context: Context, id: string, change: (within: Context, found: FoundMatching) => Promise<void>) =>
  changeOwnMatching(context, id, async (within) => change(within, await lockForChange(within, id)))

export const followUpHandlers: Pick<Handlers<typeof contract>, keyof ReturnType<typeof followUpRoutes>> = {
  rate: (context, { params, body }) =>
    changeOwnMatching(context, params.id, (within) => rateMeeting(within, params.id, body)),

  agree: (context, { params, body }) =>
    changeLocked(context, params.id, (within, found) => writeAgreement(within, found, body.text)),
  revise: (context, { params: { id, agreement }, body }) =>
    changeLocked(context, id, (within, found) => reviseAgreement(within, found, { agreement, ...body })),
  check: (context, { params: { id, agreement }, body }) =>
    changeLocked(context, id, (within, found) => checkAgreement(within, found, { agreement, ...body })),
  unagree: (context, { params: { id, agreement } }) =>
    changeLocked(context, id, (within, found) => dropAgreement(within, found, agreement)),

  addTask: (context, { params, body }) =>
    changeLocked(context, params.id, (within, found) => addTask(within, found, body)),
  doTask: (context, { params: { id, task }, body }) =>
    changeLocked(context, id, (within, found) => setTaskDone(within, found, { task, ...body })),
  dropTask: (context, { params: { id, task } }) =>
    changeLocked(context, id, (within, found) => dropTask(within, found, task)),

  noShow: (context, { params, body }) =>
    changeLocked(context, params.id, (within, found) => reportNoShow(within, found, body.reason)),

  async decideNoShow(context, { params, body }) {
    await decideNoShow(context, params.id, body)
    return presentConsoleMatching(context, params.id)
  },
}
