import { z } from 'zod'
import { readKept, useAccountKey, useKept } from '#console/kit/parts/kept.ts'
import { m } from '#messages/messages.js'
import { type FormRequest, Uploaded } from '../contract.ts'

export const Draft = z.object({
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

/** The same as it is at this moment, for what ends later than it began: a file that arrives, a note that is saved. */
export const useReadDraft = (request: FormRequest): (() => Draft) => {
  const account = useAccountKey()
  return () => readKept(account, keyOf(request._id), Draft) ?? begun(request)
}

/** What is still unsent once the letter has gone: a note that was begun. */
export const withoutLetter = (request: FormRequest, now: Draft): Draft | undefined =>
  now.note === '' ? undefined : { ...begun(request), note: now.note }

/** What is still unsent once a note was saved: the letter, and what was added to the note meanwhile. */
export const withoutNote = (request: FormRequest, now: Draft, saved: string): Draft | undefined => {
  const { subject, text } = begun(request)
  const note = now.note === saved ? '' : now.note
  const isLetter = now.subject !== subject || now.text !== text || now.files.length > 0
  return isLetter || note !== '' ? { ...now, note } : undefined
}

/**
 * A letter that was taken back, with what was written since: the words of both, in their order, and the note.
 */
export const withTakenBack = (
  letter: Pick<Draft, 'subject' | 'text' | 'files'>,
  since: Draft | undefined,
  greeting: string,
): Draft => {
  const more = since && since.text.trim() !== greeting.trim() ? since.text.trim() : ''
  const added = since?.files.filter(({ ticket }) => letter.files.every((file) => file.ticket !== ticket)) ?? []
  return {
    tab: 'email',
    subject: letter.subject,
    text: more === '' || letter.text.includes(more) ? letter.text : `${letter.text.trimEnd()}\n\n${more}`,
    note: since?.note ?? '',
    files: [...letter.files, ...added],
    template: '',
  }
}

/** Whether something unsent is kept for a request. */
export const useHasDraft = (): ((id: string) => boolean) => {
  const account = useAccountKey()
  return (id) => readKept(account, keyOf(id), Draft) !== undefined
}

export { keyOf as draftKey }
