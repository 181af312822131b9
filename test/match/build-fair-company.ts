import { eq } from 'drizzle-orm'
import { CallRefused } from '#kit/client.ts'
import { matchings } from '#match/matchings/contract.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import type { ParticipationRow, ProfileRow } from '#match/participants/table.ts'
import { outbox } from '#people/messages/table.ts'
import type { UserRow } from '#people/users/table.ts'
import type { TestApi } from '../server/test-api.ts'

type ProfileInput = NonNullable<Parameters<typeof buildProfile>[1]>

interface PartyInput {
  role: ProfileRow['role']
  fairId: string
  state?: ParticipationRow['state']
  account?: Partial<Pick<UserRow, 'locale' | 'phone'>>
  profile?: Omit<ProfileInput, 'role' | 'userId'>
}

/** Creates a company with an account and a mail address that takes part in a fair, approved unless `state` is given. */
export const buildParty = async (api: TestApi, { role, fairId, state, account, profile: texts }: PartyInput) => {
  const email = `${role}-${api.clock.newId()}@example.com`
  const actor = await api.actor([], { kind: 'COMPANY', email, ...account })
  const profile = await buildProfile(api.context, { ...texts, role, userId: actor.userId })
  await buildParticipation(api.context, { fairId, profileId: profile.id, ...(state && { state }) })
  return { actor, email, profile, profileId: profile.id, client: api.client(matchings, actor) }
}
export type Party = Awaited<ReturnType<typeof buildParty>>

/** `allowed`, or the status of a refusal and its fields: `409 slot`. */
export const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error) => {
      if (!(error instanceof CallRefused)) throw error
      return [error.status, ...Object.keys(error.refusal.fields ?? {})].join(' ')
    },
  )

/** Mails to a company, oldest first. */
export const mailsTo = ({ services }: TestApi, { email }: Pick<Party, 'email'>) =>
  services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)
