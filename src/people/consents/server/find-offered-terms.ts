import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findTermsInForce, formatVersion } from '#people/terms/server/find-terms.ts'
import type { AskedTerms } from '../contract.ts'
import { offeredTerms } from '../rules.ts'

/** Returns the rows of the texts that members are asked for. */
export const findOfferedVersions = (context: Context) =>
  findTermsInForce(
    context,
    offeredTerms.map(({ code }) => code),
  )

/** Returns the texts that members are asked for, in their versions in force. */
export const listOfferedTerms = async (context: Context): Promise<AskedTerms[]> => {
  const current = await findOfferedVersions(context)
  return offeredTerms.flatMap(({ code, required }) => {
    const row = current.get(code)
    return row
      ? [
          {
            code,
            required,
            title: textIn(context.locale, row.title),
            version: formatVersion(row.effectiveAt),
            effectiveAt: row.effectiveAt.toISOString(),
          },
        ]
      : []
  })
}
