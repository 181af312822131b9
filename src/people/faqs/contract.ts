import { z } from 'zod'
import { crud, Id, Locale, localized, recordFields, route } from '#kit/contract.ts'
import { UploadedForText } from '#kit/files/contract.ts'

/** Topics of frequent questions, and of questions that members ask. */
export const questionTypes = ['inquiry', 'website', 'personal', 'other'] as const
export const QuestionType = z.enum(questionTypes)
export type QuestionType = z.infer<typeof QuestionType>

export const FaqInput = z.strictObject({
  type: QuestionType,
  question: localized(200),
  /** HTML, sanitized on input. */
  answer: localized(20_000),
  position: z.number().int().min(0).max(10_000).default(0),
  visible: z.boolean().default(true),
})

export const Faq = z.object({ ...recordFields, ...FaqInput.shape }).meta({ id: 'Faq' })
export type Faq = z.infer<typeof Faq>

export const PublicFaq = z
  .object({
    _id: Id,
    type: QuestionType,
    question: z.string(),
    /** Sanitized HTML. */
    answer: z.string(),
    lang: Locale,
  })
  .meta({ id: 'PublicFaq' })
export type PublicFaq = z.infer<typeof PublicFaq>

/** Frequently asked questions of the customer center. */
export const faqs = {
  ...crud('/api/console/center/faqs', { one: 'faq', many: 'faqs' }, Faq, FaqInput, {
    access: 'console:center',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: { type: QuestionType.optional() },
  }),
  order: route({
    method: 'PUT',
    path: '/api/console/center/faqs/order',
    access: 'console:center',
    summary:
      'Set the order of all questions of a type, each named once; 409 if one was added or removed in the meantime.',
    body: z.strictObject({ type: QuestionType, ids: z.array(Id).min(1).max(500) }),
    status: 204,
  }),
  upload: route({
    method: 'POST',
    path: '/api/console/center/faqs/upload',
    access: 'console:center',
    summary: 'Upload a picture or a file for a text; one that no text uses within a week is removed.',
    upload: { field: 'file', kinds: ['picture', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    answer: UploadedForText,
    status: 201,
    perMinute: 60,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/center/faqs',
    access: 'public',
    summary: 'Frequently asked questions with their answers, in their display order.',
    query: z.strictObject({ type: QuestionType.optional() }),
    answer: z.object({ faqs: z.array(PublicFaq) }),
    cached: true,
  }),
}
