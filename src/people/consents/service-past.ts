import { and, desc, eq, lt } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { termsById, versionOf } from '#people/terms/service.ts'
import type { PastConsent } from './contract.ts'
import { isRequired } from './rules.ts'
import { consents } from './table.ts'

/** The end of a day in Seoul, `2026-11-23`. */
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+09:00`) + 24 * 3_600_000)

/**
 * What an account had agreed to when a day of Seoul ended, each with the words of the version that was shown: versions
 * in force are never changed. What was taken back by then, and what was not yet said, is not part of it.
 */
export const consentsOn = async (context: Context, userId: string, day: string): Promise<PastConsent[]> => {
  const rows = await context.database
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), lt(consents.at, endOf(day))))
    .orderBy(desc(consents.at), desc(consents.id))
  const last = [...new Map(rows.toReversed().map((row) => [row.subject, row])).values()].filter(({ given }) => given)
  const texts = await termsById(
    context,
    last.flatMap(({ termsId }) => termsId ?? []),
  )
  return last
    .map(({ subject, termsId, how, at }): PastConsent => {
      const text = termsId ? texts.get(termsId) : undefined
      return {
        subject,
        title: text ? textIn(context.locale, text.title) : '',
        required: subject === 'age' || isRequired(subject.replace(/^terms:/, '')),
        version: text ? versionOf(text.effectiveAt) : null,
        html: text ? textIn(context.locale, text.body) : null,
        how,
        at: at.toISOString(),
      }
    })
    .sort((one, other) => Number(other.required) - Number(one.required) || one.subject.localeCompare(other.subject))
}
