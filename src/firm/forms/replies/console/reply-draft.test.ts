import { describe, expect, it } from 'vitest'
import type { FormRequest } from '../../contract.ts'
import { getGreeting, mergeRecalledLetter, type ReplyDraft, removeLetter, removeNote } from './reply-draft.ts'

const request = {
  _id: 'request',
  name: '오세진',
  number: '2026-000001',
  email: 'sejin@estate.example',
  locale: 'ko',
} as FormRequest
const greeting = getGreeting(request)
const buildFile = (name: string) => ({ name, mime: 'application/pdf', bytes: 15, ticket: `ticket of ${name}` })
const buildDraft = (rest: Partial<ReplyDraft> = {}): ReplyDraft => ({
  tab: 'email',
  subject: removeLetter(request, { note: 'x' } as ReplyDraft)?.subject ?? '',
  text: greeting,
  note: '',
  files: [],
  template: '',
  ...rest,
})

describe('draft after the letter was sent', () => {
  it('is empty or keeps the started note', () => {
    expect(removeLetter(request, buildDraft({ text: '답변' }))).toBeUndefined()
    const { note, text, files } =
      removeLetter(request, buildDraft({ note: '전화할 것', files: [buildFile('a')] })) ?? buildDraft()
    expect({ note, text, files }).toEqual({ note: '전화할 것', text: greeting, files: [] })
  })
})

describe('draft after a note was saved', () => {
  it.each([
    ['a subject', { subject: '진단 안내' }],
    ['words', { text: `${greeting}도면을 검토했습니다.` }],
    ['files', { files: [buildFile('안내문.pdf')] }],
  ])('keeps %s of the letter', (_what, started) => {
    const current = buildDraft({ ...started, tab: 'note', note: '메모' })
    expect(removeNote(request, current, '메모')).toEqual({ ...current, note: '' })
  })
  it('keeps text typed into the note during the save', () => {
    expect(removeNote(request, buildDraft({ note: '메모 더' }), '메모')?.note).toBe('메모 더')
  })
  it('is empty without a started letter', () => {
    expect(removeNote(request, buildDraft({ note: '메모' }), '메모')).toBeUndefined()
  })
})

describe('recalled letter', () => {
  const letter = { subject: '답변', text: '먼저 보낸 답변입니다.\n', files: [buildFile('a')] }
  it('restores its text without a newer draft', () => {
    for (const since of [undefined, buildDraft()])
      expect(mergeRecalledLetter(letter, since, greeting)).toMatchObject({ ...letter, note: '' })
  })
  it('appends a newer draft with its note and files', () => {
    const since = buildDraft({ text: '덧붙일 말입니다.', note: '통화함', files: [buildFile('b')] })
    expect(mergeRecalledLetter(letter, since, greeting)).toMatchObject({
      text: '먼저 보낸 답변입니다.\n\n덧붙일 말입니다.',
      note: '통화함',
      files: [buildFile('a'), buildFile('b')],
    })
  })
})
