import { z } from 'zod'
import { Locale, one, route } from '#kit/contract.ts'
import { FormRequest, forms } from '../contract.ts'
import { NewRequest } from '../submission/contract.ts'

const { answers, files, consent } = NewRequest.shape

/** Requests that staff take by telephone, by letter or at the counter. */
export const staffEntry = {
  enter: route({
    method: 'POST',
    path: forms.list.path,
    access: forms.list.access,
    summary:
      'Enter a request for a person who called, wrote or came by. `consent` is the version of the privacy terms to which the person agreed.',
    body: z.strictObject({
      kind: z.string().max(40).default('consult'),
      locale: Locale.default('ko').describe('Language of the person, and of the receipt'),
      answers,
      files,
      consent,
    }),
    answer: one('form', FormRequest),
    status: 201,
    idempotent: true,
  }),
}
