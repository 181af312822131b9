import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import type { checkins as contract } from './contract.ts'
import { fairBadges } from './table.ts'

/** Creates a participation in a fair that starts in an hour, and returns the code of its badge. */
export const buildBadge = async (
  context: Context,
  { fairId, role = 'seller' }: { fairId?: string; role?: 'seller' | 'buyer' } = {},
): Promise<{ fairId: string; code: string; participationId: string }> => {
  const id = fairId ?? (await buildFair(context, { inHours: 0 })).id
  const profile = await buildProfile(context, { role })
  const { id: participationId } = await buildParticipation(context, { fairId: id, profileId: profile.id })
  const [badge] = await context.database
    .select()
    .from(fairBadges)
    .where(eq(fairBadges.participationId, participationId))
  if (!badge) throw new Error('The participation has no badge')
  return { fairId: id, code: badge.code, participationId }
}

export const samples: Samples<typeof contract> = {
  arrive: async (context) => {
    const { fairId, code } = await buildBadge(context)
    return { params: { id: fairId }, body: { arrivals: [{ code, at: context.now().toISOString() }] } }
  },
  undo: async (context) => {
    const { fairId, code } = await buildBadge(context)
    return { params: { id: fairId }, body: { code, day: '2026-11-24' } }
  },
}
