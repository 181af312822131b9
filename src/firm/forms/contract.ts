import { z } from 'zod'
import { ById, Id, Instant, Locale, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { formStates } from './rules.ts'

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

const access = 'console:forms'
const list = '/api/console/forms'
const single = one('form', FormRequest)

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
    summary: 'List requests, newest first.',
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
    summary: 'Get a request with its files and thread. Views are logged.',
    params: ById,
    answer: single,
  }),
  update: route({
    method: 'PUT',
    path: `${list}/{id}`,
    access,
    summary: 'Change assignee, state or office of a request; omitted fields stay unchanged.',
    params: ById,
    body: FormChange.partial().extend({ updatedAt: Instant.optional() }),
    answer: single,
  }),
  addNote: route({
    method: 'POST',
    path: `${list}/{id}/notes`,
    access,
    summary: 'Add an internal note; the sender never sees it.',
    params: ById,
    body: z.strictObject({ text: z.string().trim().min(1).max(5000) }),
    answer: single,
    status: 201,
    idempotent: true,
  }),
  openFile: route({
    method: 'POST',
    path: `${list}/{id}/files/{file}`,
    access,
    summary: 'Create a URL of a file, valid for five minutes. Each call is logged.',
    params: z.strictObject({ id: Id, file: Id }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  arrivals: route({
    method: 'GET',
    path: `${list}/arrivals`,
    access,
    summary:
      'Count new and undeliverable requests, with the time of the latest one. Cheap enough to poll every second.',
    answer: z.object({ waiting: z.number().int(), latest: Instant.nullable(), kept: z.number().int() }),
  }),
  staff: route({
    method: 'GET',
    path: `${list}/staff`,
    access,
    summary: 'List the accounts that can be assigned to a request.',
    answer: z.object({ staff: z.array(Person) }),
  }),
}
