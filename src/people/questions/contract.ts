import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { QuestionType } from '#people/faqs/contract.ts'
import {
  answerStatuses,
  maxFileBytes,
  maxFiles,
  maxTextLength,
  maxTitleLength,
  questionFileTypes,
  questionStates,
} from './rules.ts'

fieldMessages({ question_member: m.questions_field_member })

const State = z.enum(questionStates)
const Text = z.string().trim().min(1).max(maxTextLength)
/** Ids of files that the author uploaded before. */
const Files = z.array(Id).max(maxFiles).default([])

const QuestionFile = z
  .object({ _id: Id, kind: z.enum(['picture', 'video', 'document']), name: z.string(), bytes: z.number().int() })
  .meta({ id: 'QuestionFile' })
export type QuestionFile = z.infer<typeof QuestionFile>

const Entry = z.object({
  _id: Id,
  createdAt: Instant,
  author: z.enum(['member', 'staff']),
  text: z.string(),
  files: z.array(QuestionFile),
})

const line = {
  ...recordFields,
  type: QuestionType,
  title: z.string(),
  writer: z.string().describe('Name of the member who asked'),
  state: State,
  answerStatus: z.enum(answerStatuses).describe('Whether the latest text of the member was answered'),
  files: z.number().int().describe('Number of files in all entries'),
  views: z.number().int().describe('Number of views by its author and staff'),
  answeredAt: Instant.nullable(),
  closedAt: Instant.nullable(),
}

/** Entry in the author's list of questions. */
export const InquireLine = z.object(line).meta({ id: 'InquireLine' })
export type InquireLine = z.infer<typeof InquireLine>

/** A question with its entries, as its author sees it. */
export const Inquire = z.object({ ...line, entries: z.array(Entry) }).meta({ id: 'Inquire' })
export type Inquire = z.infer<typeof Inquire>

const Person = z.object({ _id: Id, name: z.string() })

/** Entry in the staff's list of questions. */
export const QuestionLine = z.object({ ...line, locale: Locale, user: Person }).meta({ id: 'QuestionLine' })
export type QuestionLine = z.infer<typeof QuestionLine>

