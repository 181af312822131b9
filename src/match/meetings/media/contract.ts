import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { Key, LiveKit } from '../contract.ts'

/** Routes of the media server. */
export const media = {
  servers: route({
    method: 'GET',
    path: '/api/v1/meetings/servers',
    access: 'public',
    summary: 'Where the browser of a room connects to beside this server, as sources of a Content-Security-Policy.',
    answer: z.object({ connects: z.array(z.string()) }),
  }),
  connect: route({
    method: 'POST',
    path: '/api/v1/meetings/connect',
    access: 'public',
    summary: 'Another token of the server that carries sound and pictures: the key of the stay is the right to.',
    body: z.strictObject({ key: Key }),
    answer: z.object({ liveKit: LiveKit.nullable() }),
    status: 200,
    // All meetings of an exhibition hall may share one IP address.
    perMinute: 1200,
  }),
}
