import type { OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { presentConsents } from './present-consents.ts'

/** Waiting tasks: required texts with a version in force newer than the member's consent. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const { consents } = await presentConsents(context, context.principal.userId)
  return {
    waits: consents
      .filter(({ required, current, version }) => required && current !== version)
      .map(({ subject, title }) => ({
        _id: `consents.${subject}`,
        kind: m.consents_wait_kind({}, { locale }),
        title,
        text: m.consents_wait({}, { locale }),
        until: null,
        act: m.consents_wait_act({}, { locale }),
        to: '/me/consents',
      })),
  }
}
