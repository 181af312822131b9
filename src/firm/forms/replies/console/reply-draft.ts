import { z } from 'zod'
import { readStored, useAccountKey, useStored } from '#console/kit/parts/values/account-storage.ts'
import { m } from '#messages/messages.js'
import type { FormRequest } from '../../contract.ts'
import { UploadedFile } from '../../submission/contract.ts'

export const ReplyDraft = z.object({
  tab: z.enum(['email', 'note']),
  subject: z.string(),
  text: z.string(),
  note: z.string(),
  files: z.array(UploadedFile),
  /** Title of the template in use; '' for none. */
  template: z.string(),
})
export type ReplyDraft = z.infer<typeof ReplyDraft>

export const getDraftKey = (id: string): string => `reply:${id}`

/** Returns the greeting of a new letter. */
export const getGreeting = ({ name, locale }: Pick<FormRequest, 'name' | 'locale'>): string =>
  m.forms_reply_text_given({ name }, { locale })

const createDraft = (request: FormRequest): ReplyDraft => ({
  tab: request.email ? 'email' : 'note',
  subject: m.forms_reply_subject_given({ number: request.number }, { locale: request.locale }),
  text: getGreeting(request),
  note: '',
  files: [],
  template: '',
})

/** Draft of a reply, stored in this browser until it is sent; undefined resets it. */
export const useReplyDraft = (request: FormRequest): [ReplyDraft, (next: ReplyDraft | undefined) => void] =>
  useStored(getDraftKey(request._id), ReplyDraft, createDraft(request))

/** Returns a function that reads the current draft, for asynchronous results: an uploaded file or a saved note. */
export const useReplyDraftReader = (request: FormRequest): (() => ReplyDraft) => {
  const account = useAccountKey()
  return () => readStored(account, getDraftKey(request._id), ReplyDraft) ?? createDraft(request)
}

/** Returns the draft after the letter was sent: a started note remains. */
export const removeLetter = (request: FormRequest, draft: ReplyDraft): ReplyDraft | undefined =>
  draft.note === '' ? undefined : { ...createDraft(request), note: draft.note }

/** Returns the draft after a note was saved: the letter remains, and text typed into the note meanwhile. */
export const removeNote = (request: FormRequest, draft: ReplyDraft, saved: string): ReplyDraft | undefined => {
  const { subject, text } = createDraft(request)
  const note = draft.note === saved ? '' : draft.note
  const isLetter = draft.subject !== subject || draft.text !== text || draft.files.length > 0
  return isLetter || note !== '' ? { ...draft, note } : undefined
}

/** Merges a recalled letter with the current draft: both texts in order, and the note. */
export const mergeRecalledLetter = (
  letter: Pick<ReplyDraft, 'subject' | 'text' | 'files'>,
  since: ReplyDraft | undefined,
  greeting: string,
): ReplyDraft => {
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

/** Returns a function that tells whether a request has a stored draft. */
export const useHasReplyDraft = (): ((id: string) => boolean) => {
  const account = useAccountKey()
  return (id) => readStored(account, getDraftKey(id), ReplyDraft) !== undefined
}
