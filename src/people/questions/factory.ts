import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import type { questions as contract } from './contract.ts'
import type { QuestionState } from './rules.ts'
import { type QuestionRow, questionEntries, questionFiles, questions, questionTemplates } from './table.ts'

interface Overrides extends Partial<QuestionRow> {
  userId: string
  entries?: { author: 'member' | 'staff'; text: string; actorId?: string }[]
}

/** Creates a question with its entries, one hour between each; answered if staff wrote the last one. */
export const buildQuestion = async (context: Context, { entries, ...overrides }: Overrides): Promise<QuestionRow> => {
  const contents = entries ?? [{ author: 'member' as const, text: '문의 내용입니다.' }]
  const createdAt = overrides.createdAt ?? context.now()
  const getMoment = (index: number) => new Date(createdAt.getTime() + index * 3_600_000)
  const isAnswered = contents.at(-1)?.author === 'staff'
  const last = getMoment(contents.length - 1)
  const state: QuestionState = isAnswered ? 'answered' : 'open'
  const row: QuestionRow = {
    id: context.newId(),
    type: 'inquiry',
    title: '문의 제목',
    locale: 'ko',
    state,
    views: 0,
    answeredAt: isAnswered ? last : null,
    closedAt: null,
    createdAt,
    updatedAt: last,
    ...overrides,
  }
  await context.database.insert(questions).values(row)
  for (const [index, { author, text, actorId }] of contents.entries())
    await context.database.insert(questionEntries).values({
      id: context.newId(),
      questionId: row.id,
      author,
      actorId: actorId ?? null,
      text,
      createdAt: getMoment(index),
      updatedAt: getMoment(index),
    })
  return row
}

/** Creates the row of a file in a question's first entry, without bytes; returns its id. */
const buildQuestionFile = async (context: Context, questionId: string): Promise<string> => {
  const now = context.now()
  const [entry] = await context.database
    .select()
    .from(questionEntries)
    .where(eq(questionEntries.questionId, questionId))
    .limit(1)
  const row = {
    id: context.newId(),
    userId: context.principal.userId,
    entryId: entry?.id ?? null,
    kind: 'document' as const,
    name: '자료.pdf',
    mime: 'application/pdf',
    bytes: 1000,
    createdAt: now,
    updatedAt: now,
  }
  await context.database.insert(questionFiles).values(row)
  return row.id
}

const buildOwnQuestion = async (context: Context) => {
  const { id } = await buildQuestion(context, { userId: context.principal.userId })
  return { params: { id } }
}

const newInquire = { type: 'inquiry', title: '첨부 방법', text: '어디에 첨부하나요?', files: [] } as const

export const samples: Samples<typeof contract> = {
  open: buildOwnQuestion,
  getCenter: buildOwnQuestion,
  askCenter: () => ({ body: { ...newInquire, files: [] } }),
  create: async (context) => ({
    body: { ...newInquire, username: (await buildUser(context)).username, files: [] },
  }),
  update: async (context) => {
    const { id, updatedAt } = await buildQuestion(context, { userId: context.principal.userId })
    return { params: { id }, body: { type: 'website', title: '파일 첨부', updatedAt: updatedAt.toISOString() } }
  },
  close: buildOwnQuestion,
  openFile: async (context) => {
    const { params } = await buildOwnQuestion(context)
    return { params: { ...params, file: await buildQuestionFile(context, params.id) } }
  },
  ask: () => ({ body: { ...newInquire, files: [] } }),
  goOn: async (context) => {
    const { id } = await buildQuestion(context, { userId: context.principal.userId })
    return { params: { id }, body: { text: '하나 더 있습니다.', files: [] } }
  },
  answer: async (context) => {
    const { id, updatedAt } = await buildQuestion(context, { userId: context.principal.userId })
    return { params: { id }, body: { text: '답변입니다.', files: [], updatedAt: updatedAt.toISOString() } }
  },
  createTemplate: () => ({ body: { title: '접수 안내', text: '접수되었습니다.' } }),
  changeTemplate: async (context) => {
    const now = context.now()
    const row = { id: context.newId(), title: '접수 안내', text: '접수되었습니다.', createdAt: now, updatedAt: now }
    await context.database.insert(questionTemplates).values(row)
    return { params: { id: row.id }, body: { title: '접수', updatedAt: now.toISOString() } }
  },
}
