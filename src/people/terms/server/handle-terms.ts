import { desc, eq } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { chooseLocale, textIn } from '#kit/i18n.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanHtml, cleanLocalized, passagesOf } from '#kit/text/html.ts'
import { changedPassages } from '#kit/text/text-diff.ts'
import { terms as contract } from '../contract.ts'
import { isInForce, listVersionStates } from '../rules.ts'
import { terms } from '../table.ts'
import { formatVersion } from './find-terms.ts'

export const termsHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, terms, {
    words: [translationsOf(terms.title), terms.code],
    title: (row) => `${row.title.ko} ${formatVersion(row.effectiveAt)}`,
    accept(body, context, current) {
      // The trigger `terms_in_force` refuses it too; checked here before anything is written.
      if (current && isInForce(current.effectiveAt, context.now())) throw new AppError('conflict')
      // Members cannot have agreed to terms that are backdated afterwards.
      if (typeof body.effectiveAt === 'string' && isInForce(new Date(body.effectiveAt), context.now()))
        throw new AppError('invalid', { fields: { effectiveAt: 'past' } })
      return body.body ? { ...body, body: cleanLocalized(body.body, cleanHtml) } : body
    },
  }),

  async published(context, { params, query }) {
    context.tag(`terms:${params.code}`)
    const rows = await context.database
      .select()
      .from(terms)
      .where(eq(terms.code, params.code))
      .orderBy(desc(terms.effectiveAt))
    const now = context.now()
    context.showUntil(rows.findLast(({ effectiveAt }) => !isInForce(effectiveAt, now))?.effectiveAt)
    const states = listVersionStates(rows, now)
    const versions = rows.map((row, index) => ({
      row,
      version: formatVersion(row.effectiveAt),
      state: states[index] ?? ('past' as const),
    }))
    const shown = versions.find(({ version, state }) =>
      query.version ? version === query.version : state === 'current',
    )
    if (!shown) throw new AppError('not_found')
    const { row, version, state } = shown
    return {
      terms: {
        _id: row.id,
        code: row.code,
        ...localize(context.locale, { title: row.title, body: row.body }),
        version,
        effectiveAt: row.effectiveAt.toISOString(),
        state,
        versions: versions.map((each) => ({ version: each.version, state: each.state })),
      },
    }
  },

  async changes(context, { params, query }) {
    context.tag(`terms:${params.code}`)
    const rows = await context.database.select().from(terms).where(eq(terms.code, params.code))
    const [from, to] = [query.from, query.to].map((version) =>
      rows.find(({ effectiveAt }) => formatVersion(effectiveAt) === version),
    )
    if (!from || !to) throw new AppError('not_found')
    // Compare in a language both versions have; otherwise every word would differ.
    const lang = chooseLocale(context.locale, [from.body, to.body])
    const splitPassages = (body: Localized) => passagesOf(textIn(lang, body))
    return { lang, changes: changedPassages(splitPassages(from.body), splitPassages(to.body)) }
  },
}
