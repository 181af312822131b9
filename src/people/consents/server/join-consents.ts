import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { JoiningConsents } from '../contract.ts'
import { isRequired } from '../rules.ts'
import { findOfferedVersions } from './find-offered-terms.ts'
import { insert, readChannels, readTerms, type Said } from './record-consents.ts'

/** Checks the consents of a new member. Throws `invalid` if a required text is missing or has changed. */
export const checkJoinConsents = async (context: Context, given: JoiningConsents): Promise<Said[]> => {
  const named = given.terms.map((one) => ({ ...one, given: true }))
  const said = await readTerms(context, named, 'consents')
  for (const code of (await findOfferedVersions(context)).keys())
    if (isRequired(code) && !said.some(({ subject }) => subject === `terms:${code}`))
      throw new AppError('invalid', { fields: { consents: 'consent_required' } })
  const given14: Said = { subject: 'age', termsId: null, given: true }
  return [...said, given14, ...readChannels(given.channels).filter((one) => one.given)]
}

/** Writes the first events of a member's history, in the transaction of the join. */
export const storeJoinConsents = (context: Context, userId: string, said: readonly Said[]): Promise<void> =>
  insert(context, userId, said, 'join')
