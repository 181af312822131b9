import type { Handlers } from '#kit/server/context.ts'
import type { consents as contract } from '../contract.ts'
import { channels } from '../rules.ts'
import { changeConsents } from './change-consents.ts'
import { countAgreements, requestConsentAgain } from './count-agreements.ts'
import { listOfferedTerms } from './find-offered-terms.ts'
import { listConsentsOn } from './list-past-consents.ts'
import { presentConsents } from './present-consents.ts'

export const consentHandlers: Handlers<typeof contract> = {
  async asked(context) {
    return { terms: await listOfferedTerms(context), channels: [...channels] }
  },

  async agreements(context) {
    return { agreements: await countAgreements(context) }
  },

  async askAgain(context, { params }) {
    await requestConsentAgain(context, params.id)
    return { agreements: await countAgreements(context) }
  },

  list: (context) => presentConsents(context, context.principal.userId),

  async updateConsents(context, { body }) {
    await changeConsents(context, body)
    return presentConsents(context, context.principal.userId)
  },

  async past(context, { query }) {
    return { day: query.day, consents: await listConsentsOn(context, context.principal.userId, query.day) }
  },
}
