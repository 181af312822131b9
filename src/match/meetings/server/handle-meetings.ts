import type { Handlers } from '#kit/server/context.ts'
import { meetings as contract } from '../contract.ts'
import { attachFile, getFileUrl, getFileUrlInRoom } from '../files/server/attach-meeting-file.ts'
import { answerAdmission, requestAdmission } from '../guests/server/answer-admission.ts'
import { closeGuestLink, inviteGuest, listGuestLinks } from '../guests/server/manage-guest-links.ts'
import { listLiveKitOrigins } from '../media/server/issue-livekit-token.ts'
import {
  buildPeerName,
  enterRoom,
  exchangeMessages,
  getGuestAccess,
  getRoomAccess,
  presentRoom,
  readRecord,
  refreshMediaToken,
} from './access-room.ts'

export const meetingHandlers: Handlers<typeof contract> = {
  look: async (context, { params }) => ({
    room: await presentRoom(context, await getRoomAccess(context, params.id, 'see')),
  }),

  record: (context, { params, query }) => readRecord(context, params.id, query.after),

  async enter(context, { params }) {
    const access = await getRoomAccess(context, params.id)
    return enterRoom(context, access, { userId: context.principal.userId, name: buildPeerName(context, access) })
  },

  async attach(context, { params, query, files }) {
    const access = await getRoomAccess(context, params.id)
    const { upload } = contract.attach
    return { file: await attachFile(context, access, { upload, sent: files[0], said: query.said }) }
  },

  openFile: (context, { params }) => getFileUrl(context, params.id, params.file),

  openFileInside: (context, { body }) => getFileUrlInRoom(context, body.key, body.file),

  async invite(context, { params, body }) {
    return { guest: await inviteGuest(context, await getRoomAccess(context, params.id), body.name) }
  },

  async guests(context, { params }) {
    return { guests: await listGuestLinks(context, await getRoomAccess(context, params.id, 'see')) }
  },

  async withdraw(context, { params }) {
    return { guest: await closeGuestLink(context, await getRoomAccess(context, params.id), params.guest) }
  },

  async lookAsGuest(context, { body }) {
    const { name, knock: state, ...access } = await getGuestAccess(context, body.token)
    return { room: await presentRoom(context, access), name, knock: state }
  },

  knock: async (context, { body }) => ({
    knock: await requestAdmission(context, await getGuestAccess(context, body.token), body.leaving),
  }),

  answerKnock: (context, { body }) => answerAdmission(context, body),

  async enterAsGuest(context, { body }) {
    const { name, ...access } = await getGuestAccess(context, body.token)
    return enterRoom(context, access, { userId: null, name })
  },

  servers: async ({ services }) => ({ connects: listLiveKitOrigins(services.settings) }),

  connect: async (context, { body }) => ({ liveKit: await refreshMediaToken(context, body.key) }),

  exchange: (context, { body }) => exchangeMessages(context, body),
}
