import { z } from 'zod'
import { crud, Id, Instant, Locale, localized, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  past: m.terms_field_past,
})

/** `service`, `privacy`, `email`, and whatever staff add; the last part of the public address. */
const Code = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'slug' })

/** The day a version begins, in Seoul: what it is called in addresses. */
const Version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const TermsInput = z.strictObject({
  code: Code,
  title: localized(80),
  /** HTML; sanitised on the way in. */
  body: localized(100_000),
  /** From when it is in force; once that moment has come, the version can be followed but not changed. */
  effectiveAt: Instant,
})

/** One version of terms. */
export const Terms = z.object({ ...recordFields, ...TermsInput.shape }).meta({ id: 'Terms' })
export type Terms = z.infer<typeof Terms>

/** As a list shows it: without its text. */
export const TermsLine = Terms.omit({ body: true }).meta({ id: 'TermsLine' })
export type TermsLine = z.infer<typeof TermsLine>

const TermsState = z.enum(['past', 'current', 'coming'])
export type TermsState = z.infer<typeof TermsState>

/** A version as a visitor reads it, and the others there are, the newest first. */
export const PublicTerms = z
  .object({
    _id: Id,
    code: z.string(),
    title: z.string(),
    /** Sanitised HTML. */
    body: z.string(),
    lang: Locale,
    version: Version,
    effectiveAt: Instant,
    state: TermsState,
    versions: z.array(z.object({ version: Version, state: TermsState })),
  })
  .meta({ id: 'PublicTerms' })
export type PublicTerms = z.infer<typeof PublicTerms>

/** A passage in which two versions differ. */
const TermsChange = z
  .object({
    /** The heading above it; null before the first. */
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
    summary: 'Terms by their code: the version in force, or the one that is asked for, and which others there are.',
    params: z.strictObject({ code: Code }),
    query: z.strictObject({ version: Version.optional() }),
    answer: z.object({ terms: PublicTerms }),
    cached: true,
  }),
  changes: route({
    method: 'GET',
    path: '/api/v1/terms/{code}/changes',
    access: 'public',
    summary:
      'What differs between two versions of terms, passage by passage: by words where a passage was written anew.',
    params: z.strictObject({ code: Code }),
    query: z.strictObject({ from: Version, to: Version }),
    /** In a language that both versions have. */
    answer: z.object({ lang: Locale, changes: z.array(TermsChange) }),
    cached: true,
  }),
}
