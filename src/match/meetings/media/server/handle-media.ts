import type { Handlers } from '#kit/server/context.ts'
import { requirePeer } from '../../server/access-room.ts'
import type { media as contract } from '../contract.ts'
import { issueLiveKitToken, listLiveKitOrigins } from './issue-livekit-token.ts'

export const mediaHandlers: Handlers<typeof contract> = {
  servers: async ({ services }) => ({ connects: listLiveKitOrigins(services.settings) }),

  connect: async (context, { body }) => ({
    liveKit: await issueLiveKitToken(context.services, await requirePeer(context, body.key), context.now()),
  }),
}
