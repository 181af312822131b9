import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Channel } from '#people/consents/contract.ts'
import { MemberKind } from '#people/users/contract.ts'
import {
  exclusionReasons,
  findUnknownPlaceholders,
  placeholderFields,
  purposes,
  recipientStates,
  sendingChannels,
  sendingErrors,
  sendingStates,
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
const Reason = z.enum(exclusionReasons)
const RecipientState = z.enum(recipientStates)

/** Text whose placeholders in braces must all be known (`rules.ts`). `max` in characters. */
const wordsSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => findUnknownPlaceholders(text).length === 0, { error: 'unknown_blank' })
    .optional()

const lineSchema = (max: number) =>
  wordsSchema(max).refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text ?? ''), { error: 'line_break' })

const localizedSchema = <S extends z.ZodType>(schema: S) => z.strictObject({ ko: schema, en: schema, cn: schema })

/** Content per language; Korean is the fallback. */
const content = {
  channel: SendingChannel,
  purpose: Purpose,
  subject: localizedSchema(lineSchema(150)).default({}),
  /** Body of a mail. */
  html: localizedSchema(wordsSchema(50_000)).default({}),
  /** Body of a text message, also the fallback of an Alimtalk. */
  text: localizedSchema(wordsSchema(1000)).default({}),
  /** Approved Alimtalk template. */
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

/** Group of recipients that a module defines: the filter belongs to the module, and the title describes the group. */
const Group = z.strictObject({
  kind: z.string().max(40),
  title: z.string().trim().min(1).max(300),
  filter: z.record(
    z.string().max(40),
    z.union([z.string().max(60), z.number().int(), z.array(z.string().max(60)).max(20)]),
  ),
})

/**
 * Audience. `filter`: everybody who meets all conditions. `list`: e-mail addresses, phone numbers or usernames.
 * `group`: resolved by its module when sending begins.
 */
export const Audience = z.strictObject({
  by: z.enum(['filter', 'list', 'group']),
  /** Level keys; empty means all. */
  levels: z.array(z.string().max(60)).max(50).default([]),
  kinds: z.array(MemberKind).max(2).default([]),
  /** Only members who agreed to this advertising channel. */
  consent: Channel.nullable().default(null),
  /** Search in name, username or e-mail address. */
  q: z.string().trim().max(100).default(''),
  list: z.array(z.string().trim().min(1).max(200)).max(1000).default([]),
  group: Group.nullish(),
})
export type Audience = z.infer<typeof Audience>

export const SendingInput = z.strictObject({
  ...content,
  audience: Audience,
  /** Send time; null sends immediately. */
  sendAt: Instant.nullable().default(null),
})
export type SendingInput = z.infer<typeof SendingInput>

/** Staff member and time of an action. */
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
    /** Staff member who sent it, which also requests approval if one is required. */
    asked: Act.nullable(),
    approved: Act.nullable(),
    /** Reason of the last return. */
    returned: z.string().nullable(),
    counts: Counts,
  })
  .meta({ id: 'Sending' })
export type Sending = z.infer<typeof Sending>

export const SendingLine = Sending.omit({ html: true, text: true, audience: true, alimtalk: true }).meta({
  id: 'SendingLine',
})
export type SendingLine = z.infer<typeof SendingLine>

/** One recipient and the delivery result. */
export const SendingRecipient = z
  .object({
    ...recordFields,
    user: z.object({ _id: Id, name: z.string() }).nullable(),
    address: z.string().nullable(),
    state: RecipientState,
    reason: Reason.nullable(),
    error: z.string().nullable(),
    attempts: z.number().int(),
    /** Next attempt, or the end of the night restriction. */
    notBefore: Instant.nullable(),
    sentAt: Instant.nullable(),
  })
  .meta({ id: 'SendingRecipient' })
export type SendingRecipient = z.infer<typeof SendingRecipient>

/** Preview of a send; decided again for each recipient at send time. */
export const SendGate = z
  .object({
    total: z.number().int(),
    allowed: z.number().int(),
    /** True if the number of recipients requires approval by a second staff member. */
    needsApproval: z.boolean(),
    /** Number of allowed recipients per language. */
    languages: z.array(z.object({ locale: Locale, count: z.number().int() })),
    left: z.array(
      z.object({
        reason: Reason,
        count: z.number().int(),
        /** Up to twenty names. */
        names: z.array(z.string()),
      }),
    ),
    /** Allowed recipients who would receive it at night and get it at `delayedUntil` instead. */
    delayed: z.number().int(),
    delayedUntil: Instant.nullable(),
    /** Allowed recipients whose consent is two years old and must be confirmed. */
    oldConsents: z.number().int(),
    /** Placeholders without a value for some recipients, with their number. */
    missing: z.array(
      z.object({
        field: z.enum(Object.keys(placeholderFields) as [keyof typeof placeholderFields]),
        count: z.number().int(),
      }),
    ),
    faults: z.array(z.enum(sendingErrors)),
    /** The message as the first recipient gets it, with the legally required additions. */
    sample: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }).nullable(),
    /** The same message in each language, with the placeholders of that recipient. */
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

