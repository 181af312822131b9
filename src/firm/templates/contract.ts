import { z } from 'zod'
import { crud, headerLine, localized, localizedLine, recordFields } from '#kit/contract.ts'

export { blanksIn, type Field, fieldName, fields, fillIn, piecesOf } from './rules.ts'

/** A letter written ahead. Names in braces are filled in for each request: `rules.ts`. */
export const TemplateInput = z.strictObject({
  title: headerLine(80).min(1),
  subject: localizedLine(200),
  text: localized(5000),
  /** Key of the practice whose requests it is offered first for; null for all. */
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
