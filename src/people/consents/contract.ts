import { z } from 'zod'
import { Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
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

/** A text one can agree to, in its version in force. */
export const AskedTerms = z
  .object({ code: Code, title: z.string(), version: Version, effectiveAt: Instant, required: z.boolean() })
  .meta({ id: 'AskedTerms' })
export type AskedTerms = z.infer<typeof AskedTerms>

/** Consent to a text is given to the version that was shown. */
export const GivenTerms = z.strictObject({ code: Code, version: Version })

const Channels = z.strictObject({
  EMAIL: z.boolean().optional(),
  SMS: z.boolean().optional(),
  PHONE: z.boolean().optional(),
})

/** What somebody who joins agrees to: everything that is not named is not agreed to. */
export const JoiningConsents = z.strictObject({
  terms: z.array(GivenTerms).max(10),
  channels: Channels.default({}),
})
export type JoiningConsents = z.infer<typeof JoiningConsents>

const ConsentState = z
  .object({
    /** `terms:<code>`, `age` or `channel:<name>`. */
    subject: z.string(),
    /** Of a text, in the language asked for; of others it is empty. */
    title: z.string(),
    given: z.boolean(),
    required: z.boolean(),
    /** The version that was agreed to or taken back; null for what has none. */
    version: Version.nullable(),
    /** The version in force, where it is another. */
    current: Version.nullable(),
    at: Instant.nullable(),
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

const answer = z.object({ consents: z.array(ConsentState), history: z.array(ConsentEvent) })

export const consents = {
  asked: route({
    method: 'GET',
    path: '/api/v1/users/consents',
    access: 'public',
    summary: 'The texts that members are asked for, in their versions in force, and the channels of advertising.',
    answer: z.object({ terms: z.array(AskedTerms), channels: z.array(Channel) }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/me/consents',
    access: 'member',
    summary: 'What was agreed to, as it is now, and everything that was given and taken back, the newest first.',
    answer,
  }),
  updateConsents: route({
    method: 'PUT',
    path: '/api/v1/me/consents',
    access: 'member',
    summary: 'Give or take back consents; what is left out stays. Required ones end with the account only.',
    body: z.strictObject({
      terms: z
        .array(z.strictObject({ code: Code, version: Version, given: z.boolean() }))
        .max(10)
        .default([]),
      channels: Channels.default({}),
    }),
    answer,
  }),
}
