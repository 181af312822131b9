import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Channel } from '#people/consents/contract.ts'
import { MemberKind } from '#people/users/contract.ts'
import {
  faults,
  fields,
  purposes,
  reasons,
  recipientStates,
  sendingChannels,
  sendingStates,
  unknownBlanks,
} from './rules.ts'

fieldMessages({
  unknown_blank: m.sendings_field_unknown_blank,
  no_words: m.sendings_field_no_words,
  sending_past: m.sendings_field_past,
  not_sendable: m.sendings_field_not_sendable,
  no_own_contact: m.sendings_field_no_own_contact,
})

export const SendingChannel = z.enum(sendingChannels)
export const Purpose = z.enum(purposes)
const Reason = z.enum(reasons)
const RecipientState = z.enum(recipientStates)

/** Words with names in braces, every one of which is known (`rules.ts`). `max` in characters. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => unknownBlanks(text).length === 0, { error: 'unknown_blank' })
    .optional()

const line = (max: number) =>
  words(max).refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text ?? ''), { error: 'line_break' })

const inLanguages = <S extends z.ZodType>(schema: S) => z.strictObject({ ko: schema, en: schema, cn: schema })

/** What is said, in each language; a recipient without their language gets Korean. */
const content = {
  channel: SendingChannel,
  purpose: Purpose,
  subject: inLanguages(line(150)).default({}),
  /** Of a mail. */
  html: inLanguages(words(50_000)).default({}),
  /** Of a text message, and of the one in place of an Alimtalk. */
  text: inLanguages(words(1000)).default({}),
  /** The approved template of an Alimtalk. */
  alimtalk: z
    .string()
    .regex(/^[\w-]{1,60}$/, { error: 'characters' })
    .nullable()
    .default(null),
}

export const MessageTemplateInput = z.strictObject({
  title: z.string().trim().min(1).max(80),
  ...content,
})
const MessageTemplate = z.object({ ...recordFields, ...MessageTemplateInput.shape }).meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** A group that a module names: its filter is the module's, and its title says in words who is in it. */
const Group = z.strictObject({
  kind: z.string().max(40),
  title: z.string().trim().min(1).max(300),
  filter: z.record(
    z.string().max(40),
    z.union([z.string().max(60), z.number().int(), z.array(z.string().max(60)).max(20)]),
  ),
})

/**
 * Who is sent to. By a filter: everybody to whom all of it applies. By a list: e-mail addresses, numbers, usernames. By a
 * group: whom the module that has it finds when the sending begins.
 */
export const Audience = z.strictObject({
  by: z.enum(['filter', 'list', 'group']),
  /** Keys of levels; empty: all. */
  levels: z.array(z.string().max(60)).max(50).default([]),
  kinds: z.array(MemberKind).max(2).default([]),
  /** Only those who agreed to this channel of advertising. */
  consent: Channel.nullable().default(null),
  /** Words in name, username or e-mail address. */
  q: z.string().trim().max(100).default(''),
  list: z.array(z.string().trim().min(1).max(200)).max(1000).default([]),
  group: Group.nullish(),
})
export type Audience = z.infer<typeof Audience>

export const SendingInput = z.strictObject({
  ...content,
  audience: Audience,
  /** When it goes; null: as soon as it is sent. */
  sendAt: Instant.nullable().default(null),
})
export type SendingInput = z.infer<typeof SendingInput>

/** Who of the staff did something, and when. */
const Act = z.object({ _id: Id, name: z.string(), at: Instant })

const Counts = z.object(
  Object.fromEntries(recipientStates.map((state) => [state, z.number().int()])) as Record<
    (typeof recipientStates)[number],
    z.ZodInt
  >,
)

export const Sending = z
  .object({
    ...recordFields,
    ...SendingInput.shape,
    state: z.enum(sendingStates),
    author: z.string().nullable(),
    /** Who sent it, and with that asked for an approval where one is needed. */
    asked: Act.nullable(),
    approved: Act.nullable(),
    /** Why it was given back last. */
    returned: z.string().nullable(),
    counts: Counts,
  })
  .meta({ id: 'Sending' })
export type Sending = z.infer<typeof Sending>

