import { z } from 'zod'
import { AccessReason } from '#kit/audit/contract.ts'
import { ById, headerLine, Id, Instant, one, page, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { FormRequest, FormSummary, forms, Uploaded } from './contract.ts'
import { maxReplyBytes } from './replies/rules.ts'

fieldMessages({
  letter_empty: m.field_letter_empty,
  letter_blanks: m.field_letter_blanks,
  letter_size: m.field_letter_size,
})

/** Request in an export: with contact and message. */
export const ExportedForm = z
  .object({
    ...FormSummary.shape,
    phone: z.string(),
    email: z.string().nullable(),
    message: z.string(),
    answeredAt: Instant.nullable(),
    closedAt: Instant.nullable(),
  })
  .meta({ id: 'FormLine' })
export type ExportedForm = z.infer<typeof ExportedForm>

const access = 'console:forms'
const list = forms.list.path
const single = one('form', FormRequest)
const OfEntry = z.strictObject({ id: Id, entry: Id })

const Sender = z.object({ name: z.string(), address: z.string() })

/** Handling beyond reading and assigning: replies, attachments, duplicates, export, removal. */
export const requestHandling = {
  sender: route({
    method: 'GET',
    path: `${list}/sender`,
    access,
    summary: 'Who answers are sent by; null while none can be sent.',
    answer: z.object({ sender: Sender.nullable(), firm: z.string() }),
  }),
  preview: route({
    method: 'POST',
    path: `${list}/{id}/email/preview`,
    access,
    summary: 'A letter as its recipient would see it, and why it cannot be sent yet. Nothing is kept.',
    params: ById,
    body: z.strictObject({ subject: headerLine(200), text: z.string().max(20_000) }),
    answer: z.object({
      mail: z.object({
        from: Sender.nullable(),
        to: z.string(),
        subject: z.string(),
        html: z.string(),
        /** Messages by field. */
        faults: z.record(z.string(), z.string()),
      }),
    }),
    status: 200,
  }),
  attach: route({
    method: 'POST',
    path: `${list}/{id}/files`,
    access,
    summary: 'Send a file ahead of the letter it goes with.',
    params: ById,
    upload: { field: 'file', kinds: ['picture', 'document'], maxBytes: maxReplyBytes, maxFiles: 1 },
    answer: z.object({ file: Uploaded }),
    status: 201,
  }),
  takeBack: route({
    method: 'POST',
    path: `${list}/{id}/answers/{entry}/take-back`,
    access,
    summary: 'Take back a letter that has not gone out; the request is again as it was. 409 when it is too late.',
    params: OfEntry,
    answer: z.object({
      form: FormRequest,
      letter: z.object({ subject: z.string(), text: z.string(), files: z.array(Uploaded) }),
    }),
    status: 200,
    idempotent: true,
  }),
  merge: route({
    method: 'POST',
    path: `${list}/{id}/merge`,
    access,
    summary: 'Merge a repeated request into this one: it is closed and read here.',
    params: ById,
    body: z.strictObject({ other: Id, updatedAt: Instant.optional() }),
    answer: single,
    status: 200,
    idempotent: true,
  }),
  separate: route({
    method: 'POST',
    path: `${list}/{id}/separate`,
    access,
    summary: 'Undo a merge: the other request is again as it was.',
    params: ById,
    body: z.strictObject({ other: Id }),
    answer: single,
    status: 200,
    idempotent: true,
  }),
  export: route({
    method: 'GET',
    path: `${list}/export`,
    access,
    summary: 'Requests with contact and message, for a file; who took them and why is in the log.',
    query: forms.list.query.extend({ reason: AccessReason }),
    answer: page('forms', ExportedForm),
  }),
  remove: route({
    method: 'DELETE',
    path: `${list}/{id}`,
    access,
    summary:
      'Destroy a closed request with its files, thread and mails; its number stays in the log. Refused (409) while it is open, a letter of it is on its way, or another one is merged into it.',
    params: ById,
    status: 204,
  }),
}
