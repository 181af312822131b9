import { z } from 'zod'
import { crud, headerLine, localized, localizedLine, recordFields } from '#kit/contract.ts'

/** Reply template. Names in braces are placeholders, filled in per request: see `rules.ts`. */
export const TemplateInput = z.strictObject({
  title: headerLine(80).min(1),
  subject: localizedLine(200),
  text: localized(5000),
  /** Key of the practice whose requests list it first; null for all. */
  practice: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, { error: 'choose' })
    .nullable()
    .default(null),
  position: z.number().int().min(0).max(1000).default(0),
})

export const Template = z.object({ ...recordFields, ...TemplateInput.shape }).meta({ id: 'ReplyTemplate' })
export type Template = z.infer<typeof Template>

export const templates = crud(
  '/api/console/templates',
  { one: 'template', many: 'templates' },
  Template,
  TemplateInput,
  { access: 'console:forms', sort: ['createdAt', 'updatedAt', 'position'], filters: {} },
)
