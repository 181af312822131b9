import { z } from 'zod'
import { ById, headerLine, Id, Instant, Locale, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { PublicField } from './contract-fields.ts'
import { maxReplyFiles } from './replies/rules.ts'
import { maxRequestFileBytes, maxRequestFiles } from './rules.ts'

fieldMessages({
  phone_short: m.field_phone_short,
  phone_abroad: m.field_phone_abroad,
  figures: m.field_figures,
  date_range: m.field_date_range,
  consent: m.field_consent,
  leave_empty: m.field_leave_empty,
  contact: m.field_contact,
})

export const formStates = ['received', 'assigned', 'answered', 'closed'] as const
export type FormState = (typeof formStates)[number]

const PublicKind = z
  .object({
    key: z.string(),
    title: z.string(),
    fields: z.array(PublicField),
    /** Effective date of the privacy terms; `keptDays` is the retention in days after a request is closed. */
    privacyVersion: z.string(),
    keptDays: z.number().int(),
    /** True if the receipt is also sent by e-mail, which requires a configured sender. */
    receiptByMail: z.boolean(),
    lang: Locale,
  })
  .meta({ id: 'FormKind' })
export type PublicKind = z.infer<typeof PublicKind>

/** File uploaded before its request. The request refers to it by `ticket`, valid for a week. */
export const Uploaded = z
  .object({ name: z.string(), mime: z.string(), bytes: z.number().int(), ticket: z.string() })
  .meta({ id: 'UploadedFormFile' })
export type Uploaded = z.infer<typeof Uploaded>

export const NewRequest = z.strictObject({
  answers: z.record(z.string().max(40), z.string().max(5000)),
  /** Tickets of the files, in order. */
  files: z.array(z.string().max(1000)).max(maxRequestFiles).default([]),
  /** Version of the accepted privacy terms; '' for none. */
  consent: z.string().max(40).default(''),
  /** Honeypot: hidden from people. */
  website: z.string().max(500).default(''),
  /** Time in ms from the first view of the form to submission; undefined without script. */
  elapsed: z.number().int().min(0).optional(),
})
export type NewRequest = z.infer<typeof NewRequest>

/** `number` is null while the database is unavailable: the request is spooled and gets its number later. */
const Receipt = z.object({ number: z.string().nullable(), receivedAt: Instant }).meta({ id: 'FormReceipt' })
export type Receipt = z.infer<typeof Receipt>

const Progress = z
  .object({
    number: z.string(),
    state: z.enum(formStates),
    receivedAt: Instant,
    answeredAt: Instant.nullable(),
    closedAt: Instant.nullable(),
  })
  .meta({ id: 'FormProgress' })
export type Progress = z.infer<typeof Progress>

const Person = z.object({ _id: Id, name: z.string() })

/** Request in a list. */
export const FormSummary = z
  .object({
    ...recordFields,
    number: z.string(),
    kind: z.string(),
    state: z.enum(formStates),
    locale: Locale,
    name: z.string(),
    /** First line of the message. */
    subject: z.string(),
    building: z.string(),
    practice: z.string().nullable(),
    office: z.string().nullable(),
    files: z.number().int(),
    assignee: Person.nullable(),
  })
  .meta({ id: 'FormSummary' })
export type FormSummary = z.infer<typeof FormSummary>

const FormFile = z.object({
  _id: Id,
  kind: z.enum(['picture', 'video', 'document']),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  /** URL of a thumbnail, valid for five minutes; null if there is none. */
  preview: z.string().nullable(),
  /** Size of the thumbnail in px. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})

const Entry = z.object({
  _id: Id,
  createdAt: Instant,
  kind: z.enum(['event', 'note', 'answer']),
  /** Type of an event. */
  what: z.string(),
  subject: z.string(),
  text: z.string(),
  actor: z.string().nullable(),
  /** Delivery state of the e-mail of a reply. */
  mail: z.enum(['waiting', 'held', 'sent', 'failed', 'withdrawn']).nullable(),
  /** Time until which a reply is held back and can be recalled. */
  until: Instant.nullable(),
  /** Attachments of a reply. */
  files: z.array(FormFile),
})
export type Entry = z.infer<typeof Entry>

/** Request with all details for staff. */
export const FormRequest = z
  .object({
    ...FormSummary.omit({ files: true, subject: true, building: true }).shape,
    phone: z.string(),
    email: z.string().nullable(),
    lawyer: z.string().nullable(),
    /** Questions and answers in Korean, in the order of the form. */
    answers: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
    message: z.string(),
    consentVersion: z.string(),
    consentedAt: Instant,
    answeredAt: Instant.nullable(),
    closedAt: Instant.nullable(),
    files: z.array(FormFile),
    thread: z.array(Entry),
    /** Possible duplicates within 90 days before or after: same phone, same e-mail or same text. */
    others: z.array(
      z.object({
        _id: Id,
        number: z.string(),
        createdAt: Instant,
        name: z.string(),
        state: z.enum(formStates),
        message: z.string(),
        same: z.array(z.enum(['phone', 'email', 'text'])),
        /** True if it is merged into another request or has requests merged into it. */
        isMerged: z.boolean(),
      }),
    ),
    /** Request that this one was merged into as a duplicate. */
    mergedInto: z.object({ _id: Id, number: z.string() }).nullable(),
    /** Requests merged into this one. */
    merged: z.array(
      z.object({
        _id: Id,
        number: z.string(),
        createdAt: Instant,
        name: z.string(),
        message: z.string(),
        files: z.array(FormFile),
      }),
    ),
  })
  .meta({ id: 'FormRequest' })
export type FormRequest = z.infer<typeof FormRequest>

/** Reasons why an acknowledged request could not be stored after an outage. */
export const undeliverableReasons = ['key_reused', 'unknown_file', 'unknown_form', 'unexpected'] as const
export type UndeliverableReason = (typeof undeliverableReasons)[number]

/**
 * Acknowledged request that could not be stored. `sender` is null if the entry is unreadable; it can then only be
 * discarded.
 */
export const UndeliverableForm = z
  .object({
    ...recordFields,
    reason: z.enum(undeliverableReasons),
    /** Time at which the sender got the acknowledgement. */
    receivedAt: Instant,
    sender: z
      .object({
        name: z.string(),
        phone: z.string(),
        email: z.string().nullable(),
        answers: FormRequest.shape.answers,
        message: z.string(),
      })
      .nullable(),
    /** `isThere`: the file still exists and is stored with the request. */
    files: z.array(z.object({ name: z.string(), bytes: z.number().int(), isThere: z.boolean() })),
  })
  .meta({ id: 'KeptForm' })
export type UndeliverableForm = z.infer<typeof UndeliverableForm>

const access = 'console:forms'
const list = '/api/console/forms'
const keptList = '/api/console/kept-forms'
const single = one('form', FormRequest)
const Kind = z.strictObject({ kind: z.string().max(40) })

/** Changes by staff: assignee, state, office. */
const FormChange = z.strictObject({
  state: z.enum(formStates),
  assignee: Id.nullable(),
  office: z.string().max(40).nullable(),
})

export const forms = {
  list: route({
    method: 'GET',
    path: list,
    access,
    summary: 'Requests sent in, newest first.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'updatedAt']),
      state: z.enum(formStates).optional(),
      kind: z.string().max(40).optional(),
      practice: z.string().max(40).optional(),
      office: z.string().max(40).optional(),
      /** Account id, `me` or `nobody`. */
      assignee: z.union([Id, z.enum(['me', 'nobody'])]).optional(),
      /** `today`, or `overdue`: without a reply for more than two days. */
      age: z.enum(['today', 'overdue']).optional(),
    }),
    answer: page('forms', FormSummary),
  }),
  get: route({
    method: 'GET',
    path: `${list}/{id}`,
    access,
    summary: 'One request with its files and its thread; who looked is noted.',
    params: ById,
    answer: single,
  }),
  update: route({
    method: 'PUT',
    path: `${list}/{id}`,
    access,
    summary: 'Assign a request, move it on, or give it to an office; fields left out stay as they are.',
    params: ById,
    body: FormChange.partial().extend({ updatedAt: Instant.optional() }),
    answer: single,
  }),
  addNote: route({
    method: 'POST',
    path: `${list}/{id}/notes`,
    access,
    summary: 'Note something among staff; the sender never sees it.',
    params: ById,
    body: z.strictObject({ text: z.string().trim().min(1).max(5000) }),
    answer: single,
    status: 201,
    idempotent: true,
  }),
  email: route({
    method: 'PUT',
    path: `${list}/{id}/email`,
    access,
    summary:
      'Answer the sender by e-mail; the request is answered from then on. The letter waits some seconds and can be taken back. 409 `no_sender` while nobody is set up to send.',
    params: ById,
    body: z.strictObject({
      subject: headerLine(200).min(1),
      text: z.string().trim().min(1).max(20_000),
      /** Tickets of the attachments. */
      files: z.array(z.string().max(1000)).max(maxReplyFiles).default([]),
      /** State of the request after the reply. */
      state: z.enum(['answered', 'closed']).default('answered'),
      updatedAt: Instant.optional(),
    }),
    answer: single,
    idempotent: true,
  }),
  openFile: route({
    method: 'POST',
    path: `${list}/{id}/files/{file}`,
    access,
    summary: 'An address under which a file can be fetched for five minutes; who asked is noted.',
    params: z.strictObject({ id: Id, file: Id }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  arrivals: route({
    method: 'GET',
    path: `${list}/arrivals`,
    access,
    summary:
      'How many requests nobody has taken, when the last one came, and how many were set aside. Cheap: asked every second.',
    answer: z.object({ waiting: z.number().int(), latest: Instant.nullable(), kept: z.number().int() }),
  }),
  kept: route({
    method: 'GET',
    path: keptList,
    access,
    summary: 'Requests that were acknowledged while the database was away and could not be filed; who looked is noted.',
    query: z.strictObject(listQuery(['createdAt'])),
    answer: page('kept', UndeliverableForm),
  }),
  fileKept: route({
    method: 'POST',
    path: `${keptList}/{id}/file`,
    access,
    summary: 'File a request that was set aside, under a key of its own and with the files that are still there.',
    params: ById,
    answer: single,
    status: 201,
    idempotent: true,
  }),
  discardKept: route({
    method: 'DELETE',
    path: `${keptList}/{id}`,
    access,
    summary: 'Discard a request that was set aside, with its files.',
    params: ById,
    status: 204,
  }),
  staff: route({
    method: 'GET',
    path: `${list}/staff`,
    access,
    summary: 'Who may be put in charge of a request.',
    answer: z.object({ staff: z.array(Person) }),
  }),

  kind: route({
    method: 'GET',
    path: '/api/v1/forms/{kind}',
    access: 'public',
    summary: 'What a form asks for.',
    params: Kind,
    answer: z.object({ kind: PublicKind }),
    cached: true,
  }),
  upload: route({
    method: 'POST',
    path: '/api/v1/forms/{kind}/files',
    access: 'public',
    summary: 'Send a file ahead of the request it belongs to.',
    params: Kind,
    upload: { field: 'file', kinds: ['picture', 'video', 'document'], maxBytes: maxRequestFileBytes, maxFiles: 1 },
    answer: z.object({ file: Uploaded }),
    status: 201,
    perMinute: 60,
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/forms/{kind}',
    access: 'public',
    summary: 'Send a request; what is sent again under the same key arrives once.',
    params: Kind,
    body: NewRequest,
    answer: z.object({ receipt: Receipt }),
    status: 201,
    idempotent: true,
    perMinute: 600,
  }),
  /** Gives the same response after the same time for unknown numbers and wrong contacts. */
  status: route({
    method: 'POST',
    path: '/api/v1/forms/status',
    access: 'public',
    summary: 'The state of a request, by its number and the telephone or e-mail it was sent with.',
    body: z.strictObject({
      number: z.string().trim().min(1).max(20),
      contact: z.string().trim().min(1).max(200),
    }),
    answer: z.object({ request: Progress }),
    status: 200,
    perMinute: 60,
  }),
}