/** A question as staff see it. */
export const Question = z
  .object({
    ...QuestionLine.shape,
    user: Person.extend({ email: z.string().nullable() }),
    entries: z.array(Entry.extend({ actor: z.string().nullable().describe('Name of the staff member who answered') })),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

export const NewInquire = z.strictObject({
  type: QuestionType,
  title: z.string().trim().min(1).max(maxTitleLength),
  text: Text,
  files: Files,
})
const NewEntry = z.strictObject({ text: Text, files: Files })

/** A question that staff enter for a member who asked by telephone, by letter or at the counter. */
export const NewQuestion = z.strictObject({
  username: z.string().trim().toLowerCase().min(1).max(100),
  ...NewInquire.shape,
})
/** Corrections by staff; `closed` is the only state that is set by hand. */
const QuestionChange = z.strictObject({
  type: QuestionType,
  title: NewInquire.shape.title,
  state: z.literal('closed'),
})

export const QuestionTemplateInput = z.strictObject({
  title: z.string().trim().min(1).max(120),
  text: Text,
})
const QuestionTemplate = z.object({ ...recordFields, ...QuestionTemplateInput.shape }).meta({ id: 'QuestionTemplate' })
export type QuestionTemplate = z.infer<typeof QuestionTemplate>

const access = 'console:questions'
const ownPath = '/api/v1/me/inquires'
const centerPath = '/api/v1/center/questions'
const questionsPath = '/api/console/center/questions'
const upload = { field: 'file', ...questionFileTypes, maxBytes: maxFileBytes, maxFiles: 1 } as const
const filters = { state: State.optional(), type: QuestionType.optional() }
const Address = z.object({ url: z.string().describe('Valid for five minutes') })
const FileParams = z.strictObject({ id: Id, file: Id })

/** Text templates for answers. */
export const questionTemplates = crud(
  '/api/console/center/question-templates',
  { one: 'template', many: 'templates' },
  QuestionTemplate,
  QuestionTemplateInput,
  { access, sort: ['title', 'createdAt', 'updatedAt'], filters: {} },
)

/** Questions of members to the customer center, with their answers. */
export const questions = {
  mine: route({
    method: 'GET',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'Questions of the caller, newest first.',
    query: z.strictObject({ ...listQuery(['createdAt']), ...filters }),
    answer: page('inquires', InquireLine),
  }),
  open: route({
    method: 'GET',
    path: `${ownPath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'One question of the caller, with its answers.',
    params: ById,
    answer: one('inquire', Inquire),
  }),
  ask: route({
    method: 'POST',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'Send a question to the customer centre.',
    body: NewInquire,
    answer: one('inquire', Inquire),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  /** The questions of the customer centre under their name there; the same as `/api/v1/me/inquires`. */
  listCenter: route({
    method: 'GET',
    path: centerPath,
    access: 'member',
    owned: true,
    summary: 'Questions of the caller to the customer centre, newest first, as `/api/v1/me/inquires`.',
    query: z.strictObject({ ...listQuery(['createdAt']), ...filters }),
    answer: page('questions', InquireLine),
  }),
  getCenter: route({
    method: 'GET',
    path: `${centerPath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'One question of the caller, with its answers, as `/api/v1/me/inquires/{id}`.',
    params: ById,
    answer: one('question', Inquire),
  }),
  askCenter: route({
    method: 'POST',
    path: centerPath,
    access: 'member',
    owned: true,
    summary: 'Send a question to the customer centre, as `/api/v1/me/inquires`.',
    body: NewInquire,
    answer: one('question', Inquire),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  goOn: route({
    method: 'POST',
    path: `${ownPath}/{id}/entries`,
    access: 'member',
    owned: true,
    summary: 'Add to a question that is not closed; it becomes open again.',
    params: ById,
    body: NewEntry,
    answer: one('inquire', Inquire),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  close: route({
    method: 'POST',
    path: `${ownPath}/{id}/close`,
    access: 'member',
    owned: true,
    summary: 'Close one of the caller’s questions.',
    params: ById,
    answer: one('inquire', Inquire),
    status: 200,
    idempotent: true,
  }),
  openFile: route({
    method: 'POST',
    path: `${ownPath}/{id}/files/{file}`,
    access: 'member',
    owned: true,
    summary: 'Create a URL for a file of one of the caller’s questions, valid for five minutes.',
    params: FileParams,
    answer: Address,
    status: 201,
  }),
  upload: route({
    method: 'POST',
    path: `${centerPath}/upload`,
    access: 'member',
    summary: 'Upload a file for a question that is not sent yet.',
    upload,
    answer: z.object({ file: QuestionFile }),
    status: 201,
    perMinute: 60,
  }),

  list: route({
    method: 'GET',
    path: questionsPath,
    access,
    summary: 'Questions of members, newest first.',
    query: z.strictObject({ ...listQuery(['createdAt', 'updatedAt', 'views']), ...filters }),
    answer: page('questions', QuestionLine),
  }),
  get: route({
    method: 'GET',
    path: `${questionsPath}/{id}`,
    access,
    summary: 'One question with its entries. The read is logged.',
    params: ById,
    answer: one('question', Question),
  }),
  create: route({
    method: 'POST',
    path: questionsPath,
    access,
    summary: 'Enter a question for a member who asked by telephone, by letter or at the counter.',
    body: NewQuestion,
    answer: one('question', Question),
    status: 201,
    idempotent: true,
  }),
  update: route({
    method: 'PUT',
    path: `${questionsPath}/{id}`,
    access,
    summary: 'Correct the type or the subject of a question, or close it; fields left out stay as they are.',
    params: ById,
    body: QuestionChange.partial().extend({ updatedAt: Instant.optional() }),
    answer: one('question', Question),
  }),
  remove: route({
    method: 'DELETE',
    path: `${questionsPath}/{id}`,
    access,
    summary:
      'Delete a question that was never answered, with its files. 409 once staff answered: the law retains complaints and their handling.',
    params: ById,
    status: 204,
  }),
  answer: route({
    method: 'POST',
    path: `${questionsPath}/{id}/answer`,
    access,
    summary: 'Answer a question; its author is notified by mail if they have an address.',
    params: ById,
    body: z.strictObject({ ...NewEntry.shape, updatedAt: Instant.optional() }),
    answer: one('question', Question),
    status: 201,
    idempotent: true,
  }),
  uploadAnswer: route({
    method: 'POST',
    path: `${questionsPath}/upload`,
    access,
    summary: 'Upload a file for an answer that is not sent yet.',
    upload,
    answer: z.object({ file: QuestionFile }),
    status: 201,
    perMinute: 60,
  }),
  lookAtFile: route({
    method: 'POST',
    path: `${questionsPath}/{id}/files/{file}`,
    access,
    summary: 'Create a URL for a file, valid for five minutes. The caller is logged.',
    params: FileParams,
    answer: Address,
    status: 201,
  }),
  arrivals: route({
    method: 'GET',
    path: `${questionsPath}/arrivals`,
    access,
    summary: 'Number of questions that wait for an answer, and time of the latest one.',
    answer: z.object({ waiting: z.number().int(), latest: Instant.nullable() }),
  }),
  templates: questionTemplates.list,
  template: questionTemplates.get,
  createTemplate: questionTemplates.create,
  changeTemplate: questionTemplates.update,
  removeTemplate: questionTemplates.remove,
}
