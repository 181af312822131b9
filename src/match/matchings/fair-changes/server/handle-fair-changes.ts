import type { Handlers } from '#kit/server/context.ts'
import { findConsoleFair } from '../../schedule-board/server/read-board.ts'
import type { fairChanges } from '../contract.ts'
import { countFairNotices } from './notify-participants.ts'
import { previewDisplaced } from './record-displaced.ts'

export const fairChangeHandlers: Handlers<typeof fairChanges> = {
  falls: (context, { params, body }) => previewDisplaced(context, params.id, body),

  async setBack(context, { params, body: { phase, startsAt, endsAt } }) {
    return countFairNotices(context, await findConsoleFair(context, params.id), {
      ...(phase && { phase }),
      ...(startsAt && { startsAt: new Date(startsAt) }),
      ...(endsAt && { endsAt: new Date(endsAt) }),
    })
  },
}
