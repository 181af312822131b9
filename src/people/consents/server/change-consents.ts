import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type channels, isRequired } from '../rules.ts'
import { listConsentHistory } from './list-past-consents.ts'
import { type ConsentDecision, insertDecisions, readChannelDecisions, readTermsDecisions } from './record-consents.ts'

/**
 * Appends the decisions that differ from the latest ones. Locks the account row, so that concurrent changes run in
 * sequence and none is written twice. Throws `invalid` if a required consent is withdrawn.
 */
export const changeConsents = (
  context: Context,
  input: {
    terms: readonly { code: string; version: string; given: boolean }[]
    channels: Partial<Record<(typeof channels)[number], boolean | undefined>>
    night?: boolean | undefined
  },
): Promise<void> =>
  context.transaction(async (within) => {
    const { userId } = within.principal
    if (input.terms.some((item) => !item.given && isRequired(item.code)))
      throw new AppError('invalid', { fields: { terms: 'consent_kept' } })
    const night: ConsentDecision[] =
      input.night === undefined ? [] : [{ subject: 'night', termsId: null, given: input.night }]
    const decisions = [
      ...(await readTermsDecisions(within, input.terms, 'terms')),
      ...readChannelDecisions(input.channels),
      ...night,
    ]
    await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
    const history = await listConsentHistory(within, userId)
    const changed = decisions.filter((item) => {
      const last = history.find(({ subject }) => subject === item.subject)
      return last ? last.given !== item.given || (item.given && last.termsId !== item.termsId) : item.given
    })
    await insertDecisions(within, userId, changed, 'me')
  })

/**
 * Withdraws consent to an advertising channel, for the holder of the link in a message; no-op if there is none. The
 * account stays locked until the caller's transaction ends.
 */
export const withdrawChannelConsent = async (
  within: Context,
  userId: string,
  channel: (typeof channels)[number],
): Promise<void> => {
  await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
  const subject = `channel:${channel}` as const
  const last = (await listConsentHistory(within, userId)).find((row) => row.subject === subject)
  if (last?.given) await insertDecisions(within, userId, [{ subject, termsId: null, given: false }], 'link')
}
