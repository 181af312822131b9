import type { Handlers } from '#kit/server/context.ts'
import { meetings as contract } from '../contract.ts'
import { addressInside, addressOfFile, attachFile } from '../files/server/attach-meeting-file.ts'
import { answerKnock, knock } from '../guests/server/answer-admission.ts'
import { closeGuest, guestsOf, inviteGuest } from '../guests/server/manage-guest-links.ts'
import { liveKitSources } from '../media/server/issue-livekit-token.ts'
import {
  accessOf,
  connectStay,
  enterRoom,
  exchange,
  guestAccess,
  nameIn,
  presentRoom,
  readRecord,
} from './access-room.ts'

export const meetingHandlers: Handlers<typeof contract> = {
  look: async (context, { params }) => ({
    room: await presentRoom(context, await accessOf(context, params.id, 'see')),
  }),

  record: (context, { params, query }) => readRecord(context, params.id, query.after),

  async enter(context, { params }) {
    const access = await accessOf(context, params.id)
    return enterRoom(context, access, { userId: context.principal.userId, name: nameIn(context, access) })
  },

  async attach(context, { params, query, files }) {
    const access = await accessOf(context, params.id)
    const { upload } = contract.attach
    return { file: await attachFile(context, access, { upload, sent: files[0], said: query.said }) }
  },

  openFile: (context, { params }) => addressOfFile(context, params.id, params.file),

  openFileInside: (context, { body }) => addressInside(context, body.key, body.file),

  async invite(context, { params, body }) {
    return { guest: await inviteGuest(context, await accessOf(context, params.id), body.name) }
  },

  async guests(context, { params }) {
    return { guests: await guestsOf(context, await accessOf(context, params.id, 'see')) }
  },

  async withdraw(context, { params }) {
    return { guest: await closeGuest(context, await accessOf(context, params.id), params.guest) }
  },

  async lookAsGuest(context, { body }) {
    const { name, knock: state, ...access } = await guestAccess(context, body.token)
    return { room: await presentRoom(context, access), name, knock: state }
  },

  knock: async (context, { body }) => ({
    knock: await knock(context, await guestAccess(context, body.token), body.leaving),
  }),

  answerKnock: (context, { body }) => answerKnock(context, body),

  async enterAsGuest(context, { body }) {
    const { name, ...access } = await guestAccess(context, body.token)
    return enterRoom(context, access, { userId: null, name })
  },

  servers: async ({ services }) => ({ connects: liveKitSources(services.settings) }),

  connect: async (context, { body }) => ({ liveKit: await connectStay(context, body.key) }),

  exchange: (context, { body }) => exchange(context, body),
}
