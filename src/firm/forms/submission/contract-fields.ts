import { z } from 'zod'
import { localized, localizedOptional } from '#kit/contract.ts'
import { Phone } from '#kit/phone/phone-field.ts'
import { earliestDate, findContactFields, latestDate } from '../rules.ts'

/**
 * Field kinds. `practice`, `office` and `lawyer` take keys of those records; the last two are only asked on pages of an
 * office or lawyer.
 */
const fieldKinds = [
  'line',
  'text',
  'phone',
  'email',
  'choice',
  'figures',
  'date',
  'practice',
  'office',
  'lawyer',
  'files',
] as const

export const FormField = z.strictObject({
  name: z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
  kind: z.enum(fieldKinds),
  /** Fields of a group share a title. */
  group: z.enum(['person', 'matter', 'files']),
  label: localized(80),
  hint: localizedOptional(200).default({}),
  required: z.boolean().default(false),
  width: z.enum(['full', 'half', 'quarter']).default('full'),
  /** Maximum characters. */
  max: z.number().int().min(1).max(5000).default(200),
  options: z
    .array(z.strictObject({ value: z.string().regex(/^[a-z0-9-]{1,40}$/), label: localized(80) }))
    .max(40)
    .default([]),
})
export type FormField = z.infer<typeof FormField>

export const FormKindInput = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  title: localized(80),
  fields: z.array(FormField).min(1).max(40),
  privacyVersion: z.iso.date(),
  keptDays: z.number().int().min(1).max(3650),
})
export type FormKindInput = z.infer<typeof FormKindInput>

/** Field for visitors in one language. */
export const PublicField = z
  .object({
    name: z.string(),
    kind: z.enum(fieldKinds),
    group: FormField.shape.group,
    label: z.string(),
    hint: z.string(),
    required: z.boolean(),
    width: FormField.shape.width,
    max: z.number().int(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: 'FormField' })
export type PublicField = z.infer<typeof PublicField>

type AnswerField = Pick<FormField, 'name' | 'kind' | 'required' | 'max'> & { options: readonly { value: string }[] }

const getMissingCode = (kind: AnswerField['kind']): string =>
  kind === 'choice' || kind === 'practice' ? 'choose' : 'required'

const createContentSchema = ({ kind, max, options }: AnswerField): z.ZodType<string, string> => {
  const line = z.string().max(max)
  switch (kind) {
    case 'phone':
      return Phone
    case 'email':
      return z.email().max(max)
    case 'choice':
      return line.refine((value) => options.some((option) => option.value === value), { error: 'choose' })
    case 'figures':
      return line.regex(/^\d{1,6}$/, { error: 'figures' })
    case 'date':
      return z.iso
        .date({ error: 'date' })
        .refine((day) => day >= earliestDate && day <= latestDate, { error: 'date_range' })
    case 'practice':
    case 'office':
    case 'lawyer':
      return line.regex(/^[a-z0-9-]{1,60}$/, { error: 'choose' })
    default:
      return line
  }
}

const createAnswerSchema = (field: AnswerField): z.ZodType<string, string | undefined> => {
  const text = z.string({ error: getMissingCode(field.kind) }).trim()
  const content = createContentSchema(field)
  if (field.required) return text.min(1, { error: getMissingCode(field.kind) }).pipe(content)
  return text.default('').transform((answer, context) => {
    if (answer === '') return answer
    const result = content.safeParse(answer)
    if (result.success) return result.data
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: answer } as z.core.$ZodRawIssue)
    return z.NEVER
  })
}

/**
 * Returns the schema of the answers to a form, for browser and server. Files and consent are validated separately. A
 * form with optional phone and e-mail fields requires one of them.
 */
export const createAnswersSchema = (
  fields: readonly (AnswerField | PublicField)[],
): z.ZodType<Record<string, string>> => {
  const answers = z.strictObject(
    Object.fromEntries(
      fields.filter(({ kind }) => kind !== 'files').map((field) => [field.name, createAnswerSchema(field)]),
    ),
  )
  const contacts = findContactFields(fields)
  const [first] = contacts
  if (!first || contacts.length === 1 || contacts.some(({ required }) => required)) return answers
  return answers.refine((values) => contacts.some(({ name }) => values[name]), {
    error: 'contact',
    path: [first.name],
    // Run although other fields are invalid, so that all errors appear together; an invalid contact has its own
    // message.
    when: ({ issues }) => !issues.some(({ path }) => contacts.some(({ name }) => path?.[0] === name)),
  })
}
