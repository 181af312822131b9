import { z } from 'zod'
import { crud, Id, Instant, Locale, localized, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  past: m.terms_field_past,
})

/** `service`, `privacy`, `email` or any code that staff add; last segment of the public address. */
const Code = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'slug' })

/** Start day in Seoul, which names the version in addresses. */
const Version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const TermsInput = z.strictObject({
  code: Code,
  title: localized(80),
  /** HTML, sanitized on input. */
  body: localized(100_000),
  /** Start of the version; from then on it cannot be changed, only followed by another. */
  effectiveAt: Instant,
})

/** One version of a text. */
export const Terms = z.object({ ...recordFields, ...TermsInput.shape }).meta({ id: 'Terms' })
export type Terms = z.infer<typeof Terms>

/** List entry, without the text. */
export const TermsLine = Terms.omit({ body: true }).meta({ id: 'TermsLine' })
export type TermsLine = z.infer<typeof TermsLine>

const TermsState = z.enum(['past', 'current', 'coming'])
export type TermsState = z.infer<typeof TermsState>

/** A version as visitors read it, and its other versions, newest first. */
export const PublicTerms = z
  .object({
    _id: Id,
    code: z.string(),
    title: z.string(),
    /** Sanitized HTML. */
    body: z.string(),
    lang: Locale,
    version: Version,
    effectiveAt: Instant,
    state: TermsState,
    versions: z.array(z.object({ version: Version, state: TermsState })),
  })
  .meta({ id: 'PublicTerms' })
export type PublicTerms = z.infer<typeof PublicTerms>

/** A passage that differs between two versions. */
const TermsChange = z
  .object({
    /** Heading above it; null before the first. */
    under: z.string().nullable(),
    pieces: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  })
  .meta({ id: 'TermsChange' })
export type TermsChange = z.infer<typeof TermsChange>

export const terms = {
  ...crud('/api/console/terms', { one: 'version', many: 'terms' }, Terms, TermsInput, {
    access: 'console:terms',
    sort: ['effectiveAt', 'createdAt', 'updatedAt'],
    filters: { code: Code.optional() },
    line: TermsLine,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/terms/{code}',
    access: 'public',
    summary: 'Terms by their code: the version in force or the requested one, with a list of all versions.',
    params: z.strictObject({ code: Code }),
    query: z.strictObject({ version: Version.optional() }),
    answer: z.object({ terms: PublicTerms }),
    cached: true,
  }),
  changes: route({
    method: 'GET',
    path: '/api/v1/terms/{code}/changes',
    access: 'public',
    summary: 'Differences between two versions of terms by passage, and by word within rewritten passages.',
    params: z.strictObject({ code: Code }),
    query: z.strictObject({ from: Version, to: Version }),
    /** Language that both versions have. */
    answer: z.object({ lang: Locale, changes: z.array(TermsChange) }),
    cached: true,
  }),
}