const actionRoute = { access, params: ById, answer: one('sending', Sending), status: 200, idempotent: true } as const
const VersionBody = z.strictObject({ updatedAt: Instant.optional() })

/** Routes of bulk messages besides CRUD. */
export const sendingRoutes = {
  options: route({
    method: 'GET',
    path: `${base}/options`,
    access,
    summary: 'Audience options, and the channels that are available.',
    answer: z.object({
      levels: z.array(z.object({ key: z.string(), title: z.string() })),
      channels: z.array(SendingChannel),
      /** Names of colleagues who may approve. */
      approvers: z.array(z.string()),
    }),
  }),
  gate: route({
    method: 'POST',
    path: `${base}/gate`,
    access,
    summary: 'Preview: recipients, exclusions with their reasons, and the message as delivered. Sends nothing.',
    body: SendingInput,
    answer: z.object({ gate: SendGate }),
    status: 200,
  }),
  send: route({
    ...actionRoute,
    method: 'POST',
    path: `${base}/{id}/send`,
    summary: 'Send a draft at its scheduled time or now; above 300 recipients a colleague must approve it first.',
    body: VersionBody,
  }),
  approve: route({
    ...actionRoute,
    method: 'POST',
    path: `${base}/{id}/approve`,
    summary: 'Approve a bulk message of a colleague; it is sent at its scheduled time, or now if that has passed.',
    body: VersionBody,
  }),
  giveBack: route({
    ...actionRoute,
    method: 'POST',
    path: `${base}/{id}/return`,
    summary: 'Return a bulk message that waits for approval to draft, or withdraw one’s own request.',
    body: z.strictObject({ reason: z.string().trim().max(300).default('') }),
  }),
  cancel: route({
    ...actionRoute,
    method: 'POST',
    path: `${base}/{id}/cancel`,
    summary: 'Cancel a scheduled bulk message, or the unsent rest of a running one.',
  }),
  retry: route({
    ...actionRoute,
    method: 'POST',
    path: `${base}/{id}/retry`,
    summary: 'Resend to failed recipients; to those with an unknown result only if requested.',
    body: z.strictObject({ unsure: z.boolean().default(false) }),
  }),
  tryOut: route({
    method: 'POST',
    path: `${base}/{id}/test`,
    access,
    summary: 'Send it to the caller only, marked as a test.',
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
    summary: 'Recipients of a bulk message with their delivery results.',
    params: ById,
    query: z.strictObject({ ...listQuery(['createdAt']), state: RecipientState.optional() }),
    answer: page('recipients', SendingRecipient),
  }),
  sendMessage: route({
    method: 'POST',
    path: '/api/console/messages',
    access,
    summary: 'Send a plain message by mail or SMS immediately, with the same checks. A mail needs a subject.',
    body: z.strictObject({
      channel: z.enum(['mail', 'sms']).default('mail'),
      to: z.union([z.string().min(3).max(200), z.array(z.string().min(3).max(200)).min(1).max(100)]),
      subject: lineSchema(150).default(''),
      message: wordsSchema(1000).pipe(z.string().min(1)),
      purpose: Purpose.default('notice'),
    }),
    answer: one('sending', Sending),
    status: 201,
    idempotent: true,
    perMinute: 30,
  }),
  email: route({
    method: 'POST',
    path: '/api/console/email',
    access,
    summary: 'Send a mail immediately, with the same checks.',
    body: z.strictObject({
      to: z.union([z.email().max(200), z.array(z.email().max(200)).min(1).max(100)]),
      subject: lineSchema(150).pipe(z.string().min(1)),
      html: wordsSchema(50_000).pipe(z.string().min(1)),
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
    summary: 'Send a text message immediately, with the same checks.',
    body: z.strictObject({
      to: z.union([z.string().min(8).max(20), z.array(z.string().min(8).max(20)).min(1).max(100)]),
      subject: lineSchema(40).default(''),
      message: wordsSchema(1000).pipe(z.string().min(1)),
      purpose: Purpose.default('notice'),
    }),
    answer: one('sending', Sending),
    status: 201,
    idempotent: true,
    perMinute: 30,
  }),
}
