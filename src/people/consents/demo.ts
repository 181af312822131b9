import { eq } from 'drizzle-orm'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { formatVersion } from '#people/terms/server/find-terms.ts'
import { terms } from '#people/terms/table.ts'
import { users } from '#people/users/table.ts'
import type { ConsentSource, ConsentSubject } from './rules.ts'
import { listOfferedTerms } from './server/find-offered-terms.ts'
import { checkJoinConsents, storeJoinConsents } from './server/join-consents.ts'
import { consents } from './table.ts'

/** Join date of the demo member, and the consent events since. */
const joined = '2024-06-12T02:10:00.000Z'
const events: { subject: ConsentSubject; version?: string; given?: boolean; how?: ConsentSource; at?: string }[] = [
  { subject: 'terms:service', version: '2024-01-15' },
  { subject: 'terms:privacy', version: '2024-01-15' },
  { subject: 'age' },
  { subject: 'channel:EMAIL' },
  { subject: 'channel:SMS', how: 'me', at: '2025-02-03T01:20:00.000Z' },
  { subject: 'channel:SMS', given: false, how: 'link', at: '2025-09-18T09:05:00.000Z' },
  { subject: 'terms:service', version: '2026-03-01', how: 'me', at: '2026-03-04T00:31:00.000Z' },
  { subject: 'terms:privacy', version: '2026-03-01', how: 'me', at: '2026-03-04T00:31:00.000Z' },
]

/** Seeds a history of several years, in the versions in force at the time. */
const fillHistory = async (context: Context, userId: string): Promise<void> => {
  const rows = await context.database
    .select({ id: terms.id, code: terms.code, effectiveAt: terms.effectiveAt })
    .from(terms)
  const textOf = (subject: string, version: string) =>
    rows.find(({ code, effectiveAt }) => subject === `terms:${code}` && formatVersion(effectiveAt) === version)?.id ??
    null
  await context.database
    .update(users)
    .set({ createdAt: new Date(joined) })
    .where(eq(users.id, userId))
  await context.database.insert(consents).values(
    events.map(({ subject, version, given = true, how = 'join', at = joined }) => ({
      id: context.newId(),
      userId,
      subject,
      termsId: version === undefined ? null : textOf(subject, version),
      given,
      how,
      at: new Date(at),
    })),
  )
}

/** Seeds the consents of the demo members: everything required, and news by mail. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const offered = await listOfferedTerms(context)
  const texts = offered.filter(({ required }) => required).map(({ code, version }) => ({ code, version }))
  const joining = await checkJoinConsents(context, { terms: texts, channels: { EMAIL: true } })
  for (const { id, level, username } of accounts)
    if (username === 'member') await fillHistory(context, id)
    else if (level === 'member') await storeJoinConsents(context, id, joining)
}