export const SendingLine = Sending.omit({ html: true, text: true, audience: true, alimtalk: true }).meta({
  id: 'SendingLine',
})
export type SendingLine = z.infer<typeof SendingLine>

/** One recipient, and what became of the message to them. */
export const SendingRecipient = z
  .object({
    ...recordFields,
    user: z.object({ _id: Id, name: z.string() }).nullable(),
    address: z.string().nullable(),
    state: RecipientState,
    reason: Reason.nullable(),
    error: z.string().nullable(),
    attempts: z.number().int(),
    /** When it is tried again, or its night is over. */
    notBefore: Instant.nullable(),
    sentAt: Instant.nullable(),
  })
  .meta({ id: 'SendingRecipient' })
export type SendingRecipient = z.infer<typeof SendingRecipient>

/** What sending would do now: decided again for each recipient at the moment of sending. */
export const SendGate = z
  .object({
    total: z.number().int(),
    allowed: z.number().int(),
    /** So many that a second member of staff has to approve it. */
    needsApproval: z.boolean(),
    /** Of those allowed, how many have each language. */
    languages: z.array(z.object({ locale: Locale, count: z.number().int() })),
    left: z.array(
      z.object({
        reason: Reason,
        count: z.number().int(),
        /** Up to twenty of them. */
        names: z.array(z.string()),
      }),
    ),
    /** Of those allowed, who would get it at night and gets it at `delayedUntil`. */
    delayed: z.number().int(),
    delayedUntil: Instant.nullable(),
    /** Of those allowed, whose consent has to be confirmed: it was given two years ago. */
    oldConsents: z.number().int(),
    /** Blanks of the text for which some have no value, and how many. */
    missing: z.array(
      z.object({ field: z.enum(Object.keys(fields) as [keyof typeof fields]), count: z.number().int() }),
    ),
    faults: z.array(z.enum(faults)),
    /** The message as its first recipient gets it, with what the law adds. */
    sample: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }).nullable(),
    /** The same as it reads in each language, with its blanks filled in for that recipient. */
    samples: z.array(z.object({ locale: Locale, subject: z.string(), html: z.string(), text: z.string() })),
  })
  .meta({ id: 'SendGate' })
export type SendGate = z.infer<typeof SendGate>

const access = 'console:messages'
const base = '/api/console/sendings'

const crudOfSendings = crud(base, { one: 'sending', many: 'sendings' }, Sending, SendingInput, {
  access,
  sort: ['createdAt', 'sendAt'],
  filters: { state: z.enum(sendingStates).optional(), channel: SendingChannel.optional() },
  line: SendingLine,
})

export const messageTemplates = crud(
  '/api/console/message-templates',
  { one: 'template', many: 'templates' },
  MessageTemplate,
  MessageTemplateInput,
  { access, sort: ['title', 'createdAt', 'updatedAt'], filters: { channel: SendingChannel.optional() } },
)

export const sendings = crudOfSendings

const act = { access, params: ById, answer: one('sending', Sending), status: 200, idempotent: true } as const
const stamped = z.strictObject({ updatedAt: Instant.optional() })

