import type { Handlers } from '#kit/server/context.ts'
import { getGuestAccess, getRoomAccess } from '../../server/access-room.ts'
import { enterRoom } from '../../server/enter-room.ts'
import { presentRoom } from '../../server/present-room.ts'
import type { guests as contract } from '../contract.ts'
import { answerAdmission } from './answer-admission.ts'
import { closeGuestLink, inviteGuest, listGuestLinks } from './manage-guest-links.ts'
import { requestAdmission } from './request-admission.ts'

export const guestHandlers: Handlers<typeof contract> = {
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
    const { name, knock, ...access } = await getGuestAccess(context, body.token)
    return { room: await presentRoom(context, access), name, knock }
  },

  knock: async (context, { body }) => ({
    knock: await requestAdmission(context, await getGuestAccess(context, body.token), body.leaving),
  }),

  answerKnock: (context, { body }) => answerAdmission(context, body),

  async enterAsGuest(context, { body }) {
    const { name, ...access } = await getGuestAccess(context, body.token)
    return enterRoom(context, access, { userId: null, name })
  },
}
