import { z } from 'zod'
import { ById, Id, Instant, localizedOptional, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { channels } from './rules.ts'

fieldMessages({
  consent_required: m.consents_field_required,
  consent_version: m.consents_field_version,
  consent_kept: m.consents_field_kept,
  under_14: m.consents_field_age,
})

export const Channel = z.enum(channels)
const Code = z.string().max(40)
const Version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** A text that requires or offers consent, in the version in force. */
export const AskedTerms = z
  .object({ code: Code, title: z.string(), version: Version, effectiveAt: Instant, required: z.boolean() })
  .meta({ id: 'AskedTerms' })
export type AskedTerms = z.infer<typeof AskedTerms>

/** Consent to the version that was shown. */
export const AgreedTerms = z.strictObject({ code: Code, version: Version })

const Channels = z.strictObject({
  EMAIL: z.boolean().optional(),
  SMS: z.boolean().optional(),
  PHONE: z.boolean().optional(),
})

/** Consents of a new member; whatever is not listed is not agreed to. */
export const JoiningConsents = z.strictObject({
  terms: z.array(AgreedTerms).max(10),
  channels: Channels.default({}),
})
export type JoiningConsents = z.infer<typeof JoiningConsents>

const ConsentState = z
  .object({
    /** `terms:<code>`, `age`, `channel:<name>`, or `night`: advertising between 21:00 and 08:00 too. */
    subject: z.string(),
    /** Title of a text in the requested language; empty for other subjects. */
    title: z.string(),
    given: z.boolean(),
    required: z.boolean(),
    /** Version agreed to or withdrawn; null for subjects without a text. */
    version: Version.nullable(),
    /** Version in force, if it is a different one. */
    current: Version.nullable(),
    at: Instant.nullable(),
    /** True if staff ask members for the version in force again: at each log-in until they agree. */
    asked: z.boolean(),
  })
  .meta({ id: 'ConsentState' })
export type ConsentState = z.infer<typeof ConsentState>

const ConsentEvent = z
  .object({
    subject: z.string(),
    title: z.string(),
    version: Version.nullable(),
    given: z.boolean(),
    how: z.enum(['join', 'me', 'link']),
    at: Instant,
  })
  .meta({ id: 'ConsentEvent' })
export type ConsentEvent = z.infer<typeof ConsentEvent>

/** A consent as it was on a day, with the text that was agreed to. */
const PastConsent = z
  .object({
    subject: z.string(),
    title: z.string(),
    required: z.boolean(),
    version: Version.nullable(),
    /** Text of that version; null for subjects without a text. */
    html: z.string().nullable(),
    how: z.enum(['join', 'me', 'link']),
    /** Time of the consent. */
    at: Instant,
  })
  .meta({ id: 'PastConsent' })
export type PastConsent = z.infer<typeof PastConsent>

/** A consent as it was at the end of a day, for staff: agreed or not, and to which text. */
export const ConsentOnDay = z
  .object({
    subject: z.string(),
    title: z.string(),
    required: z.boolean(),
    given: z.boolean(),
    /** Version agreed to or withdrawn; null for subjects without a text, and before the first decision. */
    version: Version.nullable(),
    /** Version in force on that day. */
    inForce: Version.nullable(),
    /** Text of `version` in its languages; sanitized HTML. */
    words: localizedOptional(100_000).nullable(),
    how: z.enum(['join', 'me', 'link']).nullable(),
    /** Time it was given or withdrawn; null before the first decision. */
    at: Instant.nullable(),
  })
  .meta({ id: 'ConsentOnDay' })
export type ConsentOnDay = z.infer<typeof ConsentOnDay>

/** A day in Seoul. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01' && day < '2201-01-01', { error: 'date' })

const answer = z.object({ consents: z.array(ConsentState), history: z.array(ConsentEvent) })

/** Consent count of a version in force. */
const Agreement = z
  .object({
    _id: Id,
    code: Code,
    title: z.string(),
    version: Version,
    required: z.boolean(),
    /**
     * Members who have agreed to this version, and those who have not; for an optional text only those who agreed to an
     * earlier version.
     */
    agreed: z.number().int(),
    lacking: z.number().int(),
    /** Time since when members are asked for it at the next log-in. */
    askedAt: Instant.nullable(),
  })
  .meta({ id: 'Agreement' })
export type Agreement = z.infer<typeof Agreement>

export const consents = {
  agreements: route({
    method: 'GET',
    path: '/api/console/terms/agreements',
    access: 'console:terms',
    summary: 'Number of members who have agreed to the versions in force, and who have not.',
    answer: z.object({ agreements: z.array(Agreement) }),
  }),
  askAgain: route({
    method: 'POST',
    path: '/api/console/terms/{id}/ask',
    access: 'console:terms',
    summary: 'Request consent to a version in force, at the next log-in of each member who has not agreed.',
    params: ById,
    answer: z.object({ agreements: z.array(Agreement) }),
  }),
  asked: route({
    method: 'GET',
    path: '/api/v1/users/consents',
    access: 'public',
    summary: 'Terms offered to members, in their versions in force, and the advertising channels.',
    answer: z.object({ terms: z.array(AskedTerms), channels: z.array(Channel) }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/me/consents',
    access: 'member',
    beforeTerms: true,
    summary: 'Current consents of the account and their history, newest first.',
    answer,
  }),
  updateConsents: route({
    method: 'PUT',
    path: '/api/v1/me/consents',
    access: 'member',
    beforeTerms: true,
    summary: 'Give or withdraw consents. Omitted ones stay as they are; required ones end only with the account.',
    body: z.strictObject({
      terms: z
        .array(z.strictObject({ code: Code, version: Version, given: z.boolean() }))
        .max(10)
        .default([]),
      channels: Channels.default({}),
      night: z.boolean().optional(),
    }),
    answer,
  }),
  past: route({
    method: 'GET',
    path: '/api/v1/me/consents/past',
    access: 'member',
    beforeTerms: true,
    summary: 'Consents at the end of a day in Seoul, with the versions that were shown.',
    query: z.strictObject({ day: Day }),
    answer: z.object({ day: z.string(), consents: z.array(PastConsent) }),
  }),
}
