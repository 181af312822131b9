import { z } from 'zod'
import { Instant, Locale, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { formStates, maxRequestFileBytes, maxRequestFiles, requestFileTypes } from '../rules.ts'
import { PublicField } from './contract-fields.ts'

fieldMessages({
  figures: m.field_figures,
  date_range: m.field_date_range,
  consent: m.field_consent,
  leave_empty: m.field_leave_empty,
  contact: m.field_contact,
})

export const PublicKind = z
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
export const UploadedFile = z
  .object({ name: z.string(), mime: z.string(), bytes: z.number().int(), ticket: z.string() })
  .meta({ id: 'UploadedFormFile' })
export type UploadedFile = z.infer<typeof UploadedFile>

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

const Kind = z.strictObject({ kind: z.string().max(40) })

/** Form in the list of forms. */
const FormLine = z.object({ key: z.string(), title: z.string(), lang: Locale }).meta({ id: 'FormLineOfKind' })

export const submission = {
  kinds: route({
    method: 'GET',
    path: '/api/v1/forms',
    access: 'public',
    summary: 'List the forms that visitors can send.',
    answer: z.object({ forms: z.array(FormLine) }),
    cached: true,
  }),
  createOfKind: route({
    method: 'POST',
    path: '/api/v1/forms',
    access: 'public',
    summary: 'Send a request of the form named in the body, as `/api/v1/forms/{kind}`.',
    body: NewRequest.extend({ kind: Kind.shape.kind }),
    answer: z.object({ receipt: Receipt }),
    status: 201,
    idempotent: true,
    perMinute: 600,
  }),
  kind: route({
    method: 'GET',
    path: '/api/v1/forms/{kind}',
    access: 'public',
    summary: 'Get the definition of a form.',
    params: Kind,
    answer: z.object({ kind: PublicKind }),
    cached: true,
  }),
  upload: route({
    method: 'POST',
    path: '/api/v1/forms/{kind}/files',
    access: 'public',
    summary: 'Upload a file before the request it belongs to.',
    params: Kind,
    upload: { field: 'file', ...requestFileTypes, maxBytes: maxRequestFileBytes, maxFiles: 1 },
    answer: z.object({ file: UploadedFile }),
    status: 201,
    perMinute: 60,
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/forms/{kind}',
    access: 'public',
    summary: 'Send a request. Repeated calls with the same key store it once.',
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
    summary: 'Get the state of a request by its number and the phone or e-mail of its sender.',
    body: z.strictObject({
      number: z.string().trim().min(1).max(20),
      contact: z.string().trim().min(1).max(200),
    }),
    answer: z.object({ request: Progress }),
    status: 200,
    perMinute: 60,
  }),
}
