import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { Key, LiveKit } from '../contract.ts'

/** Routes of the media server. */
export const media = {
  servers: route({
    method: 'GET',
    path: '/api/v1/meetings/servers',
    access: 'public',
    summary: 'Lists the media server origins that a room connects to, as Content-Security-Policy sources.',
    answer: z.object({ connects: z.array(z.string()) }),
  }),
  connect: route({
    method: 'POST',
    path: '/api/v1/meetings/connect',
    access: 'public',
    summary: 'Issues a new media server token. Authenticated by the peer key.',
    body: z.strictObject({ key: Key }),
    answer: z.object({ liveKit: LiveKit.nullable() }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
}
