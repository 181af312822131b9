import { z } from 'zod'
import { AccessReason } from '#kit/audit/contract.ts'
import { Instant, page, route } from '#kit/contract.ts'
import { FormSummary, forms } from '../contract.ts'

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
