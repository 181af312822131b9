import { randomBytes } from 'node:crypto'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import type { auth } from './contract.ts'
import { trustDevice } from './server/trust-device.ts'
import { sessions } from './table.ts'

/** Creates another open session of an account, with an unknown token; returns its id. */
export const buildSession = async (context: Context, userId: string): Promise<string> => {
  const [id, now] = [context.newId(), context.now()]
  await context.database
    .insert(sessions)
    .values({ id, userId, tokenHash: randomBytes(32), createdAt: now, usedAt: now })
  return id
}

export const samples: Samples<typeof auth> = {
  password: () => ({ body: { current: 'the one they have now', next: 'a longer one for later' } }),
  secondStep: async (context) => {
    const { pending, codes } = await buildTwoStep(context, context.principal.userId)
    return { body: { pending: await pending(), code: codes[0] ?? '' } }
  },
  trustedDevice: async (context) => {
    const { pending } = await buildTwoStep(context, context.principal.userId)
    const { token } = await trustDevice(context, context.principal.userId)
    return { body: { pending: await pending(), device: token } }
  },
  endSessions: () => ({ body: { which: 'others' } }),
  endSession: async (context) => ({ params: { id: await buildSession(context, context.principal.userId) } }),
}
