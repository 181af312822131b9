import { buildMeeting } from '#match/meetings/factory.ts'
import type { Actor, TestApi } from '../server/test-api.ts'

/** Builds a confirmed online meeting between two new companies; it starts in five minutes. */
export const openMeeting = async (api: TestApi, inMinutes?: number) => {
  const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, {
    seller: seller.userId,
    buyer: buyer.userId,
    ...(inMinutes !== undefined && { inMinutes }),
  })
  return { seller, buyer, id, params: { id } }
}

/** Renews access tokens, which expire while a test moves the clock forward. */
export const renewTokens = async (api: TestApi, actors: readonly Actor[]): Promise<void> => {
  for (const actor of actors) {
    const headers = { authorization: `Bearer ${actor.refreshToken}` }
    const renewed = await api.request({ url: '/api/auth/accessToken', headers })
    actor.accessToken = renewed.json<{ accessToken: string }>().accessToken
  }
}
