import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { type synonyms as contract, synonyms as declared, type SynonymInput } from '../contract.ts'
import { toSearchKey } from '../rules.ts'
import type { SynonymGroup } from '../rules-synonyms.ts'
import { searchSynonyms } from '../table.ts'

/** Removes duplicates that differ only in spaces or capitals. */
const removeDuplicates = (words: readonly string[]): string[] => [
  ...new Map(words.map((word) => [toSearchKey(word), word] as const)).values(),
]

const joinWordsSql = (column: PgColumn): SQL => sql`array_to_string(${column}, ' ')`

export const synonymHandlers: Handlers<typeof contract> = tableHandlers(declared, searchSynonyms, {
  words: [joinWordsSql(searchSynonyms.ko), joinWordsSql(searchSynonyms.en), joinWordsSql(searchSynonyms.cn)],
  title: (row) => row.ko[0] ?? row.en[0] ?? row.cn[0] ?? '',
  async accept(body, _context, current) {
    const cleaned: Partial<SynonymInput> = {}
    for (const locale of ['ko', 'en', 'cn'] as const) {
      const words = body[locale]
      if (words) cleaned[locale] = removeDuplicates(words)
    }
    const count = (['ko', 'en', 'cn'] as const).reduce(
      (sum, locale) => sum + (cleaned[locale] ?? current?.[locale] ?? []).length,
      0,
    )
    if (count < 2) throw new AppError('invalid', { fields: { ko: 'synonym_words' } })
    return { ...body, ...cleaned }
  },
})

/** Maximum number of groups a search reads; in practice there are some dozens. */
const maxGroups = 1000

/** Reads all groups, oldest first, so that equal searches run equal queries. */
export const readSynonyms = async (context: Context): Promise<SynonymGroup[]> => {
  context.tag('synonyms')
  const { ko, en, cn, createdAt, id } = searchSynonyms
  return context.database.select({ ko, en, cn }).from(searchSynonyms).orderBy(createdAt, id).limit(maxGroups)
}
