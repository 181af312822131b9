import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { formatVersion } from '#people/terms/server/find-terms.ts'
import { type ConsentSource, type ConsentSubject, channels } from '../rules.ts'
import { consents } from '../table.ts'
import { findOfferedVersions } from './find-offered-terms.ts'

/** A consent event to write. */
export interface ConsentDecision {
  subject: ConsentSubject
  termsId: string | null
  given: boolean
}

/** Checks the given consents against the versions in force: members can agree only to the text that was shown. */
export const readTermsDecisions = async (
  context: Context,
  named: readonly { code: string; version: string; given: boolean }[],
  path: string,
): Promise<ConsentDecision[]> => {
  const current = await findOfferedVersions(context)
  return named.map(({ code, version, given }) => {
    const row = current.get(code)
    if (!row || formatVersion(row.effectiveAt) !== version)
      throw new AppError('invalid', { fields: { [path]: 'consent_version' } })
    return { subject: `terms:${code}`, termsId: row.id, given }
  })
}

export const readChannelDecisions = (
  named: Partial<Record<(typeof channels)[number], boolean | undefined>>,
): ConsentDecision[] =>
  channels.flatMap((channel) => {
    const channelConsent = named[channel]
    return channelConsent === undefined
      ? []
      : [{ subject: `channel:${channel}` as const, termsId: null, given: channelConsent }]
  })

export const insertDecisions = async (
  context: Context,
  userId: string,
  decisions: readonly ConsentDecision[],
  how: ConsentSource,
): Promise<void> => {
  if (decisions.length === 0) return
  const at = context.now()
  await context.database
    .insert(consents)
    .values(decisions.map((item) => ({ ...item, id: context.newId(), userId, how, at })))
}