/** Routes of sendings beside the five of each record. */
export const sendingRoutes = {
  options: route({
    method: 'GET',
    path: `${base}/options`,
    access,
    summary: 'What a sending may be addressed by, and the channels that can be used here.',
    answer: z.object({
      levels: z.array(z.object({ key: z.string(), title: z.string() })),
      channels: z.array(SendingChannel),
      /** Colleagues who may approve, by name. */
      approvers: z.array(z.string()),
    }),
  }),
  gate: route({
    method: 'POST',
    path: `${base}/gate`,
    access,
    summary: 'Who would be sent to, who would not and why, and the message as it would arrive; sends nothing.',
    body: SendingInput,
    answer: z.object({ gate: SendGate }),
    status: 200,
  }),
  send: route({
    ...act,
    method: 'POST',
    path: `${base}/{id}/send`,
    summary: 'Send a draft, at its moment or now; one for more than 300 waits for a colleague first.',
    body: stamped,
  }),
  approve: route({
    ...act,
    method: 'POST',
    path: `${base}/{id}/approve`,
    summary: 'Approve what a colleague asked for; it goes at its moment, or now where that is over.',
    body: stamped,
  }),
  giveBack: route({
    ...act,
    method: 'POST',
    path: `${base}/{id}/return`,
    summary: 'Give a sending that waits for an approval back to be changed, or take back one’s own.',
    body: z.strictObject({ reason: z.string().trim().max(300).default('') }),
  }),
  cancel: route({
    ...act,
    method: 'POST',
    path: `${base}/{id}/cancel`,
    summary: 'Cancel what has not gone: a scheduled sending, or the rest of one that has begun.',
  }),
  retry: route({
    ...act,
    method: 'POST',
    path: `${base}/{id}/retry`,
    summary: 'Send again what failed; those of whom nobody knows only where that is asked for.',
    body: z.strictObject({ unsure: z.boolean().default(false) }),
  }),
  tryOut: route({
    method: 'POST',
    path: `${base}/{id}/test`,
    access,
    summary: 'Send it to oneself alone, marked as a test.',
    params: ById,
    body: z.strictObject({ locale: Locale.default('ko') }),
    answer: z.object({ to: z.string() }),
    status: 201,
    idempotent: true,
    perMinute: 10,
  }),
  recipients: route({
    method: 'GET',
    path: `${base}/{id}/recipients`,
    access,
    summary: 'The recipients of a sending, and what became of each.',
    params: ById,
    query: z.strictObject({ ...listQuery(['createdAt']), state: RecipientState.optional() }),
    answer: page('recipients', SendingRecipient),
  }),
  email: route({
    method: 'POST',
    path: '/api/console/email',
    access,
    summary: 'Send a mail at once, through the same gate.',
    body: z.strictObject({
      to: z.union([z.email().max(200), z.array(z.email().max(200)).min(1).max(100)]),
      subject: line(150).pipe(z.string().min(1)),
      html: words(50_000).pipe(z.string().min(1)),
      purpose: Purpose.default('notice'),
    }),
    answer: one('sending', Sending),
    status: 201,
    idempotent: true,
    perMinute: 30,
  }),
  message: route({
    method: 'POST',
    path: '/api/console/message',
    access,
    summary: 'Send a text message at once, through the same gate.',
    body: z.strictObject({
      to: z.union([z.string().min(8).max(20), z.array(z.string().min(8).max(20)).min(1).max(100)]),
      subject: line(40).default(''),
      message: words(1000).pipe(z.string().min(1)),
      purpose: Purpose.default('notice'),
    }),
    answer: one('sending', Sending),
    status: 201,
    idempotent: true,
    perMinute: 30,
  }),
}

/** What a link of advertising leads to. */
const OptOut = z
  .object({
    channel: Channel,
    /** As much of it as its owner knows it by: `ch***@example.com`. */
    address: z.string(),
    /** Whether it is agreed to still. */
    given: z.boolean(),
  })
  .meta({ id: 'OptOut' })
export type OptOut = z.infer<typeof OptOut>

const ofLink = z.strictObject({ token: z.string().regex(/^[\w-]{16}$/) })

/** What members and recipients call. */
export const publicRoutes = {
  optOut: route({
    method: 'GET',
    path: '/api/v1/opt-outs/{token}',
    access: 'public',
    summary: 'What the opt-out link of a message is for.',
    params: ofLink,
    answer: z.object({ optOut: OptOut }),
    perMinute: 60,
  }),
  confirmOptOut: route({
    method: 'POST',
    path: '/api/v1/opt-outs/{token}',
    access: 'public',
    summary: 'Take back the consent to advertising by the channel of a message, without a log-in.',
    params: ofLink,
    answer: z.object({ optOut: OptOut }),
    status: 200,
    perMinute: 30,
  }),
  write: route({
    method: 'POST',
    path: '/api/v1/message',
    access: 'member',
    summary: 'Write to the desk; who gets it is fixed by the settings.',
    body: z.strictObject({
      subject: z
        .string()
        .trim()
        .min(1)
        .max(150)
        .regex(/^[^\p{Cc}\u2028\u2029]*$/u, { error: 'line_break' }),
      message: z.string().trim().min(1).max(5000),
    }),
    status: 204,
    idempotent: true,
    perMinute: 5,
  }),
}
