import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { JoiningConsents } from '../contract.ts'
import { isRequired } from '../rules.ts'
import { findOfferedVersions } from './find-offered-terms.ts'
import { type ConsentDecision, insertDecisions, readChannelDecisions, readTermsDecisions } from './record-consents.ts'

/** Checks the consents of a new member. Throws `invalid` if a required text is missing or has changed. */
export const checkJoinConsents = async (context: Context, consents: JoiningConsents): Promise<ConsentDecision[]> => {
  const named = consents.terms.map((item) => ({ ...item, given: true }))
  const decisions = await readTermsDecisions(context, named, 'consents')
  for (const code of (await findOfferedVersions(context)).keys())
    if (isRequired(code) && !decisions.some(({ subject }) => subject === `terms:${code}`))
      throw new AppError('invalid', { fields: { consents: 'consent_required' } })
  const given14: ConsentDecision = { subject: 'age', termsId: null, given: true }
  return [...decisions, given14, ...readChannelDecisions(consents.channels).filter((item) => item.given)]
}

/** Writes the first events of a member's history, in the transaction of the join. */
export const storeJoinConsents = (
  context: Context,
  userId: string,
  decisions: readonly ConsentDecision[],
): Promise<void> => insertDecisions(context, userId, decisions, 'join')
