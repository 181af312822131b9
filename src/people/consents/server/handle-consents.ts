import type { Handlers } from '#kit/server/context.ts'
import type { consents as contract } from '../contract.ts'
import { channels } from '../rules.ts'
import { askedNow, changeConsents, presentConsents } from './change-consents.ts'
import { agreementsNow, askAgain } from './count-agreements.ts'
import { consentsOn } from './list-past-consents.ts'

export const consentHandlers: Handlers<typeof contract> = {
  async asked(context) {
    return { terms: await askedNow(context), channels: [...channels] }
  },

  async agreements(context) {
    return { agreements: await agreementsNow(context) }
  },

  async askAgain(context, { params }) {
    await askAgain(context, params.id)
    return { agreements: await agreementsNow(context) }
  },

  list: (context) => presentConsents(context, context.principal.userId),

  async updateConsents(context, { body }) {
    await changeConsents(context, body)
    return presentConsents(context, context.principal.userId)
  },

  async past(context, { query }) {
    return { day: query.day, consents: await consentsOn(context, context.principal.userId, query.day) }
  },
}
