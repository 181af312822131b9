import type { Handlers } from '#kit/server/context.ts'
import type { consents as contract } from './contract.ts'
import { channels } from './rules.ts'
import { askedNow, changeConsents, presentConsents } from './service.ts'

export const consentHandlers: Handlers<typeof contract> = {
  async asked(context) {
    return { terms: await askedNow(context), channels: [...channels] }
  },

  list: (context) => presentConsents(context, context.principal.userId),

  async updateConsents(context, { body }) {
    await changeConsents(context, body)
    return presentConsents(context, context.principal.userId)
  },
}
