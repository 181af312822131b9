import { z } from 'zod'
import { crud, Id, Instant, Locale, Picture, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({ synonym_words: m.synonyms_field_words })

/**
 * Kind of search result; modules declare their kinds (`Module.search`), each with a view (database/views/search_*.sql).
 */
export const SearchKind = z.string().regex(/^[a-z]{1,40}$/, { error: 'choose' })

/** Counting stops here; beyond it a group shows "more than" this number. */
export const maxCounted = 500

/** Results per kind when all kinds are searched, and when only one is. */
export const resultsPerKind = 5
export const resultsOfPage = 20

/** Range to highlight, in UTF-16 code units of the text; the end is exclusive. Ascending, never overlapping. */
const Mark = z.tuple([z.number().int(), z.number().int()])
export type Mark = z.infer<typeof Mark>

export const SearchResult = z
  .object({
    _id: Id,
    /** Address without language. */
    path: z.string(),
    title: z.string(),
    titleMarks: z.array(Mark),
    /** Plain-text sentence that contains the words; the summary if none does, '' if the record has no text. */
    excerpt: z.string(),
    excerptMarks: z.array(Mark),
    /** Publication date; null for records without one. */
    date: Instant.nullable(),
    lang: Locale,
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const SearchGroup = z
  .object({
    kind: SearchKind,
    /** At most `maxCounted`; `isMore` is true if there are more. */
    total: z.number().int(),
    isMore: z.boolean(),
    results: z.array(SearchResult),
  })
  .meta({ id: 'SearchGroup' })
export type SearchGroup = z.infer<typeof SearchGroup>

/** Page of the site, for site maps. */
export const Address = z
  .object({
    /** Without language. */
    path: z.string(),
    locales: z.array(Locale),
    changedAt: Instant.nullable(),
    pictures: z.array(Picture),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

/** Word or phrase as visitors type it; requires at least one letter. */
const SynonymWord = z
  .string()
  .trim()
  .max(40)
  .regex(/[\p{L}\p{N}]/u, { error: 'synonym_words' })
const SynonymWords = z.array(SynonymWord).max(20)

export const SynonymInput = z.strictObject({
  ko: SynonymWords,
  en: SynonymWords.default([]),
  cn: SynonymWords.default([]),
})
export type SynonymInput = z.infer<typeof SynonymInput>

/** Synonym group: a search for one word also finds the others. */
export const Synonym = z.object({ ...recordFields, ...SynonymInput.shape }).meta({ id: 'Synonym' })
export type Synonym = z.infer<typeof Synonym>

export const synonyms = crud('/api/console/synonyms', { one: 'synonym', many: 'synonyms' }, Synonym, SynonymInput, {
  access: 'console:synonyms',
  sort: ['createdAt', 'updatedAt'],
  filters: {},
})

export const search = {
  find: route({
    method: 'GET',
    path: '/api/v1/search',
    access: 'public',
    summary:
      'Search public records for all words or their synonyms, by kind. Matches parts of words, initial consonants (ㅎㅈ) and words typed in the wrong keyboard layout. Without a match, returns the nearest records.',
    query: z.strictObject({
      q: z.string().trim().max(100).default(''),
      kind: SearchKind.optional().describe(
        'Restricts the search to a kind, with pagination; otherwise returns the first records of each kind.',
      ),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(maxCounted / resultsOfPage)
        .default(1),
    }),
    answer: z.object({
      /** Non-empty groups. */
      groups: z.array(SearchGroup),
      /** Query with the other keyboard layout, if the typed one has no results. */
      swapped: z.string().nullable(),
      /** Otherwise the closest query with results: without endings, respelled, or with fewer words. */
      nearest: z.string().nullable(),
      page: z.number().int(),
      limit: z.number().int(),
    }),
    cached: 'apart',
  }),
  addresses: route({
    method: 'GET',
    path: '/api/v1/addresses',
    access: 'public',
    summary: 'List the addresses of records that have a page, with their languages and pictures, for sitemaps.',
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    answer: z.object({
      addresses: z.array(Address),
      total: z.number().int(),
      page: z.number().int(),
      limit: z.number().int(),
    }),
    cached: 'apart',
  }),
}

/** Addresses per response; records per site map. */
export const addressesOfPage = 2000
