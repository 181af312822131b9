import { z } from 'zod'
import { ById, headerLine, Id, Instant, one, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { FormRequest, forms } from '../contract.ts'
import { UploadedFile } from '../submission/contract.ts'
import { maxReplyBytes, maxReplyFiles } from './rules.ts'

fieldMessages({
  letter_empty: m.field_letter_empty,
  letter_blanks: m.field_letter_blanks,
  letter_size: m.field_letter_size,
})

const Sender = z.object({ name: z.string(), address: z.string() })

const { access, path: list } = forms.list

export const replies = {
  email: route({
    method: 'PUT',
    path: `${list}/{id}/email`,
    access,
    summary:
      'Reply to the sender by e-mail and mark the request as answered. The reply is held back for some seconds and can be recalled. 409 `no_sender` without a configured sender.',
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
    answer: one('form', FormRequest),
    idempotent: true,
  }),
  sender: route({
    method: 'GET',
    path: `${list}/sender`,
    access,
    summary: 'Get the sender of replies; null if mail is not configured.',
    answer: z.object({ sender: Sender.nullable(), firm: z.string() }),
  }),
  preview: route({
    method: 'POST',
    path: `${list}/{id}/email/preview`,
    access,
    summary: 'Preview a reply as its recipient would see it, with the errors that prevent sending. Stores nothing.',
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
    summary: 'Upload a file before the reply it is attached to.',
    params: ById,
    upload: {
      field: 'file',
      kinds: ['picture', 'document'],
      keepsOriginal: true,
      maxBytes: maxReplyBytes,
      maxFiles: 1,
    },
    answer: z.object({ file: UploadedFile }),
    status: 201,
  }),
  takeBack: route({
    method: 'POST',
    path: `${list}/{id}/answers/{entry}/take-back`,
    access,
    summary: 'Recall a reply that was not sent yet and restore the request. 409 if it is too late.',
    params: z.strictObject({ id: Id, entry: Id }),
    answer: z.object({
      form: FormRequest,
      letter: z.object({ subject: z.string(), text: z.string(), files: z.array(UploadedFile) }),
    }),
    status: 200,
    idempotent: true,
  }),
}
