import type { Handlers } from '#kit/server/context.ts'
import type { meetings as contract } from '../contract.ts'
import { getRoomAccess } from './access-room.ts'
import { buildPeerName, enterRoom } from './enter-room.ts'
import { exchangeMessages } from './exchange-messages.ts'
import { presentRoom } from './present-room.ts'
import { readRecord } from './read-messages.ts'

export const meetingHandlers: Handlers<typeof contract> = {
  look: async (context, { params }) => ({
    room: await presentRoom(context, await getRoomAccess(context, params.id, 'see')),
  }),

  record: (context, { params, query }) => readRecord(context, params.id, query.after),

  async enter(context, { params }) {
    const access = await getRoomAccess(context, params.id)
    return enterRoom(context, access, { userId: context.principal.userId, name: buildPeerName(context, access) })
  },

  exchange: (context, { body }) => exchangeMessages(context, body),
}
