import { z } from 'zod'
import { AccessReason } from '#kit/audit/contract.ts'
import { Instant, page, route } from '#kit/contract.ts'
import { FormSummary, forms } from '../contract.ts'

/** Request in an export: with contact, message, consent, and every field of its form. */
export const ExportedForm = z
  .object({
    ...FormSummary.shape,
    phone: z.string(),
    email: z.string().nullable(),
    lawyer: z.string().nullable(),
    message: z.string(),
    consentVersion: z.string(),
    consentedAt: Instant,
    answeredAt: Instant.nullable(),
    closedAt: Instant.nullable(),
    answers: z
      .array(z.object({ name: z.string(), kind: z.string(), label: z.string(), value: z.string() }))
      .describe(
        'Every field of the form in its order, empty ones too; then answers to fields that the form no longer has',
      ),
  })
  .meta({ id: 'FormLine' })
export type ExportedForm = z.infer<typeof ExportedForm>

export const requestExport = {
  export: route({
    method: 'GET',
    path: `${forms.list.path}/export`,
    access: forms.list.access,
    summary: 'Export requests with contact and message. The audit log records the user and the reason.',
    query: forms.list.query.extend({ reason: AccessReason }),
    answer: page('forms', ExportedForm),
  }),
}
