import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findTermsById, formatVersion } from '#people/terms/server/find-terms.ts'
import { termsAsked } from '#people/terms/table.ts'
import type { ConsentEvent, ConsentState } from '../contract.ts'
import { type ConsentSubject, channels, offeredTerms } from '../rules.ts'
import type { consents } from '../table.ts'
import { findOfferedVersions } from './find-offered-terms.ts'
import { listConsentHistory } from './list-past-consents.ts'

type Row = typeof consents.$inferSelect

/** Returns the versions that members are asked for again. */
const findRequestedVersions = async (context: Context): Promise<Set<string>> => {
  const rows = await context.database.select({ id: termsAsked.termsId }).from(termsAsked)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the current consents of an account and their history. */
export const presentConsents = async (
  context: Context,
  userId: string,
): Promise<{ consents: ConsentState[]; history: ConsentEvent[] }> => {
  const history = await listConsentHistory(context, userId)
  const [current, again, known] = await Promise.all([
    findOfferedVersions(context),
    findRequestedVersions(context),
    findTermsById(
      context,
      history.flatMap(({ termsId }) => termsId ?? []),
    ),
  ])
  const versionIn = (row: Row | undefined) => {
    const text = row?.termsId ? known.get(row.termsId) : undefined
    return text ? formatVersion(text.effectiveAt) : null
  }
  const titleIn = (row: Row) => {
    const text = row.termsId ? known.get(row.termsId) : undefined
    return text ? textIn(context.locale, text.title) : ''
  }
  const createState = (
    subject: ConsentSubject,
    title: string,
    required: boolean,
    version: string | null,
    termsId: string | null = null,
  ): ConsentState => {
    const last = history.find((row) => row.subject === subject)
    return {
      subject,
      title,
      required,
      given: last?.given ?? false,
      version: versionIn(last),
      current: version,
      at: last?.at.toISOString() ?? null,
      asked:
        termsId !== null &&
        again.has(termsId) &&
        (last ? last.given || required : required) &&
        last?.termsId !== termsId,
    }
  }
  return {
    consents: [
      ...offeredTerms.flatMap(({ code, required }) => {
        const row = current.get(code)
        return row
          ? [
              createState(
                `terms:${code}`,
                textIn(context.locale, row.title),
                required,
                formatVersion(row.effectiveAt),
                row.id,
              ),
            ]
          : []
      }),
      createState('age', '', true, null),
      ...channels.map((channel) => createState(`channel:${channel}`, '', false, null)),
      createState('night', '', false, null),
    ],
    history: history.map((row) => ({
      subject: row.subject,
      title: titleIn(row),
      version: versionIn(row),
      given: row.given,
      how: row.how,
      at: row.at.toISOString(),
    })),
  }
}
