import { z } from 'zod'
import { readKept, useAccountKey, useKept } from '#console/kit/parts/kept.ts'
import { m } from '#messages/messages.js'
import { type FormRequest, Uploaded } from '../contract.ts'

const Draft = z.object({
  tab: z.enum(['email', 'note']),
  subject: z.string(),
  text: z.string(),
  note: z.string(),
  files: z.array(Uploaded),
  /** Title of the template it was begun with; '' for none. */
  template: z.string(),
})
export type Draft = z.infer<typeof Draft>

const keyOf = (id: string): string => `reply:${id}`

/** What the letter of a request begins with. */
export const greetingOf = ({ name, locale }: Pick<FormRequest, 'name' | 'locale'>): string =>
  m.forms_reply_text_given({ name }, { locale })

const begun = (request: FormRequest): Draft => ({
  tab: request.email ? 'email' : 'note',
  subject: m.forms_reply_subject_given({ number: request.number }, { locale: request.locale }),
  text: greetingOf(request),
  note: '',
  files: [],
  template: '',
})

/** What is being written to a request: kept in this browser until it is sent; undefined begins anew. */
export const useDraft = (request: FormRequest): [Draft, (next: Draft | undefined) => void] =>
  useKept(keyOf(request._id), Draft, begun(request))

/** Whether something unsent is kept for a request. */
export const useHasDraft = (): ((id: string) => boolean) => {
  const account = useAccountKey()
  return (id) => readKept(account, keyOf(id), Draft) !== undefined
}

export { keyOf as draftKey }
