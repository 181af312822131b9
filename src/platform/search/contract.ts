import { z } from 'zod'
import { crud, Id, Instant, Locale, Picture, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({ synonym_words: m.synonyms_field_words })

/** What can be found: modules name their kinds (`Module.search`); each is a view (database/views/search_*.sql). */
export const SearchKind = z.string().regex(/^[a-z]{1,40}$/, { error: 'choose' })

/** Counted no further: beyond it a group has 'more than' that many. */
export const mostCounted = 500

/** Of one kind among all, and of one kind by itself. */
export const resultsBeside = 5
export const resultsOfPage = 20

/** From and to (not included), in UTF-16 units of the text: what to mark. Ascending, never overlapping. */
const Mark = z.tuple([z.number().int(), z.number().int()])
export type Mark = z.infer<typeof Mark>

export const SearchResult = z
  .object({
    _id: Id,
    /** Address without a language. */
    path: z.string(),
    title: z.string(),
    titleMarks: z.array(Mark),
    /** The sentence of its text that has the words, plain; its summary where none has, '' where it has no text. */
    excerpt: z.string(),
    excerptMarks: z.array(Mark),
    /** When it was published; null for what has no day. */
    date: Instant.nullable(),
    lang: Locale,
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const SearchGroup = z
  .object({
    kind: SearchKind,
    /** At most `mostCounted`; `isMore` says that there are more. */
    total: z.number().int(),
    isMore: z.boolean(),
    results: z.array(SearchResult),
  })
  .meta({ id: 'SearchGroup' })
export type SearchGroup = z.infer<typeof SearchGroup>

/** A page of the site as robots are told of it. */
export const Address = z
  .object({
    /** Without a language. */
    path: z.string(),
    locales: z.array(Locale),
    changedAt: Instant.nullable(),
    pictures: z.array(Picture),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>

/** A word or phrase as visitors type it: there has to be a letter in it. */
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

/** Words that mean the same: who looks for one of them finds the others too. */
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
      'Everything public that has all the words or what means the same, by kind: parts of words, first consonants (ㅎㅈ), and words typed with the keyboard in the other language. Where nothing has them, the nearest.',
    query: z.strictObject({
      q: z.string().trim().max(100).default(''),
      kind: SearchKind.optional().describe('Only this kind, page by page; otherwise the first of each.'),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(mostCounted / resultsOfPage)
        .default(1),
    }),
    answer: z.object({
      /** Groups with something in them. */
      groups: z.array(SearchGroup),
      /** What was looked for in place of words that nothing has: the same keys in the other language. */
      swapped: z.string().nullable(),
      /** Else the nearest that something has: the same without endings, with another spelling, or fewer of the words. */
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
    summary: 'The addresses of records that have a page, with their languages and pictures, for site maps.',
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

/** Addresses of one answer, and records of one site map. */
export const addressesOfPage = 2000
